import type { MonitorEvidence, SiteEvidence } from "../chaos/findViolations.ts"
import type { Failover } from "./Failovers.ts"
import type { DeliveryCounts } from "./Receiver.ts"

/** The result of a run. */
export interface Report {
  readonly failovers: ReadonlyArray<Failover>
  readonly sites: ReadonlyArray<SiteEvidence>
  readonly evidence: ReadonlyArray<MonitorEvidence>
  readonly violations: ReadonlyArray<string>
  /** The states of the sites, and those with too few checks to be confirmed. */
  readonly unconfirmable: { readonly phases: number; readonly unconfirmable: number }
  readonly deliveries: DeliveryCounts
  readonly rows: { readonly acknowledged: number; readonly lost: number }
  /** The number of answers of the API with each status. */
  readonly answers: ReadonlyMap<string, number>
  /** The number of scans of the check history on the standbys. */
  readonly historyScans: number
}

const MAX_SHOWN = 20

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const medianAndLargest = (values: ReadonlyArray<number>): string => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted.length === 0
    ? "none"
    : `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} (at most ${seconds(sorted.at(-1) ?? 0)})`
}

/** Returns the delay of the first event at or after each time. */
const delaysAfter = (times: ReadonlyArray<number>, events: ReadonlyArray<number>): ReadonlyArray<number> =>
  times.flatMap((time) => {
    const later = events.filter((at) => at >= time)
    return later.length === 0 ? [] : [Math.min(...later) - time]
  })

/** Returns the times between the changes of the sites and the beginnings and ends of their incidents. */
const incidentDelays = ({ evidence, sites }: Report) => {
  const byName = new Map(evidence.map((monitor) => [monitor.hostname, monitor.incidents]))
  const delays = sites.map(({ hostname, stateChanges }) => {
    const incidents = byName.get(hostname) ?? []
    const changes = (up: boolean) => stateChanges.slice(1).flatMap((change) => (change.up === up ? [change.at] : []))
    return {
      start: delaysAfter(
        changes(false),
        incidents.map(({ startedAt }) => startedAt)
      ),
      end: delaysAfter(
        changes(true),
        incidents.flatMap(({ resolvedAt }) => resolvedAt ?? [])
      )
    }
  })
  return { start: delays.flatMap(({ start }) => start), end: delays.flatMap(({ end }) => end) }
}

/** Prints the figures as a table, and then the violations. Returns the exit code. */
export const printReport = (report: Report, print: (line: string) => void): number => {
  const { answers, deliveries, evidence, failovers, rows, sites, unconfirmable } = report
  const checks = evidence.flatMap(({ checks: all }) => all.map(({ at }) => at))
  const outages = sites.reduce((sum, { stateChanges }) => sum + stateChanges.filter(({ up }) => !up).length, 0)
  const incidents = evidence.reduce((sum, { incidents: all }) => sum + all.length, 0)
  const delays = incidentDelays(report)
  const figures: ReadonlyArray<readonly [name: string, value: string | number]> = [
    ["Kills of the leader", failovers.length],
    ["From the kill to the promotion", medianAndLargest(failovers.map((each) => each.promotedAt - each.killedAt))],
    [
      "From the promotion to the first write",
      medianAndLargest(failovers.map((each) => each.acceptedAt - each.promotedAt))
    ],
    ["From the first write to `/ready`", medianAndLargest(failovers.map((each) => each.readyAt - each.acceptedAt))],
    ["From the promotion to `/ready`", medianAndLargest(failovers.map((each) => each.readyAt - each.promotedAt))],
    [
      "From the first write to the next check",
      medianAndLargest(
        delaysAfter(
          failovers.map((each) => each.acceptedAt),
          checks
        )
      )
    ],
    ["Checks", checks.length],
    ["Outages of sites", outages],
    ["Incidents", incidents],
    ["From the outage to the start of its incident", medianAndLargest(delays.start)],
    ["From the end of the outage to the end of its incident", medianAndLargest(delays.end)],
    ["States of sites with too few checks", `${unconfirmable.unconfirmable} of ${unconfirmable.phases}`],
    ["Deliveries, expected and received", `${deliveries.expected} and ${deliveries.received}`],
    ["Deliveries lost", deliveries.lost],
    ["Deliveries doubled (another id)", deliveries.doubled],
    ["Requests that repeated a delivery (same id)", deliveries.repeated],
    ["Acknowledged rows, and lost ones", `${rows.acknowledged} and ${rows.lost}`],
    ["Scans of the check history on standbys", report.historyScans],
    ...[...answers].toSorted().map(([answer, count]) => [`Answers of the API: ${answer}`, count] as const)
  ]
  print(
    ["", "| Figure | Value |", "|---|---|", ...figures.map(([name, value]) => `| ${name} | ${value} |`), ""].join("\n")
  )
  const violations = [
    ...report.violations,
    ...(deliveries.lost > 0 ? [`${deliveries.lost} deliveries were lost`] : []),
    ...(deliveries.doubled > 0 ? [`${deliveries.doubled} deliveries were doubled`] : []),
    ...(rows.lost > 0 ? [`${rows.lost} acknowledged rows were lost`] : []),
    ...(report.historyScans === 0 ? ["no standby served the check history"] : [])
  ]
  for (const violation of violations.slice(0, MAX_SHOWN)) print(`VIOLATION ${violation}`)
  print(violations.length === 0 ? "No violations: nothing was lost or doubled." : `${violations.length} violations`)
  return violations.length === 0 ? 0 : 1
}
