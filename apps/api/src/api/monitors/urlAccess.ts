import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { type UrlRight, UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, seatsToWrite } from "../../auth/Caller.ts"

/** The given value, or 404 if the store found nothing. */
export const foundUrl = <A>(value: A | null): Effect.Effect<A, NotFound> =>
  value === null ? Effect.fail(new NotFound({ message: messages.urlNotFound })) : Effect.succeed(value)

/** Refuses members with whom no page is shared. */
export const seesUrls = Effect.fn("seesUrls")(function* ({ viewer }: Caller) {
  if (viewer.role === "owner" || (yield* (yield* UrlMonitors).seesAny(viewer))) return
  return yield* new Forbidden({ message: messages.ownerOnly })
})

/** Why a caller may not change a page that it can see, or null. */
export const urlRefusal = (caller: Caller, { access }: Pick<UrlRight, "access">): string | null => {
  if (access === "owner") return null
  return access === "read" ? messages.readOnlyUrl : seatsToWrite(caller)
}

/** The caller's access to a page: 403 if no page is shared with the caller, 404 if the caller cannot see this one. */
export const rightOverUrl = Effect.fn("rightOverUrl")(function* (caller: Caller, id: string) {
  yield* seesUrls(caller)
  const [right] = yield* (yield* UrlMonitors).rights(caller.viewer, [id])
  return yield* foundUrl<UrlRight>(right ?? null)
})

/** Like `rightOverUrl`, but 403 if the caller may not change the page. */
export const writableUrl = Effect.fn("writableUrl")(function* (caller: Caller, id: string) {
  const right = yield* rightOverUrl(caller, id)
  const message = urlRefusal(caller, right)
  return message === null ? right : yield* new Forbidden({ message })
})
