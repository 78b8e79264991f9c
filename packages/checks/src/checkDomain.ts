import type { LookRow } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Connectivity } from "./Connectivity.ts"
import { toLookRow } from "./DomainLook.ts"
import { databaseTime, type DueDomain } from "./DueDomain.ts"

/** Where looks are made from, as the history shows it (MON_LOCATION). */
export const Location = Context.Reference<string>("@mon/checks/Location", { defaultValue: () => "default" })

/** The probe keeps its own deadline; this much later it counts as stuck. */
const GUARD_MS = 2_000

/** A look that the prober could not make: it gives no verdict. */
const faultLook = (url: string, startedAt: number, message: string): CheckResult => ({
  url,
  startedAt,
  outcome: "prober_fault",
  verdict: "unknown",
  deterministic: false,
  message,
  statusCode: null,
  totalUs: null,
  timings: { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null },
  bytesReceived: 0,
  heardFromServer: false,
  hops: [],
  finalUrl: url,
  certificate: null,
  delayed: false
})

const lookAt = Effect.fnUntraced(function* (due: DueDomain) {
  const probe = yield* UptimeProbe
  const startedAt = yield* Clock.currentTimeMillis
  const fault = (message: string) => faultLook(due.url, startedAt, message)
  return yield* probe.check({ url: due.url, timeoutMs: due.timeoutMs }).pipe(
    Effect.timeoutOrElse({
      duration: due.timeoutMs + GUARD_MS,
      orElse: () => Effect.succeed(fault("The look did not end in time."))
    }),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.as(Effect.logError("A look broke", cause), fault("The look broke off because of a fault of ours."))
    )
  )
})

/**
 * Looks at a claimed domain once and answers the row to record, stamped with the time at which the look began. What a
 * server or a name does is in the row; a fault of the prober is a row without a verdict.
 */
export const checkDomain = Effect.fnUntraced(function* (
  due: DueDomain
): Effect.fn.Return<LookRow, never, UptimeProbe | Connectivity> {
  const connectivity = yield* Connectivity
  const location = yield* Location
  const at = yield* databaseTime(due)
  const look = yield* lookAt(due)
  const held = yield* connectivity.judge(due, look)
  return toLookRow(due, look, { at, held, location })
})
