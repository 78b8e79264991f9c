import type { ReportGroup } from "../ImportReport.ts"
import { onCallGroupKinds, type OnCallGroupKind, type OnCallReport, type OnCallSource } from "./ImportedOnCall.ts"

/** Counts the objects and the fields of a report. */
export const reportOfGroups = (
  source: OnCallSource,
  groups: ReadonlyArray<ReportGroup<OnCallGroupKind>>,
  unknownPeople: ReadonlyArray<string>
): OnCallReport => {
  const lines = groups.flatMap((group) => group.lines)
  const countOf = (outcome: string): number => lines.filter((line) => line.outcome === outcome).length
  const counts = onCallGroupKinds.flatMap((kind) => {
    const found = groups.filter((group) => group.kind === kind)
    const leftOut = found.filter(({ reason }) => reason !== null).length
    const imported = found.filter(({ path }) => path !== null).length
    return kind === "file" || imported + leftOut === 0 ? [] : [{ kind, imported, leftOut }]
  })
  return {
    source,
    counts,
    fields: { carried: countOf("carried"), changed: countOf("changed"), leftOut: countOf("left_out") },
    unknownPeople,
    groups
  }
}
