import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { requireWritableWebhook, webhookNotFound } from "./access.ts"
import { WebhookTester } from "./WebhookTester.ts"

/** Sends a test event to a webhook that the caller may change, and answers what came of it. */
export const testWebhook = Effect.fn("testWebhook")(function* (caller: Caller, id: string) {
  yield* requireWritableWebhook(caller, id)
  return (yield* (yield* WebhookTester).deliver(id)) ?? (yield* webhookNotFound())
})
