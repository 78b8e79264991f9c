import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { Webhooks } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { rightOver, writeRefusal } from "../domains/access.ts"
import { createWebhook } from "./create.ts"
import { webhookDeliveries } from "./deliveries.ts"
import { WebhookTester } from "../WebhookTester.ts"

const webhookNotFound = () => new NotFound({ message: messages.webhookNotFound })

/** Refuses a webhook that the caller cannot see (404) or may not change (403). */
const requireWritableWebhook = Effect.fn("requireWritableWebhook")(function* (caller: Caller, id: string) {
  const right = yield* (yield* Webhooks).right(caller.viewer, id)
  if (right === null) return yield* webhookNotFound()
  const message = writeRefusal(caller, right)
  if (message !== null) return yield* new Forbidden({ message })
})

/** The webhooks of one domain that the caller can see, or of all such domains. */
const listWebhooks = Effect.fnUntraced(function* (caller: Caller, domainId: string | null) {
  if (domainId !== null) yield* rightOver(caller, domainId)
  return yield* (yield* Webhooks).list(caller.viewer, domainId)
})

/** Deletes a webhook of a domain that the caller may change. */
const removeWebhook = Effect.fn("removeWebhook")(function* (caller: Caller, id: string) {
  yield* requireWritableWebhook(caller, id)
  if (!(yield* (yield* Webhooks).remove(caller.viewer, id))) return yield* webhookNotFound()
  return { id, deleted: true } as const
})

/** Sends a test event to a webhook that the caller may change, and returns the result. */
const testWebhook = Effect.fn("testWebhook")(function* (caller: Caller, id: string) {
  yield* requireWritableWebhook(caller, id)
  return (yield* (yield* WebhookTester).deliver(id)) ?? (yield* webhookNotFound())
})

export const webhookHandlers: GroupHandlers<"webhooks"> = {
  list: ({ caller, query }) => Effect.map(listWebhooks(caller, query.domainId ?? null), ok),
  create: { prepare: ({ caller, payload }) => Effect.map(createWebhook(caller, payload), Effect.map(ok)) },
  remove: ({ caller, params }) => Effect.map(removeWebhook(caller, params.id), ok),
  deliveries: ({ caller, params, query }) =>
    Effect.flatMap(webhookDeliveries(caller, params.id, query.limit), (found) =>
      found === null ? Effect.fail(webhookNotFound()) : Effect.succeed(ok(found))
    ),
  test: ({ caller, params }) => Effect.map(testWebhook(caller, params.id), ok)
}
