import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { Webhooks } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { writeRefusal } from "../domains/access.ts"

export const webhookNotFound = () => new NotFound({ message: messages.webhookNotFound })

/** Refuses what the caller cannot see (404) and what it may not change (403). */
export const requireWritableWebhook = Effect.fn("requireWritableWebhook")(function* (caller: Caller, id: string) {
  const right = yield* (yield* Webhooks).right(caller.viewer, id)
  if (right === null) return yield* webhookNotFound()
  const message = writeRefusal(caller, right)
  if (message !== null) return yield* new Forbidden({ message })
})
