import {
  newHeartbeat,
  type PingAnswer,
  type PingCall,
  pingLimits,
  readPing,
  type ReceivedPing,
  receivePing,
  receiveTokenPing
} from "@mon/checks"
import { HeartbeatPings, Heartbeats, type Secrets, type SlugFinding, type StoreError } from "@mon/core-store"
import { heartbeatDefaults, Plans } from "@mon/model"
import { Clock, Effect } from "effect"
import { isIPv4 } from "node:net"
import { siteOf } from "../auth/networkOf.ts"
import type { HttpResponse } from "../http/HttpResponse.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import type { LabelledResponse } from "../http/Router.ts"
import { newPingToken, pingTokenHash } from "./PingToken.ts"
import { readTail } from "./readTail.ts"
import { UnknownPings } from "./UnknownPings.ts"

/** The characters of a `User-Agent` that are stored, as in Healthchecks. */
const CLIENT_LENGTH = 200

/** The services that pings need. */
type PingServices = HeartbeatPings | Heartbeats | Secrets

const toResponse = ({ body, contentType, headers, status }: PingAnswer): HttpResponse => ({
  status,
  body,
  contentType,
  headers
})

/** Returns the network of a sender in CIDR form, without the host. */
const networkText = (address: string): string => {
  const site = siteOf(address)
  return isIPv4(`${site}.0`) ? `${site}.0/24` : `${site}::/48`
}

const textBytes = (text: string) => {
  const bytes = Buffer.from(text.toWellFormed(), "utf8")
  return { bytes: bytes.subarray(-pingLimits.bodyBytes), isCut: bytes.length > pingLimits.bodyBytes }
}

/** Adds the heartbeat that a ping names. Returns whether the plan allows another one. */
const provision = Effect.fnUntraced(function* (
  slug: string,
  { accountKey, membershipKey, plan, userKey }: SlugFinding
) {
  const scope = { accountKey, membershipKey, userKey, role: "owner" } as const
  const monitor = { ...heartbeatDefaults, name: slug, slug }
  const limit = (yield* Plans)[plan].domainMonitors
  const token = yield* newPingToken(accountKey)
  const made = yield* (yield* Heartbeats).create(scope, monitor, limit, token, newHeartbeat)
  return made._tag === "Created"
})

type Recorded = Parameters<PingCall["answer"]>[0]

const unavailable: Recorded = "unavailable"

/** Records a ping that names a heartbeat by its slug. */
const recordBySlug = Effect.fnUntraced(function* (
  { creates, key, slug }: Extract<PingCall["target"], { readonly _tag: "Slug" }>,
  received: ReceivedPing
): Effect.fn.Return<Recorded, StoreError, PingServices> {
  const pings = yield* HeartbeatPings
  const keyHash = pingTokenHash(key)
  const first = yield* pings.findBySlug(keyHash, slug)
  if (first === null) return "unknown"
  if (first.found.length > 1) return "ambiguous"
  const isNew = first.found.length === 0
  if (isNew && !(creates && (yield* provision(slug, first)))) return "unknown"
  const find = Effect.map(pings.findBySlug(keyHash, slug), (finding) => finding?.found[0] ?? null)
  const outcome = yield* receivePing(find, received)
  return isNew && outcome === "recorded" ? "created" : outcome
})

/** Finds the answers to pings. Null: a path is not one of a ping. */
export const makePingRouter = (addressOf: (request: RequestContext["request"]) => string) => {
  const unknown = new UnknownPings()

  const answer = Effect.fnUntraced(function* ({ request }: RequestContext, call: PingCall) {
    const { isFiltered = false, ping, statedMs, target, text } = call
    const address = addressOf(request)
    const secret = target._tag === "Token" ? target.token : `${target.key}/${target.slug}/${target.creates}`
    const network = siteOf(address)
    const now = yield* Clock.currentTimeMillis
    const admission = unknown.admit(secret, network, now)
    const body = text === null ? yield* readTail(request, pingLimits.bodyBytes) : textBytes(text)
    if (admission !== "search") return call.answer(admission === "unknown" ? "unknown" : "tooMany")
    const tokenHash = target._tag === "Token" ? pingTokenHash(target.token) : null
    const received: ReceivedPing = {
      ...ping,
      statedMs,
      filtered: isFiltered ? { _tag: "Request" } : null,
      method: request.method ?? "GET",
      body: body === null || body.bytes.length === 0 ? null : body.bytes,
      isCut: body === null || body.isCut,
      client: request.headers["user-agent"]?.slice(0, CLIENT_LENGTH).toWellFormed() ?? null,
      network: networkText(address),
      tokenHash
    }
    const recorded: Effect.Effect<Recorded, StoreError, PingServices> =
      target._tag === "Slug" ? recordBySlug(target, received) : receiveTokenPing(pingTokenHash(target.token), received)
    const outcome = yield* recorded.pipe(
      Effect.catch((error) =>
        Effect.as(Effect.logWarning("A ping could not be stored. The client is asked to repeat it", error), unavailable)
      )
    )
    if (outcome !== "unavailable" && outcome !== "tooMany") unknown.note(secret, network, outcome !== "unknown", now)
    return call.answer(outcome)
  })

  return (context: RequestContext): LabelledResponse<PingServices> | null => {
    const { method, path, query, request } = context
    const read = readPing({
      method,
      path,
      query: new URLSearchParams(query),
      header: (name) => {
        const value: unknown = Object.hasOwn(request.headers, name) ? Reflect.get(request.headers, name) : undefined
        return typeof value === "string" ? value : undefined
      }
    })
    if (read === null) return null
    const answered = read._tag === "Answer" ? Effect.succeed(read) : answer(context, read)
    return { label: "ping", response: Effect.map(answered, toResponse) }
  }
}
