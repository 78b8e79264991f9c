import { BadRequest, messages, NotFound, pagination } from "@mon/api-contract"
import { StatusPages, StatusSubscribers } from "@mon/core-store"
import {
  isPublicId,
  statusPageLimits,
  type StatusPageAccess,
  type StatusSubscriber,
  type SubscriberState
} from "@mon/model"
import { csvLine } from "@mon/simulation"
import { Effect, Stream } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { FileDownload } from "../../http/HttpResponse.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const pageNotFound = () => new NotFound({ message: messages.statusPageNotFound })

const listSubscribers = Effect.fn("listSubscribers")(function* (
  caller: Caller,
  id: string,
  {
    limit = statusPageLimits.pageSize.default,
    page = 1,
    ...rest
  }: { readonly limit?: number; readonly page?: number; readonly state?: SubscriberState }
) {
  yield* adminOnly(caller)
  const found = yield* (yield* StatusSubscribers).list(caller.viewer, id, { ...rest, page, limit })
  if (found === null) return yield* pageNotFound()
  return { ...ok(found.items), pagination: pagination(found.total, page, limit) }
})

interface AudienceQuery {
  readonly componentIds?: string
  readonly access?: StatusPageAccess
  readonly emailDomains?: string
}

const partsOf = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const countAudience = Effect.fn("countAudience")(function* (
  caller: Caller,
  id: string,
  { access, componentIds: listed = "", emailDomains = "" }: AudienceQuery
) {
  yield* adminOnly(caller)
  const componentIds = partsOf(listed)
  if (componentIds.length > statusPageLimits.components || !componentIds.every(isPublicId))
    return yield* new BadRequest({ message: messages.statusAudience })
  // No stored hash is empty, so an empty hash stands for a new password.
  const readers = { passwordHash: "", emailDomains: partsOf(emailDomains.toLowerCase()) }
  const counted = yield* (yield* StatusSubscribers).audience(
    caller.viewer,
    id,
    componentIds,
    access === undefined ? undefined : { access, ...readers }
  )
  return counted ?? (yield* pageNotFound())
})

const columns: ReadonlyArray<readonly [string, (subscriber: StatusSubscriber) => string | boolean | null]> = [
  ["id", ({ id }) => id],
  ["kind", ({ kind }) => kind],
  ["address", ({ address }) => address],
  ["language", ({ language }) => language],
  ["state", ({ state }) => state],
  ["ended_reason", ({ endedReason }) => endedReason],
  ["stopped_by", ({ stoppedBy }) => stoppedBy],
  ["component_ids", ({ componentIds }) => componentIds?.join("; ") ?? null],
  ["confirmed_at", ({ confirmedAt }) => confirmedAt],
  ["ended_at", ({ endedAt }) => endedAt],
  ["created_at", ({ createdAt }) => createdAt]
]

const downloadSubscribers = Effect.fn("downloadSubscribers")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  const all = (yield* (yield* StatusSubscribers).all(caller.viewer, id)) ?? (yield* pageNotFound())
  const rows = all.map((subscriber) => csvLine(columns.map(([, cell]) => cell(subscriber))))
  const lines = [csvLine(columns.map(([name]) => name)), ...rows]
  return new FileDownload(`subscribers-${id}.csv`, "text/csv; charset=utf-8", Stream.make(lines.join("")))
})

const removeSubscriber = Effect.fn("removeSubscriber")(function* (
  caller: Caller,
  { id, subscriberId }: { readonly id: string; readonly subscriberId: string }
) {
  yield* adminOnly(caller)
  if ((yield* (yield* StatusPages).find(caller.viewer, id)) === null) return yield* pageNotFound()
  if (!(yield* (yield* StatusSubscribers).remove(caller.viewer, id, subscriberId)))
    return yield* new NotFound({ message: messages.statusSubscriberNotFound })
  return { id: subscriberId, deleted: true } as const
})

export const statusSubscriberHandlers: GroupHandlers<"statusSubscribers"> = {
  list: ({ caller, params, query }) => listSubscribers(caller, params.id, query),
  audience: ({ caller, params, query }) => Effect.map(countAudience(caller, params.id, query), ok),
  download: ({ caller, params }) => downloadSubscribers(caller, params.id),
  remove: ({ caller, params }) => Effect.map(removeSubscriber(caller, params), ok)
}
