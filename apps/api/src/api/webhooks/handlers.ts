import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { createWebhook } from "./create.ts"
import { listWebhooks } from "./list.ts"
import { removeWebhook } from "./remove.ts"
import { testWebhook } from "./test.ts"

export const webhookHandlers: GroupHandlers<"webhooks"> = {
  list: ({ caller, query }) => Effect.map(listWebhooks(caller, query.domainId ?? null), ok),
  create: ({ caller, payload }) => Effect.map(createWebhook(caller, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeWebhook(caller, params.id), ok),
  test: ({ caller, params }) => Effect.map(testWebhook(caller, params.id), ok)
}
