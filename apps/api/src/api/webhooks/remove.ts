import { Webhooks } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { requireWritableWebhook, webhookNotFound } from "./access.ts"

/** Deletes a webhook of a domain that the caller may change. */
export const removeWebhook = Effect.fn("removeWebhook")(function* (caller: Caller, id: string) {
  yield* requireWritableWebhook(caller, id)
  if (!(yield* (yield* Webhooks).remove(caller.viewer, id))) return yield* webhookNotFound()
  return { id, deleted: true } as const
})
