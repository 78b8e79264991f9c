import { type CheckResultRow, readCheck, type Secrets } from "@mon/core-store"
import type { ServiceCheckResult } from "@mon/uptime-probe"
import { ServiceProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type ClaimedMonitor, databaseTime } from "../domains/checkDomain.ts"
import { toStoredCertificate } from "../domains/DomainCheck.ts"
import { Location } from "../Location.ts"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { serviceEvidence } from "../diagnoses/serviceEvidence.ts"
import { openCheck } from "./sealedCheck.ts"
import { performService, unmadeService } from "./performService.ts"
import { isSecretCheck, isSlowService, serviceVerdict } from "./serviceVerdict.ts"
import { addressesOfCheck, changesSomething, isSequence, type PlainService } from "./serviceRequest.ts"

const NANOS_PER_MILLI = 1_000_000
const MAX_MICROSECONDS = 2_147_483_647

/** The share of the remaining lease that the own-network guard may use. The rest is for recording the result. */
const DECIDING_SHARE = 0.5

const UNKNOWN_TYPE = "Another version of Mon stored this check, and this version cannot read it."
const UNREADABLE = "The stored login cannot be read with MON_SECRET. Enter the passwords of the service again."
const IN_DOUBT = "Mon could not find out whether the port is closed, because its own network did not work."

const micros = (value: number | null) => (value === null ? null : Math.min(Math.round(value), MAX_MICROSECONDS))

const isInverted = (settings: unknown): boolean =>
  typeof settings === "object" && settings !== null && "inverted" in settings && settings.inverted === true

/** Returns the service with its plain texts, or the reason why it cannot be checked. */
const plainService = Effect.fnUntraced(function* (
  claim: ClaimedMonitor
): Effect.fn.Return<PlainService | string, never, Secrets> {
  const stored = readCheck(claim.settings)
  if (stored === null) return UNKNOWN_TYPE
  return yield* openCheck(claim.accountKey, claim.url, stored).pipe(
    Effect.map((check) => ({
      check,
      expect: claim.expect as PlainService["expect"],
      inverted: isInverted(claim.settings),
      timeoutMs: claim.timeoutMs
    })),
    Effect.catchTag("SecretError", ({ reason }) =>
      Effect.as(
        Effect.annotateLogs(Effect.logError("The check of a service cannot be decrypted"), { reason }),
        UNREADABLE
      )
    )
  )
})

interface Stamp {
  readonly at: number
  readonly location: string
  readonly suppressed: boolean
  readonly isSecret: boolean
  readonly evidence: object | null
}

const toRow = (
  claim: ClaimedMonitor,
  result: ServiceCheckResult,
  { at, evidence, isSecret, location, suppressed }: Stamp
): CheckResultRow => ({
  monitorKey: claim.monitorKey,
  leaseToken: claim.leaseToken,
  at,
  ...serviceVerdict(result, isSecret),
  deterministic: result.deterministic,
  suppressed,
  address: result.address,
  statusCode: null,
  responseUs: micros(result.totalUs),
  degraded: isSlowService(result, claim.degradedAfterMs),
  dnsUs: micros(result.timings.dnsUs),
  connectUs: micros(result.timings.connectUs),
  tlsUs: micros(result.timings.tlsUs),
  waitUs: micros(result.timings.waitUs),
  downloadUs: micros(result.timings.downloadUs),
  location,
  stalled: result.delayed,
  evidence,
  ssl: result.certificate === null ? null : toStoredCertificate(result.certificate),
  redirect: null
})

const unmade = Effect.fnUntraced(function* (claim: ClaimedMonitor, message: string): Effect.fn.Return<CheckResultRow> {
  const at = yield* databaseTime(claim)
  const stamp = { at, location: yield* Location, suppressed: false, isSecret: false, evidence: null }
  return toRow(claim, unmadeService(claim.url, at, message), stamp)
})

/** The time limit of a test whether the hosts of a check respond. Milliseconds. */
const RESPONSE_MS = 10_000

/** Whether all hosts of a check accept connections. */
const acceptConnections = Effect.fnUntraced(function* ({ check }: PlainService) {
  const probe = yield* ServiceProbe
  const family = check.family === undefined ? {} : { family: check.family }
  const results = yield* Effect.forEach(
    addressesOfCheck(check),
    ({ hostname, port }) => {
      const target = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`
      return probe.check({ type: "tcp", target, timeoutMs: RESPONSE_MS, ...family })
    },
    { concurrency: "unbounded" }
  )
  return results.every(({ verdict }) => verdict === "up")
})

/** Whether a service responds if it is checked again. A check that may change something is not repeated. */
const responds = (service: PlainService) =>
  changesSomething(service.check)
    ? acceptConnections(service)
    : Effect.map(performService(service), ({ seen }) => seen.verdict === "up" || seen.bytesReceived > 0)

/** Returns the server that failed. Null if a check with several connections failed for a reason between them. */
const failedServer = (
  { hostname, url }: ClaimedMonitor,
  { check }: PlainService,
  { failedUrl }: ServiceCheckResult
): { readonly hostname: string; readonly url: string } | null => {
  if (!isSequence(check)) return { hostname, url }
  return failedUrl === undefined
    ? null
    : { hostname: new URL(failedUrl).hostname.replaceAll(/[[\]]/gu, ""), url: failedUrl }
}

/**
 * Checks a claimed service once and returns the row to record, timestamped with the start of the check. A fault of the
 * server or of its DNS is recorded as the result. An internal error becomes a row without a verdict.
 */
export const checkService = Effect.fnUntraced(function* (
  claim: ClaimedMonitor
): Effect.fn.Return<CheckResultRow, never, ServiceProbe | Connectivity | Secrets> {
  if (claim.stopped !== null) return yield* unmade(claim, claim.stopped)
  const service = yield* plainService(claim)
  if (typeof service === "string") return yield* unmade(claim, service)
  const connectivity = yield* Connectivity
  const location = yield* Location
  const at = yield* databaseTime(claim)
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  const { counted, seen } = yield* performService(service)
  const decideWithinMs = DECIDING_SHARE * (claim.leaseUntil - (yield* databaseTime(claim)))
  const again = Effect.provideContext(responds(service), yield* Effect.context<ServiceProbe>())
  const { network, suppressed } = yield* connectivity.judge(claim, seen, { from, decideWithinMs, responds: again })
  // Without a network, an open port seems closed.
  if (suppressed && service.inverted) return yield* unmade(claim, IN_DOUBT)
  const isSecret = isSecretCheck(service.check)
  const server = failedServer(claim, service, counted)
  // The message about a port that must be closed already says everything that is known.
  const evidence =
    suppressed || service.inverted || server === null
      ? null
      : serviceEvidence(counted, { at, location, network, isSecret, ...server })
  return toRow(claim, counted, { at, location, suppressed, isSecret, evidence })
})
