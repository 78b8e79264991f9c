import type { Flip } from "./Sites.ts"

/** What the database says of one monitor. */
export interface MonitorEvidence {
  readonly hostname: string
  readonly state: "unknown" | "up" | "down"
  /** In the order of time. */
  readonly looks: ReadonlyArray<{ readonly at: number; readonly verdict: "unknown" | "up" | "down" }>
  readonly nextAt: number | null
  readonly incidents: ReadonlyArray<{ readonly startedAt: number; readonly resolvedAt: number | null }>
  /** Words of the announcements of its incidents: "down" and "up", in any order. */
  readonly announced: ReadonlyArray<{ readonly incident: number; readonly word: string }>
}

/** What a site says of itself. */
export interface SiteEvidence {
  readonly hostname: string
  readonly flips: ReadonlyArray<Flip>
  readonly requests: number
}

/** By what is judged. All times are milliseconds since the epoch, or long. */
export interface Terms {
  readonly endAt: number
  /** Looks that confirm a change (the policy of the service). */
  readonly failuresToDown: number
  readonly successesToUp: number
  /** How far the time of a look may lie from the moment the site answered it. */
  readonly toleranceMs: number
  /** How long ago the last look of a monitor may be. */
  readonly forgottenMs: number
}

/** One sentence for each broken promise. */
export type Violations = ReadonlyArray<string>

interface Hold {
  readonly up: boolean
  readonly from: number
  readonly to: number
  readonly over: boolean
}

/** The times in which a site was one way, as its own record says. */
const holdsOf = (flips: ReadonlyArray<Flip>, endAt: number): ReadonlyArray<Hold> =>
  flips.map(({ at, up }, index) => {
    const next = flips[index + 1]
    return { up, from: at, to: next?.at ?? endAt, over: next !== undefined }
  })

/** Long enough to be confirmed: so many looks of the time were recorded. A look that lies beside it by the clocks tells by its verdict where it belongs. */
const isSeen = (
  { from, to, up }: Hold,
  { looks }: MonitorEvidence,
  { failuresToDown, successesToUp, toleranceMs }: Terms
): boolean =>
  looks.filter(
    ({ at, verdict }) => verdict === (up ? "up" : "down") && at >= from - toleranceMs && at <= to + toleranceMs
  ).length >= (up ? successesToUp : failuresToDown)

/** Times that were not seen belong to what was before. */
const seenHolds = (site: SiteEvidence, monitor: MonitorEvidence, terms: Terms) => {
  const merged: Array<Hold> = []
  let unseen = 0
  for (const hold of holdsOf(site.flips, terms.endAt)) {
    const last = merged.at(-1)
    const seen = isSeen(hold, monitor, terms)
    // The first look of all is enough for what a site was at the start.
    if (!seen && last !== undefined) unseen += 1
    if (last === undefined) merged.push(hold)
    else if (!seen || hold.up === last.up) merged.splice(-1, 1, { ...last, to: hold.to, over: hold.over })
    else merged.push(hold)
  }
  return { holds: merged, unseen }
}

const time = (at: number): string => new Date(at).toISOString().slice(11, 23)

const judgeIncidents = (site: SiteEvidence, monitor: MonitorEvidence, terms: Terms): Violations => {
  const { toleranceMs } = terms
  const holds = seenHolds(site, monitor, terms).holds.filter(({ up }) => !up)
  const belongs = (hold: Hold) => (incident: { readonly startedAt: number }) =>
    incident.startedAt >= hold.from - toleranceMs && incident.startedAt <= hold.to + toleranceMs
  const missed = holds.flatMap((hold) => {
    const found = monitor.incidents.filter(belongs(hold))
    const what = `was down from ${time(hold.from)} to ${time(hold.to)}`
    if (found.length > 1) return [`${site.hostname} ${what} and has ${found.length} incidents of it`]
    const [incident] = found
    if (incident === undefined) return [`${site.hostname} ${what} and has no incident`]
    if (!hold.over)
      return incident.resolvedAt === null
        ? []
        : [`${site.hostname} is down since ${time(hold.from)}, and its incident was resolved`]
    if (incident.resolvedAt === null) return [`${site.hostname} ${what}, and its incident is still open`]
    return incident.resolvedAt < hold.to - toleranceMs
      ? [`${site.hostname} ${what}, and its incident was resolved at ${time(incident.resolvedAt)}`]
      : []
  })
  const invented = monitor.incidents
    .filter((incident) => !holds.some((hold) => belongs(hold)(incident)))
    .map(({ startedAt }) => `${site.hostname} has an incident from ${time(startedAt)}, when it was up`)
  return [...missed, ...invented]
}

const judgeAnnouncements = ({ announced, hostname, incidents }: MonitorEvidence): Violations =>
  incidents.flatMap(({ resolvedAt, startedAt }, index) => {
    const count = (word: string) => announced.filter((each) => each.incident === index && each.word === word).length
    const wanted = { down: 1, up: resolvedAt === null ? 0 : 1 }
    return (["down", "up"] as const)
      .filter((word) => count(word) !== wanted[word])
      .map(
        (word) =>
          `${hostname}: "${word}" of the incident from ${time(startedAt)} was announced ${count(word)} times instead of ${wanted[word]}`
      )
  })

const judgeLooks = (site: SiteEvidence, monitor: MonitorEvidence, { endAt, forgottenMs }: Terms): Violations => {
  const { hostname, looks, nextAt, state } = monitor
  const lastLookAt = looks.at(-1)?.at ?? null
  // A look that the prober could not make asks nobody.
  const asked = looks.filter(({ verdict }) => verdict !== "unknown").length
  const isUp = site.flips.at(-1)?.up ?? true
  return [
    ...(lastLookAt === null || lastLookAt < endAt - forgottenMs
      ? [`${hostname} was forgotten: its last look is of ${lastLookAt === null ? "never" : time(lastLookAt)}`]
      : []),
    ...(nextAt === null ? [`${hostname} is never due again`] : []),
    ...(asked > site.requests ? [`${hostname} has ${asked} looks, and was asked ${site.requests} times`] : []),
    ...((state === "up") !== isUp ? [`${hostname} is ${isUp ? "up" : "down"}, and its state is ${state}`] : [])
  ]
}

/** Compares what the sites say of themselves with what the database says of them. */
export const prove = (
  sites: ReadonlyArray<SiteEvidence>,
  monitors: ReadonlyArray<MonitorEvidence>,
  terms: Terms
): Violations => {
  const byName = new Map(monitors.map((monitor) => [monitor.hostname, monitor]))
  return sites.flatMap((site) => {
    const monitor = byName.get(site.hostname)
    if (monitor === undefined) return [`${site.hostname} has no monitor`]
    return [
      ...judgeIncidents(site, monitor, terms),
      ...judgeAnnouncements(monitor),
      ...judgeLooks(site, monitor, terms)
    ]
  })
}

/** How many times a site was one way at all, and how many of these too few looks fell into to be confirmed. */
export const countUnseen = (
  sites: ReadonlyArray<SiteEvidence>,
  monitors: ReadonlyArray<MonitorEvidence>,
  terms: Terms
) => {
  const byName = new Map(monitors.map((monitor) => [monitor.hostname, monitor]))
  const counts = { times: 0, unseen: 0 }
  for (const site of sites) {
    const monitor = byName.get(site.hostname)
    counts.times += site.flips.length
    counts.unseen += monitor === undefined ? site.flips.length : seenHolds(site, monitor, terms).unseen
  }
  return counts
}
