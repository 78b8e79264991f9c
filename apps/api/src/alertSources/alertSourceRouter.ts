import { errorStatus } from "@mon/api-contract"
import {
  type AdmittedSource,
  AlertSources,
  type Deliveries,
  inTransaction,
  isUnavailable,
  logUnavailable,
  randomBytes,
  ReceivedAlerts,
  type StoreError
} from "@mon/core-store"
import { alertSourceLimits as limits, effectivePlan, Plans } from "@mon/model"
import { showAcknowledgement } from "@mon/notifications"
import { recordInternalError } from "@mon/process-runtime/internal-errors"
import { Cause, Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { siteOf } from "../auth/networkOf.ts"
import type { HttpResponse } from "../http/HttpResponse.ts"
import { type JsonObject, readJsonBody } from "../http/RequestBody.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import type { LabelledResponse } from "../http/Router.ts"
import { UnknownPings } from "../pings/UnknownPings.ts"
import { type AlertCall, findAlertCall, tokenOf } from "./alertCalls.ts"
import { ALERTS_PATH, alertSourceTokenHash, isAlertSourceToken } from "./AlertSourceToken.ts"
import { type InvalidField, invalidField } from "./formats/reading.ts"
import { type AlertRefusal, type AnsweredRequest, vendorAnswers } from "./vendorAnswers.ts"

/** The services that received alerts need. */
export type AlertSourceServices = AlertSources | ReceivedAlerts | Deliveries | SqlClient.SqlClient

type Stop =
  | { readonly _tag: "Refused"; readonly refusal: AlertRefusal; readonly afterSeconds: number | null }
  | InvalidField

const refused = (status: AlertRefusal["status"], message: string, afterSeconds: number | null = null): Stop => ({
  _tag: "Refused",
  refusal: { status, message },
  afterSeconds
})

const UNKNOWN = refused(401, "Could not authenticate. No alert source of this kind has this token.")
const TURNED_OFF = refused(403, "This alert source is turned off.")
const NOT_IN_PLAN = refused(403, "This alert source is beyond the limit of the account's plan.")
/** The time after which a sender may try again, in seconds. */
const AGAIN_SECONDS = 60
const TOO_MANY = refused(429, "You are making too many requests.", AGAIN_SECONDS)
const FULL = refused(
  429,
  `This alert source has ${limits.openIncidents} open incidents, or began ${limits.incidentsPerHour} incidents within an hour.`,
  AGAIN_SECONDS
)
const UNAVAILABLE = refused(503, "The service is temporarily unavailable. Please try again.", 5)

/** Fails if a source accepts no alerts now. */
const refusalOf = Effect.fnUntraced(function* (source: AdmittedSource) {
  const { isActive, isSuspended, olderSources, plan, planExpiresAt, requests, secondsLeft } = source
  if (requests > limits.requestsPerMinute) return refused(429, "You are making too many requests.", secondsLeft)
  if (!isActive || isSuspended) return TURNED_OFF
  const now = new Date(yield* Clock.currentTimeMillis)
  const { alertSources } = (yield* Plans)[effectivePlan(plan, planExpiresAt, now)]
  return olderSources >= alertSources ? NOT_IN_PLAN : null
})

const readBody = ({ request }: RequestContext, bodyBytes: number): Effect.Effect<JsonObject, Stop> =>
  Effect.mapError(readJsonBody(request, bodyBytes), (error) =>
    errorStatus(error) === 413
      ? refused(413, `The body is larger than ${bodyBytes} bytes.`)
      : invalidField("body", `could not be read: ${error.message}`)
  )

/** Stores alerts, and updates the messages that show an acknowledgement, in one transaction. */
const store = (source: AdmittedSource, alerts: Parameters<ReceivedAlerts["Service"]["receive"]>[1]) =>
  inTransaction(
    "receiveAlerts",
    Effect.gen(function* () {
      const outcome = yield* (yield* ReceivedAlerts).receive(source, alerts)
      yield* Effect.forEach(outcome.acknowledged, showAcknowledgement, { discard: true })
      return outcome
    })
  )

const report = (error: StoreError) =>
  isUnavailable(error)
    ? logUnavailable(error, "received alerts")
    : recordInternalError("request", "Received alerts could not be stored", Cause.fail(error))

const newKey = Effect.map(randomBytes(16), (bytes) => Buffer.from(bytes).toString("hex"))

const hasStopped = (error: Stop | StoreError): error is Stop => error._tag === "Refused" || error._tag === "Invalid"

/** Finds the responses to alerts of other tools. Null: a path is not one of an alert. */
export const makeAlertSourceRouter = (addressOf: (request: RequestContext["request"]) => string) => {
  const unknown = new UnknownPings()

  /** Finds the source of a token, within the limits of unknown tokens. */
  const sourceOf = Effect.fnUntraced(function* (
    { kind }: AlertCall,
    token: string | null,
    address: string
  ): Effect.fn.Return<AdmittedSource, Stop | StoreError, AlertSources> {
    if (token === null || !isAlertSourceToken(token)) return yield* Effect.fail(UNKNOWN)
    const now = yield* Clock.currentTimeMillis
    const network = siteOf(address)
    const admission = unknown.admit(token, network, now)
    if (admission !== "search") return yield* Effect.fail(admission === "unknown" ? UNKNOWN : TOO_MANY)
    const source = yield* (yield* AlertSources).admit(alertSourceTokenHash(token))
    unknown.note(token, network, source !== null, now)
    if (source === null || source.kind !== kind) return yield* Effect.fail(UNKNOWN)
    return source
  })

  const receive = Effect.fnUntraced(function* (context: RequestContext, call: AlertCall) {
    const startedAt = yield* Clock.currentTimeMillis
    const fresh = yield* newKey
    const answers = vendorAnswers[call.kind]
    let request: AnsweredRequest = { requestId: context.id, took: 0, key: fresh }
    const stopped = (stop: Stop): HttpResponse => {
      if (stop._tag === "Invalid") return answers.invalid(stop, request)
      const response = answers.refused(stop.refusal, request)
      return stop.afterSeconds === null
        ? response
        : { ...response, headers: { "Retry-After": String(stop.afterSeconds) } }
    }
    const work = Effect.gen(function* () {
      const body = yield* readBody(context, call.bodyBytes)
      const token = tokenOf(call, context.request.headers, body)
      const source = yield* sourceOf(call, token, addressOf(context.request))
      const refusal = yield* refusalOf(source)
      if (refusal !== null) return yield* Effect.fail(refusal)
      const { key, reading } = call.read(body, fresh)
      if (reading._tag === "Invalid") return yield* Effect.fail<Stop>(reading)
      const outcome = yield* store(source, reading.alerts)
      request = { ...request, took: ((yield* Clock.currentTimeMillis) - startedAt) / 1_000, key }
      if (outcome.refused > 0) return yield* Effect.fail(FULL)
      return answers.done({ ...outcome, ignored: reading.ignored }, request)
    })
    return yield* work.pipe(
      Effect.catch((error) =>
        hasStopped(error) ? Effect.succeed(stopped(error)) : Effect.as(report(error), stopped(UNAVAILABLE))
      )
    )
  })

  return (context: RequestContext): LabelledResponse<AlertSourceServices> | null => {
    const [empty, prefix, ...segments] = context.path.replace(/\/$/u, "").split("/")
    if (empty !== "" || `/${prefix}` !== ALERTS_PATH) return null
    const call = findAlertCall(context.method, segments)
    if (call === null) return null
    if ("read" in call) return { label: "alert", response: receive(context, call) }
    const { allowed, kind } = call
    const request: AnsweredRequest = { requestId: context.id, took: 0, key: "" }
    const refusal = { status: 405, message: `Send this request with the method ${allowed[0] ?? "POST"}.` } as const
    const response = { ...vendorAnswers[kind].refused(refusal, request), headers: { Allow: allowed.join(", ") } }
    return { label: "alert", response: Effect.succeed(response) }
  }
}
