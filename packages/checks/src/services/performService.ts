import { recordInternalError } from "@mon/process-runtime/internal-errors"
import { type OutcomeCode, outcomes, serviceAddress, type ServiceCheckResult } from "@mon/uptime-probe"
import { ServiceProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type PlainService, serviceRequest } from "./serviceRequest.ts"

/** The extra time after the check's own deadline, after which the check counts as stuck. */
const GUARD_MS = 2_000

const noTimings = { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null }

/** Makes the result of a check of a service that could not be made. */
export const unmadeService = (url: string, startedAt: number, message: string): ServiceCheckResult => ({
  url,
  startedAt,
  outcome: "prober_fault",
  ...outcomes.prober_fault,
  message,
  totalUs: null,
  timings: noTimings,
  bytesReceived: 0,
  heardFromServer: false,
  address: null,
  certificate: null,
  delayed: false,
  found: {}
})

/** The outcomes that show that a port is closed, or that something discards packets for it. */
const CLOSED: ReadonlySet<OutcomeCode> = new Set(["connect_refused", "connect_timeout", "connect_reset", "no_route"])

/** The outcomes of checks that did not try to connect. */
const UNTRIED: ReadonlySet<OutcomeCode> = new Set([
  "dns_nxdomain",
  "dns_nodata",
  "dns_servfail",
  "dns_timeout",
  "blocked_address",
  "prober_fault"
])

const OPEN = "The port must be closed, but it accepted the connection."

/** Returns the result for a service whose port must be closed. */
const invert = (result: ServiceCheckResult): ServiceCheckResult => {
  const { outcome } = result
  if (CLOSED.has(outcome)) return { ...result, ...outcomes.ok, outcome: "ok", message: null }
  if (UNTRIED.has(outcome)) return result
  return { ...result, ...outcomes.wrong_answer, outcome: "wrong_answer", message: OPEN }
}

const recordThrown = (error: unknown) =>
  recordInternalError("check", "The check of a service ended with an internal error", Cause.die(error))

/** The results of a check: as the engine returned it, and as it counts for the service. */
export interface PerformedService {
  readonly seen: ServiceCheckResult
  readonly counted: ServiceCheckResult
}

/** Checks a service once. If the check is stuck or throws, the result has no verdict. */
export const performService = Effect.fnUntraced(function* (
  service: PlainService
): Effect.fn.Return<PerformedService, never, ServiceProbe> {
  const probe = yield* ServiceProbe
  const request = serviceRequest(service)
  const startedAt = yield* Clock.currentTimeMillis
  const unmade = (message: string) => unmadeService(serviceAddress(request)?.url ?? "", startedAt, message)
  const seen = yield* Effect.suspend(() => probe.check(request)).pipe(
    Effect.timeoutOrElse({
      duration: service.timeoutMs + GUARD_MS,
      orElse: () => Effect.succeed(unmade("The check did not finish in time."))
    }),
    Effect.tap(({ thrown }) => (thrown === undefined ? Effect.void : recordThrown(thrown))),
    Effect.catchDefect((defect) => Effect.as(recordThrown(defect), unmade("The check ended with an internal error.")))
  )
  return { seen, counted: service.inverted ? invert(seen) : seen }
})
