import { readFact, summarize } from "@mon/alerts"
import { BadRequest, messages, NotFound, pagination } from "@mon/api-contract"
import { Notifications, type StoredNotification } from "@mon/core-store"
import { type Language, type Notification, notificationLimits, type NotificationType } from "@mon/model"
import { diagnosedFact, permalinkOf } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { spokenLanguage } from "../languageFor.ts"

interface Wanted {
  readonly page?: number
  readonly limit?: number
  readonly type?: NotificationType
  readonly before?: string
}

const rendered =
  (baseUrl: string, language: Language) =>
  ({ data, diagnosisFacts, id, key, kind, type, ...rest }: StoredNotification): Notification => {
    const fact = diagnosedFact(readFact({ type, kind, key, data }), diagnosisFacts, language)
    return { id, type, kind, ...summarize(fact, language), link: permalinkOf(fact, baseUrl), ...rest }
  }

const listNotifications = Effect.fnUntraced(function* (
  caller: Caller,
  { limit = notificationLimits.pageSize.default, page = 1, type, ...rest }: Wanted
) {
  const { viewer } = caller
  const notifications = yield* Notifications
  if (rest.before !== undefined && !(yield* notifications.isVisible(viewer, rest.before)))
    return yield* new BadRequest({ message: messages.notificationBefore })
  const { items, total } = yield* notifications.list(viewer, { ...rest, page, limit, type: type ?? null })
  const { base } = yield* PublicUrl
  const language = yield* spokenLanguage(caller)
  return { ...ok(items.map(rendered(base(), language))), pagination: pagination(total, page, limit) }
})

const showDeliveries = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  const found = yield* (yield* Notifications).deliveries(viewer, id)
  return found ?? (yield* new NotFound({ message: messages.notificationNotFound }))
})

const countPending = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return { count: yield* (yield* Notifications).pending(viewer) }
})

/** Pauses or resumes notifications. Only the owner and admins may do it, because it affects the whole account. */
const setPaused = Effect.fn("setPaused")(function* (caller: Caller, paused: boolean, until: string | null = null) {
  yield* adminOnly(caller)
  const end = until === null ? null : Date.parse(until)
  if (end !== null && end <= (yield* Clock.currentTimeMillis))
    return yield* new BadRequest({ message: messages.pauseUntilPast })
  return yield* (yield* Notifications).setPaused(caller.viewer, paused, end)
})

const pauseState = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* Notifications).pauseState(viewer)
})

export const notificationHandlers: GroupHandlers<"notifications"> = {
  list: ({ caller, query }) => listNotifications(caller, query),
  deliveries: ({ caller, params }) => Effect.map(showDeliveries(caller, params.id), ok),
  unread: ({ caller }) => Effect.map(countPending(caller), ok),
  pause: ({ caller, payload }) => Effect.map(setPaused(caller, true, payload.until), ok),
  resume: ({ caller }) => Effect.map(setPaused(caller, false), ok),
  pauseStatus: ({ caller }) => Effect.map(pauseState(caller), ok)
}
