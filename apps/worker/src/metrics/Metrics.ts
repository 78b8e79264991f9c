import { MonitorSchedule } from "@mon/core-store"
import { initializeMetrics } from "@mon/process-runtime"
import { outcomes } from "@mon/uptime-probe"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"

const checks = Metric.counter("mon_checks_total", { description: "Completed checks by outcome", incremental: true })

const held = Metric.counter("mon_checks_suppressed_total", {
  description: "Failed checks that were not counted because this worker's network may have failed",
  incremental: true
})

const lateness = Metric.histogram("mon_check_lateness_seconds", {
  description: "Time between the due time and the start of a check",
  boundaries: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600]
})

const oldestDue = Metric.gauge("mon_oldest_due_seconds", {
  description: "Delay of the longest-overdue monitor"
})

const quarantined = Metric.gauge("mon_quarantined_monitors", {
  description:
    "Monitors that are checked only once an hour, because their checks end the process that runs them. Every worker reports the same value."
})

const inFlight = Metric.gauge("mon_checks_in_flight", { description: "Checks that are running or being recorded" })

const claims = Metric.counter("mon_claims_failed_total", {
  description: "Failed attempts to claim due work",
  incremental: true
})

const emailHealth = Metric.counter("mon_email_health_checks_total", {
  description: "Due email health checks, by outcome",
  incremental: true
})

const facts = Metric.counter("mon_fact_checks_total", {
  description:
    "Checks of domain registrations, certificates for http URLs, watched DNS records and host proofs, by result",
  incremental: true
})

const simulations = Metric.counter("mon_simulations_total", {
  description: "Campaign simulation runs by result: completed, failed, or lost to another worker",
  incremental: true
})

const postponed = Metric.counter("mon_checks_postponed_total", {
  description:
    "Checks that were postponed because a limit on concurrent checks was reached: the limit per host, or the limit for suspect checks",
  incremental: true
})

const MILLIS_PER_SECOND = 1_000

/** The outcomes that are exported from the start. Other outcomes are exported once they have occurred. */
const known = {
  checks: Object.keys(outcomes),
  emailHealth: ["recorded", "late", "fault", "email_health_alert", "email_health_recovery"],
  facts: {
    certificate: ["recorded", "late"],
    registration: ["registered", "not_registered", "unsupported", "no_domain", "unavailable", "late"],
    page: ["recorded", "late"],
    dns: ["changed", "unchanged", "unconfirmed", "failed", "in_doubt", "late"]
  },
  simulations: ["completed", "failed", "lost"]
} as const

/** Exports the counters of a worker before the first event occurs. */
export const showWorkerMetrics: Effect.Effect<void> = initializeMetrics([
  held,
  lateness,
  oldestDue,
  quarantined,
  inFlight,
  claims,
  postponed,
  ...known.checks.map((outcome) => Metric.withAttributes(checks, { outcome })),
  ...known.emailHealth.map((outcome) => Metric.withAttributes(emailHealth, { outcome })),
  ...Object.entries(known.facts).flatMap(([kind, results]) =>
    results.map((outcome) => Metric.withAttributes(facts, { kind, outcome }))
  ),
  ...known.simulations.map((outcome) => Metric.withAttributes(simulations, { outcome }))
])

export const countCheck = (outcome: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(checks, { outcome }), 1)

export const countHeldCheck: Effect.Effect<void> = Metric.update(held, 1)

export const observeLateness = (ms: number): Effect.Effect<void> => Metric.update(lateness, ms / MILLIS_PER_SECOND)

export const setOldestDue = (ms: number): Effect.Effect<void> => Metric.update(oldestDue, ms / MILLIS_PER_SECOND)

export const setQuarantined = (count: number): Effect.Effect<void> => Metric.update(quarantined, count)

export const setInFlight = (count: number): Effect.Effect<void> => Metric.update(inFlight, count)

export const countFailedClaim: Effect.Effect<void> = Metric.update(claims, 1)

export const countFactCheck = (
  kind: "certificate" | "registration" | "page" | "dns" | "host_proof" | "service_proof",
  outcome: string
): Effect.Effect<void> => Metric.update(Metric.withAttributes(facts, { kind, outcome }), 1)

export const countSimulation = (outcome: "completed" | "failed" | "lost"): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(simulations, { outcome }), 1)

export const countPostponed = (count: number): Effect.Effect<void> => Metric.update(postponed, count)

export const countEmailHealthCheck = (outcome: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(emailHealth, { outcome }), 1)

const claimTime = Metric.histogram("mon_claim_seconds", {
  description: "Duration of one statement that claims due monitors",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})
const claimed = Metric.counter("mon_claimed_monitors_total", {
  description: "Number of claimed monitors",
  incremental: true
})

const NANOS_PER_SECOND = 1e9

/** The schedule, with metrics for the duration and number of claims. */
export const layerMeasuredSchedule: Layer.Layer<MonitorSchedule, never, MonitorSchedule> = Layer.effect(
  MonitorSchedule,
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    yield* initializeMetrics([claimTime, claimed])
    return MonitorSchedule.of({
      ...schedule,
      claim: Effect.fnUntraced(function* (...args) {
        const before = yield* Clock.monotonicTimeNanos
        const taken = yield* schedule.claim(...args)
        yield* Metric.update(claimTime, Number((yield* Clock.monotonicTimeNanos) - before) / NANOS_PER_SECOND)
        yield* Metric.update(claimed, taken.length)
        return taken
      })
    })
  })
)
