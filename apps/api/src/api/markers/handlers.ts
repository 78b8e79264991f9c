import { BadRequest, type CreateMarker, messages, NotFound } from "@mon/api-contract"
import { Markers } from "@mon/core-store"
import { markerLimits } from "@mon/model"
import { Clock, Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"

const DAY_MS = 86_400_000
const SECOND_MS = 1_000

const listMarkers = Effect.fn("listMarkers")(function* (
  { viewer }: Caller,
  domainId: string,
  limit: number = markerLimits.listed.default
) {
  return yield* domainMonitors.found(yield* (yield* Markers).list(viewer, domainId, limit))
})

/** Returns the time of a new marker in milliseconds since 1970, or null for the current time. */
const timeOf = Effect.fnUntraced(function* (time: string | undefined) {
  if (time === undefined) return null
  const now = yield* Clock.currentTimeMillis
  const at = Date.parse(time)
  return at < now - markerLimits.days * DAY_MS || at > now + markerLimits.aheadSeconds * SECOND_MS
    ? yield* new BadRequest({ message: messages.markerTime(markerLimits.days) })
    : at
})

const createMarker = Effect.fn("createMarker")(function* (
  caller: Caller,
  domainId: string,
  { link = null, text, time }: CreateMarker
) {
  yield* domainMonitors.writable(caller, domainId)
  const marker = { text: text.trim(), link, at: yield* timeOf(time) }
  return Effect.gen(function* () {
    const result = yield* (yield* Markers).add(caller.viewer, domainId, marker)
    if (result._tag === "Added") return ok(result.marker)
    return yield* result._tag === "Absent"
      ? domainMonitors.notFound()
      : new BadRequest({ message: messages.markerLimit(result.limit, caller.limits.title) })
  })
})

const removeMarker = Effect.fn("removeMarker")(function* (caller: Caller, domainId: string, id: string) {
  yield* domainMonitors.writable(caller, domainId)
  if (!(yield* (yield* Markers).remove(caller.viewer, domainId, id)))
    return yield* new NotFound({ message: messages.markerNotFound })
  return { id, deleted: true } as const
})

export const markerHandlers: GroupHandlers<"markers"> = {
  list: ({ caller, params, query }) => Effect.map(listMarkers(caller, params.domainId, query.limit), ok),
  create: { prepare: ({ caller, params, payload }) => createMarker(caller, params.domainId, payload) },
  remove: ({ caller, params }) => Effect.map(removeMarker(caller, params.domainId, params.id), ok)
}
