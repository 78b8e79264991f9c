import { BadRequest, Forbidden, messages, NotFound } from "@mon/api-contract"
import { Heartbeats } from "@mon/core-store"
import { AlertChannel, Heartbeat, HeartbeatPing, Incident, monitorKinds, monitorLimits, TagRecord } from "@mon/model"
import { Clock, Effect, Option, Schema } from "effect"
import type { HandlerServices } from "../api/ApiHandler.ts"
import { inAccount } from "../api/monitors/inAccount.ts"
import type { Caller } from "../auth/Caller.ts"
import { callEndpoint, contractEndpoint, type EndpointRequest } from "../http/callEndpoint.ts"
import type { EndpointTable } from "../http/EndpointTable.ts"
import { type HttpResponse, jsonResponse } from "../http/HttpResponse.ts"
import { onceForKey } from "../http/Idempotency.ts"
import type { JsonObject } from "../http/RequestBody.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import { openPingToken, pingTokenHash } from "../pings/PingToken.ts"
import { type CheckSpec, readSpec } from "./CheckSpec.ts"
import { type Check, type CheckView, readFlipFilter, toCheck, toFlips, toPing, uniqueKeyOf } from "./toCheck.ts"
import { hasTags, isMatch, shownSlug, tagsText, tagWord, tagWords, toHeartbeat } from "./toHeartbeat.ts"

/** A request to the management API of Healthchecks with a valid key. */
export interface CheckRequest {
  readonly context: RequestContext
  readonly caller: Caller
  readonly table: EndpointTable<HandlerServices>
  readonly view: CheckView
  /** The UUID or the unique key in the path, or an empty text. */
  readonly id: string
  /** The number of a ping in the path, or an empty text. */
  readonly n: string
  readonly body: JsonObject
}

const notFound = () => new NotFound({ message: messages.heartbeatNotFound })

/** Calls an endpoint of Mon's own API. Returns the `data` of its response. */
const call = <A>(
  { caller, table }: CheckRequest,
  name: string,
  data: Schema.Decoder<A>,
  parts: Partial<Omit<EndpointRequest, "endpoint">> = {}
) => {
  const request = { endpoint: contractEndpoint(name), params: {}, query: {}, body: {}, ...parts }
  const decode = Schema.decodeUnknownEffect(Schema.Struct({ data }))
  return Effect.flatMap(callEndpoint(request, caller, table), (body) =>
    Effect.map(Effect.orDie(decode(body)), (decoded) => decoded.data)
  )
}

/** Matches the UUIDs in paths. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/**
 * Adds a UUID to each heartbeat: the token in its ping URL, which is decrypted if the caller cannot see the URL. If the
 * token is not a UUID, uses the id of the heartbeat.
 */
const withUuids = Effect.fnUntraced(function* ({ caller }: CheckRequest, heartbeats: ReadonlyArray<Heartbeat>) {
  const { accountKey } = caller.viewer
  const hidden = heartbeats.flatMap(({ id, pingUrl }) => (pingUrl === null ? [id] : []))
  const sealedTokens = yield* (yield* Heartbeats).tokens(caller.viewer, hidden)
  const opened = yield* Effect.forEach(sealedTokens, ({ id, sealed }) =>
    Effect.map(
      Effect.option(openPingToken(accountKey, sealed)),
      (token) => [id, Option.getOrElse(token, () => "")] as const
    )
  )
  const tokens = new Map(opened)
  return heartbeats.map((heartbeat): Check => {
    const { id, pingUrl } = heartbeat
    const token = pingUrl === null ? (tokens.get(id) ?? "") : pingUrl.slice(pingUrl.lastIndexOf("/") + 1)
    return { heartbeat, uuid: UUID.test(token) ? token : id }
  })
})

/** Returns all checks that the caller can see, newest first. */
const allChecks = Effect.fnUntraced(function* (request: CheckRequest) {
  const limit = monitorLimits.pageSize.maximum
  const found: Array<Heartbeat> = []
  for (let page = 1; found.length === (page - 1) * limit; page += 1) {
    const query = { page: String(page), limit: String(limit) }
    found.push(...(yield* call(request, "heartbeats.list", Schema.Array(Heartbeat), { query })))
  }
  return yield* withUuids(request, found)
})

/** Returns the check with the UUID or the unique key in the path. */
const findCheck = Effect.fnUntraced(function* (request: CheckRequest) {
  const { caller, id } = request
  if (!id.includes("-")) {
    const check = (yield* allChecks(request)).find((each) => uniqueKeyOf(each) === id)
    return check ?? (yield* notFound())
  }
  const named = yield* (yield* Heartbeats).idOfToken(caller.viewer, pingTokenHash(id))
  const heartbeat = yield* call(request, "heartbeats.get", Heartbeat, { params: { id: named ?? id } })
  const [check] = yield* withUuids(request, [heartbeat])
  return check ?? (yield* notFound())
})

const shown = (request: CheckRequest, check: Check, status = 200): HttpResponse =>
  jsonResponse(status, toCheck(check, request.view))

/** Returns a response that shows a heartbeat as a check. */
const answer = (request: CheckRequest, heartbeat: Heartbeat, status = 200) =>
  Effect.flatMap(withUuids(request, [heartbeat]), ([check]) =>
    check === undefined ? Effect.fail(notFound()) : Effect.succeed(shown(request, check, status))
  )

const nameKey = (name: string): string => name.normalize("NFC").toLowerCase()

/** Returns the ids of tags. Creates the tags that do not exist yet. */
const tagIdsOf = Effect.fnUntraced(function* (request: CheckRequest, tags: string) {
  const present = yield* call(request, "tags.list", Schema.Array(TagRecord))
  const ids = new Map(present.map(({ id, name }) => [nameKey(tagWord(name)), id]))
  return yield* Effect.forEach(tagWords(tags), (name) => {
    const id = ids.get(nameKey(name))
    if (id !== undefined) return Effect.succeed(id)
    return Effect.map(call(request, "tags.create", TagRecord, { body: { name } }), (made) => made.id)
  })
})

/** Creates or changes the heartbeat of a check. `current`: the heartbeat to change, or null. */
const carryOut = Effect.fnUntraced(function* (request: CheckRequest, spec: CheckSpec, current: Heartbeat | null) {
  const body = toHeartbeat(spec, request.view.version, current)
  if (typeof body === "string") return yield* new BadRequest({ message: body })
  const params = { id: current?.id ?? "" }
  let heartbeat = current
  if (heartbeat === null) heartbeat = yield* call(request, "heartbeats.create", Heartbeat, { body })
  else if (Object.keys(body).length > 0) {
    heartbeat = yield* call(request, "heartbeats.update", Heartbeat, { params, body })
  }
  if (spec.tags === undefined || hasTags(heartbeat, spec.tags)) return heartbeat
  const tagIds = yield* tagIdsOf(request, spec.tags)
  return yield* call(request, "heartbeats.setTags", Heartbeat, { params: { id: heartbeat.id }, body: { tagIds } })
})

/** Returns the values that the request body sets in a check. */
const specOf = ({ body }: CheckRequest) => {
  const spec = readSpec(body)
  return typeof spec === "string" ? Effect.fail(new BadRequest({ message: spec })) : Effect.succeed(spec)
}

/** Lists the checks that have all given tags, and the given slug if the request contains one. */
export const listChecks = Effect.fnUntraced(function* (request: CheckRequest) {
  const query = new URLSearchParams(request.context.query)
  const tags = query.getAll("tag")
  const slug = query.getAll("slug").at(-1) ?? ""
  const checks = (yield* allChecks(request)).filter(({ heartbeat }) => {
    const own = new Set(tagWords(tagsText(heartbeat)))
    return tags.every((tag) => own.has(tag)) && (slug === "" || shownSlug(heartbeat, request.view.version) === slug)
  })
  return jsonResponse(200, { checks: checks.map((check) => toCheck(check, request.view)) })
})

/**
 * Adds a check. If there are checks with the same values of the fields in `unique`, changes the oldest of them instead.
 * Locks the account, so that two clients cannot add the same check.
 */
export const createCheck = Effect.fnUntraced(function* (request: CheckRequest) {
  const { body, caller, context, view } = request
  const spec = yield* specOf(request)
  const work = Effect.gen(function* () {
    const checks = spec.unique.length === 0 ? [] : yield* allChecks(request)
    const matched = checks.findLast(({ heartbeat }) => isMatch(spec, heartbeat, view.version))?.heartbeat ?? null
    return yield* answer(request, yield* carryOut(request, spec, matched), matched === null ? 201 : 200)
  })
  const limit = messages.heartbeatLimit(caller.limits[monitorKinds.heartbeat.plan.count])
  return yield* onceForKey(context, caller, body, () =>
    Effect.succeed(inAccount(caller, "Healthchecks.createCheck", work))
  ).pipe(
    // Clients expect status 403 if a limit is reached.
    Effect.mapError((error) =>
      error instanceof BadRequest && error.message === limit ? new Forbidden({ message: limit }) : error
    )
  )
})

/** Shows a check. */
export const getCheck = (request: CheckRequest) => Effect.map(findCheck(request), (check) => shown(request, check))

/** Changes the given fields of a check. */
export const updateCheck = Effect.fnUntraced(function* (request: CheckRequest) {
  const work = Effect.gen(function* () {
    const { heartbeat } = yield* findCheck(request)
    const spec = yield* specOf(request)
    return yield* answer(request, yield* carryOut(request, spec, heartbeat))
  })
  return yield* inAccount(request.caller, "Healthchecks.updateCheck", work)
})

/** Deletes a check, and returns it as it was before. */
export const deleteCheck = Effect.fnUntraced(function* (request: CheckRequest) {
  const check = yield* findCheck(request)
  yield* call(request, "heartbeats.remove", Schema.Unknown, { params: { id: check.heartbeat.id } })
  return shown(request, check)
})

/** Pauses a check. */
export const pauseCheck = Effect.fnUntraced(function* (request: CheckRequest) {
  const { heartbeat } = yield* findCheck(request)
  return yield* answer(request, yield* call(request, "heartbeats.pause", Heartbeat, { params: { id: heartbeat.id } }))
})

/** Resumes a paused check. */
export const resumeCheck = Effect.fnUntraced(function* (request: CheckRequest) {
  const { heartbeat } = yield* findCheck(request)
  if (!heartbeat.isPaused) return jsonResponse(409, { error: "check is not paused" })
  return yield* answer(request, yield* call(request, "heartbeats.resume", Heartbeat, { params: { id: heartbeat.id } }))
})

/** Lists the stored pings of a check, newest first. */
export const listPings = Effect.fnUntraced(function* (request: CheckRequest) {
  const { heartbeat } = yield* findCheck(request)
  const pings = yield* call(request, "heartbeats.pings", Schema.Array(HeartbeatPing), { params: { id: heartbeat.id } })
  return jsonResponse(200, { pings: pings.map((ping) => toPing(ping, request.id, request.view)) })
})

/** Returns the output that came with a ping, byte for byte. */
export const pingBody = Effect.fnUntraced(function* (request: CheckRequest) {
  const { heartbeat } = yield* findCheck(request)
  const found = yield* (yield* Heartbeats).pingBody(request.caller.viewer, heartbeat.id, Number(request.n))
  if (found === null) return yield* new NotFound({ message: messages.pingNotFound })
  const headers = { "X-Content-Type-Options": "nosniff" }
  return { status: 200, body: found.body, contentType: "text/plain", headers } satisfies HttpResponse
})

/** Lists the changes of a check's state between up and down, newest first. */
export const listFlips = Effect.fnUntraced(function* (request: CheckRequest) {
  const { heartbeat } = yield* findCheck(request)
  const now = (yield* Clock.currentTimeMillis) / 1_000
  const filter = readFlipFilter(new URLSearchParams(request.context.query), now)
  if (filter === null) return yield* new BadRequest({ message: "start, end or seconds is not valid" })
  const params = { id: heartbeat.id }
  const incidents = yield* call(request, "heartbeats.incidents", Schema.Array(Incident), { params })
  return jsonResponse(200, { flips: toFlips(incidents, filter) })
})

/** Lists the alert channels of the account. */
export const listChannels = Effect.fnUntraced(function* (request: CheckRequest) {
  const channels = yield* call(request, "channels.list", Schema.Array(AlertChannel))
  return jsonResponse(200, { channels: channels.map(({ id, kind, name }) => ({ id, name, kind })) })
})

/** Refuses requests for badges, because heartbeats have no badges. */
export const refuseBadges = () => Effect.fail(new NotFound({ message: "badges are not supported" }))
