import { messages, NotFound } from "@mon/api-contract"
import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

/** Refuses everybody but the owner (403), and a URL monitor that the account does not have (404). */
export const ownUrl = Effect.fn("ownUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  const found = yield* (yield* UrlMonitors).find(caller.viewer, id)
  return found ?? (yield* new NotFound({ message: messages.urlNotFound }))
})
