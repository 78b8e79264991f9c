import { groupOf, timeOf } from "../facts/View.ts"
import { explainedElsewhere, leadsElsewhere, outcomeIn, outcomeIs, statusIs } from "./commonSignals.ts"
import { rule, signal, when, worth } from "./Rule.ts"
import { wallSeen } from "./seenSignals.ts"

/** The minimum number of good checks that can show a growing waiting time. */
const LEAST_CHECKS = 6
/** The factor by which the waiting time of the last checks must exceed that of the first checks. */
const GROWTH = 3
/** The shortest waiting time that counts as a sign of load, in milliseconds, however short it was before. */
const LEAST_WAIT_MS = 300

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Returns the waiting times of the good checks before the failure, oldest first. */
const waitsOf = (
  checks: ReadonlyArray<{
    readonly at: string
    readonly outcome: string
    readonly waitMs?: number | null
    readonly totalMs?: number | null
  }>
): ReadonlyArray<number> =>
  checks
    .flatMap(({ at, outcome, totalMs, waitMs }) => {
      const [time, took] = [timeOf(at), waitMs ?? totalMs]
      return groupOf(outcome) === "good" && time !== null && typeof took === "number" ? [{ time, took }] : []
    })
    .toSorted((a, b) => a.time - b.time || a.took - b.took)
    .map(({ took }) => took)

/**
 * A signal that shows that the waiting time grew before the failure: the median of the last third of the checks is
 * several times the median of the first third.
 */
export const waitingGrew = signal("waiting_grew", "earlier", 35, ({ facts }) => {
  const waits = waitsOf(facts.earlier ?? [])
  if (waits.length < LEAST_CHECKS) return null
  const third = Math.floor(waits.length / 3)
  const [first, last] = [median(waits.slice(0, third)), median(waits.slice(-third))]
  return when(last >= LEAST_WAIT_MS && last >= GROWTH * first, { before: Math.round(first), now: Math.round(last) })
})

export const overloadRules = [
  rule("overload", {
    grounds: [worth(55, waitingGrew), outcomeIs(30, "header_timeout", "body_timeout")],
    supports: [outcomeIs(5, "header_timeout", "body_timeout"), statusIs(25, 429, 500, 502, 503, 504, 508, 522, 524)],
    against: [
      ...leadsElsewhere,
      ...explainedElsewhere,
      worth(60, wallSeen),
      outcomeIn(50, "dns", "tls", "redirect", "address"),
      outcomeIs(30, "connect_refused"),
      statusIs(40, 401, 403, 404, 410)
    ]
  })
]
