import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { Webhooks } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { checkNewWebhook, createWebhook } from "./create.ts"
import { monitorsIn } from "../monitors/byKind.ts"
import { limitTestsTo } from "../limitTries.ts"
import { webhookDeliveries } from "./deliveries.ts"
import { WebhookTester } from "../WebhookTester.ts"

const webhookNotFound = () => new NotFound({ message: messages.webhookNotFound })

/** Refuses a webhook that the caller cannot see (404) or may not change (403). */
const requireWritableWebhook = Effect.fn("requireWritableWebhook")(function* (caller: Caller, id: string) {
  const right = yield* (yield* Webhooks).right(caller.viewer, id)
  if (right === null) return yield* webhookNotFound()
  const message = domainMonitors.writeRefusal(caller, right)
  if (message !== null) return yield* new Forbidden({ message })
})

/** Returns the webhooks that the caller can see: the webhooks of one monitor, of one scope, or all webhooks. */
const listWebhooks = Effect.fnUntraced(function* (caller: Caller, filter: Parameters<Webhooks["Service"]["list"]>[1]) {
  for (const { calls, id } of monitorsIn(filter)) yield* calls.rightOver(caller, id)
  return yield* (yield* Webhooks).list(caller.viewer, filter)
})

const removeWebhook = Effect.fn("removeWebhook")(function* (caller: Caller, id: string) {
  yield* requireWritableWebhook(caller, id)
  if (!(yield* (yield* Webhooks).remove(caller.viewer, id))) return yield* webhookNotFound()
  return { id, deleted: true } as const
})

const testWebhook = Effect.fn("testWebhook")(function* (caller: Caller, id: string) {
  yield* requireWritableWebhook(caller, id)
  const webhook = (yield* (yield* Webhooks).list(caller.viewer, {})).find((one) => one.id === id)
  if (webhook === undefined) return yield* webhookNotFound()
  yield* limitTestsTo(caller, webhook.url)
  return (yield* (yield* WebhookTester).deliver(id)) ?? (yield* webhookNotFound())
})

export const webhookHandlers: GroupHandlers<"webhooks"> = {
  list: ({ caller, query }) => Effect.map(listWebhooks(caller, query), ok),
  create: {
    check: checkNewWebhook,
    prepare: ({ caller, payload }) => Effect.map(createWebhook(caller, payload), Effect.map(ok))
  },
  remove: ({ caller, params }) => Effect.map(removeWebhook(caller, params.id), ok),
  deliveries: ({ caller, params, query }) =>
    Effect.flatMap(webhookDeliveries(caller, params.id, query.limit), (found) =>
      found === null ? Effect.fail(webhookNotFound()) : Effect.succeed(ok(found))
    ),
  test: ({ caller, params }) => Effect.map(testWebhook(caller, params.id), ok)
}
