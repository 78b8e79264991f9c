import type { StateChange } from "./Sites.ts"

/** The content of the database about one monitor. */
export interface MonitorEvidence {
  readonly hostname: string
  readonly state: "unknown" | "up" | "down"
  /** In chronological order. */
  readonly checks: ReadonlyArray<{ readonly at: number; readonly verdict: "unknown" | "up" | "down" }>
  readonly nextAt: number | null
  readonly incidents: ReadonlyArray<{ readonly startedAt: number; readonly resolvedAt: number | null }>
  /** The states in the notifications about the monitor's incidents: "down" and "up", in any order. */
  readonly notified: ReadonlyArray<{ readonly incident: number; readonly word: string }>
}

/** The record that a site keeps of its own states and requests. */
export interface SiteEvidence {
  readonly hostname: string
  readonly stateChanges: ReadonlyArray<StateChange>
  readonly requests: number
}

/** Times are in milliseconds since the epoch, and durations in milliseconds. */
export interface Criteria {
  readonly endAt: number
  /** The number of checks that confirm a state change, as in the confirmation policy of the service. */
  readonly failuresToDown: number
  readonly successesToUp: number
  /**
   * The longest time between a check and the response of the site. The time of a check is the time at which it began.
   */
  readonly responseMs: number
  /** The largest difference between the clocks of the database and of the sites. */
  readonly toleranceMs: number
  /** The largest age of a monitor's last check at the end of the run. */
  readonly overdueMs: number
}

export type Violations = ReadonlyArray<string>

interface Phase {
  readonly up: boolean
  readonly from: number
  readonly to: number
  readonly over: boolean
}

const phasesOf = (stateChanges: ReadonlyArray<StateChange>, endAt: number): ReadonlyArray<Phase> =>
  stateChanges.map(({ at, up }, index) => {
    const next = stateChanges[index + 1]
    return { up, from: at, to: next?.at ?? endAt, over: next !== undefined }
  })

/** Returns whether an event that has the time of a check can belong to a phase. */
const isWithin = ({ from, to }: Phase, at: number, { responseMs, toleranceMs }: Criteria): boolean =>
  at >= from - responseMs - toleranceMs && at <= to + toleranceMs

/**
 * Returns whether the recorded checks are enough to confirm a phase. A check near the beginning or end of the phase
 * belongs to it if its verdict matches.
 */
const isConfirmable = (phase: Phase, { checks }: MonitorEvidence, criteria: Criteria): boolean =>
  checks.filter(({ at, verdict }) => verdict === (phase.up ? "up" : "down") && isWithin(phase, at, criteria)).length >=
  (phase.up ? criteria.successesToUp : criteria.failuresToDown)

/**
 * Returns whether the checks of a phase may have opened an incident. A failed check has no verdict if the worker's own
 * network may have caused the failure, but the next failed check confirms it.
 */
const mayHaveIncident = (phase: Phase, { checks }: MonitorEvidence, criteria: Criteria): boolean =>
  !phase.up &&
  checks.filter(({ at, verdict }) => verdict !== "up" && isWithin(phase, at, criteria)).length >=
    criteria.failuresToDown

/** Returns the phases that could be confirmed. Merges any other phase into the phase before it. */
const confirmablePhases = (site: SiteEvidence, monitor: MonitorEvidence, criteria: Criteria) => {
  const merged: Array<Phase> = []
  let unconfirmable = 0
  for (const phase of phasesOf(site.stateChanges, criteria.endAt)) {
    const last = merged.at(-1)
    const confirmable = isConfirmable(phase, monitor, criteria)
    // The first phase always counts, because the first state of a site needs only one check.
    if (!confirmable && last !== undefined) unconfirmable += 1
    if (last === undefined) merged.push(phase)
    else if (!confirmable || phase.up === last.up) merged.splice(-1, 1, { ...last, to: phase.to, over: phase.over })
    else merged.push(phase)
  }
  return { phases: merged, unconfirmable }
}

const time = (at: number): string => new Date(at).toISOString().slice(11, 23)

const judgeIncidents = (site: SiteEvidence, monitor: MonitorEvidence, criteria: Criteria): Violations => {
  const phases = confirmablePhases(site, monitor, criteria).phases.filter(({ up }) => !up)
  const possible = phasesOf(site.stateChanges, criteria.endAt).filter((phase) =>
    mayHaveIncident(phase, monitor, criteria)
  )
  const belongs = (phase: Phase) => (incident: { readonly startedAt: number }) =>
    isWithin(phase, incident.startedAt, criteria)
  const missed = phases.flatMap((phase) => {
    const found = monitor.incidents.filter(belongs(phase))
    const what = `was down from ${time(phase.from)} to ${time(phase.to)}`
    if (found.length > 1) return [`${site.hostname} ${what} and has ${found.length} incidents`]
    const [incident] = found
    if (incident === undefined) return [`${site.hostname} ${what} and has no incident`]
    if (!phase.over)
      return incident.resolvedAt === null
        ? []
        : [`${site.hostname} has been down since ${time(phase.from)}, and its incident was resolved`]
    if (incident.resolvedAt === null) return [`${site.hostname} ${what}, and its incident is still open`]
    return incident.resolvedAt < phase.to - criteria.responseMs - criteria.toleranceMs
      ? [`${site.hostname} ${what}, and its incident was resolved at ${time(incident.resolvedAt)}`]
      : []
  })
  const invented = monitor.incidents
    .filter((incident) => ![...phases, ...possible].some((phase) => belongs(phase)(incident)))
    .map(({ startedAt }) => `${site.hostname} has an incident from ${time(startedAt)}, when it was up`)
  return [...missed, ...invented]
}

const judgeNotifications = ({ notified, hostname, incidents }: MonitorEvidence): Violations =>
  incidents.flatMap(({ resolvedAt, startedAt }, index) => {
    const count = (word: string) => notified.filter((each) => each.incident === index && each.word === word).length
    const expected = { down: 1, up: resolvedAt === null ? 0 : 1 }
    return (["down", "up"] as const)
      .filter((word) => count(word) !== expected[word])
      .map(
        (word) =>
          `${hostname}: "${word}" of the incident from ${time(startedAt)} was notified ${count(word)} times instead of ${expected[word]}`
      )
  })

const judgeChecks = (site: SiteEvidence, monitor: MonitorEvidence, { endAt, overdueMs }: Criteria): Violations => {
  const { hostname, checks, nextAt, state } = monitor
  const lastCheckAt = checks.at(-1)?.at ?? null
  // A check without a verdict may have sent no request, so it is not counted.
  const performed = checks.filter(({ verdict }) => verdict !== "unknown").length
  const isUp = site.stateChanges.at(-1)?.up ?? true
  return [
    ...(lastCheckAt === null || lastCheckAt < endAt - overdueMs
      ? [
          `${hostname} is overdue: ${lastCheckAt === null ? "it was never checked" : `its last check was at ${time(lastCheckAt)}`}`
        ]
      : []),
    ...(nextAt === null ? [`${hostname} is no longer scheduled`] : []),
    ...(performed > site.requests
      ? [`${hostname} has ${performed} checks, but received ${site.requests} requests`]
      : []),
    ...((state === "up") !== isUp ? [`${hostname} is ${isUp ? "up" : "down"}, but its state is ${state}`] : [])
  ]
}

export const findViolations = (
  sites: ReadonlyArray<SiteEvidence>,
  monitors: ReadonlyArray<MonitorEvidence>,
  criteria: Criteria
): Violations => {
  const byName = new Map(monitors.map((monitor) => [monitor.hostname, monitor]))
  return sites.flatMap((site) => {
    const monitor = byName.get(site.hostname)
    if (monitor === undefined) return [`${site.hostname} has no monitor`]
    return [
      ...judgeIncidents(site, monitor, criteria),
      ...judgeNotifications(monitor),
      ...judgeChecks(site, monitor, criteria)
    ]
  })
}

export const countUnconfirmable = (
  sites: ReadonlyArray<SiteEvidence>,
  monitors: ReadonlyArray<MonitorEvidence>,
  criteria: Criteria
) => {
  const byName = new Map(monitors.map((monitor) => [monitor.hostname, monitor]))
  const counts = { phases: 0, unconfirmable: 0 }
  for (const site of sites) {
    const monitor = byName.get(site.hostname)
    counts.phases += site.stateChanges.length
    counts.unconfirmable +=
      monitor === undefined ? site.stateChanges.length : confirmablePhases(site, monitor, criteria).unconfirmable
  }
  return counts
}
