import { type FoundSecret, groupKinds, type ImportReport, type LostChannel, type ReportGroup } from "../ImportReport.ts"

interface Parts {
  readonly source: string
  readonly groups: ReadonlyArray<ReportGroup>
  readonly secrets: ReadonlyArray<FoundSecret>
  readonly tags: ReadonlyArray<string>
  readonly lostChannels: ReadonlyArray<LostChannel>
}

const countBy = (groups: ReadonlyArray<ReportGroup>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { missingKind } of groups)
    if (missingKind !== null) counts.set(missingKind, (counts.get(missingKind) ?? 0) + 1)
  return counts
}

export const reportOf = ({ groups, lostChannels, secrets, source, tags }: Parts): ImportReport => {
  const lines = groups.flatMap((group) => group.lines)
  const countOf = (outcome: string): number => lines.filter((line) => line.outcome === outcome).length
  const counts = groupKinds.flatMap((kind) => {
    const found = groups.filter((group) => group.kind === kind)
    const leftOut = found.filter(({ reason }) => reason !== null).length
    // An object without a path may have become something else: an email notification becomes addresses of monitors.
    const imported = kind === "tag" ? tags.length : found.filter(({ path }) => path !== null).length
    return kind === "file" || imported + leftOut === 0 ? [] : [{ kind, imported, leftOut }]
  })
  return {
    source,
    missingKinds: [...countBy(groups)]
      .map(([kind, count]) => ({ kind, count }))
      .toSorted((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1)),
    counts,
    fields: { carried: countOf("carried"), changed: countOf("changed"), leftOut: countOf("left_out") },
    secrets,
    lostChannels,
    groups
  }
}
