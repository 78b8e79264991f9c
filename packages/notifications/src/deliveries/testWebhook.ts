import { type TestFact, webhookPayload } from "@mon/alerts"
import { WebhookSender } from "@mon/alerts/effect"
import { randomBytes, type WebhookTarget, WebhookTargets } from "@mon/core-store"
import { monitorKinds, uuidv7, type WebhookTest } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { openWebhookSecret } from "./sendWebhook.ts"

const unreadable: WebhookTest = {
  delivered: false,
  statusCode: null,
  responseTimeMs: null,
  error: { code: "secret_unreadable", message: "The webhook's secret cannot be decrypted." }
}

const testFact = ({ monitor }: WebhookTarget): TestFact => {
  if (monitor === null) return { type: "test", scope: "account" }
  const { kind, ...shown } = monitor
  return { type: "test", [monitorKinds[kind].payload]: shown } as TestFact
}

/**
 * Sends a test event immediately, without retries. Returns null if there is no such webhook. A failed test never
 * switches off the webhook.
 */
export const testWebhook = Effect.fn("testWebhook")(function* (webhookId: string) {
  const targets = yield* WebhookTargets
  const target = yield* targets.find(webhookId)
  if (target === null) return null
  const secret = yield* Effect.option(openWebhookSecret(target))
  if (secret._tag === "None") return unreadable
  const now = yield* Clock.currentTimeMillis
  const id = uuidv7(now, yield* randomBytes(10))
  const payload = webhookPayload(testFact(target), { id, createdAt: new Date(now).toISOString() })
  const sender = yield* WebhookSender
  const result = yield* sender.send({
    url: target.url,
    secret: secret.value,
    id,
    event: payload.type,
    body: JSON.stringify(payload)
  })
  const { delivered, error, responseTimeMs, statusCode } = result
  yield* targets.record(target.id, { delivered, statusCode, gone: false, ownFault: true }, 0)
  return {
    delivered,
    statusCode,
    responseTimeMs,
    error: error === null ? null : { code: error.code, message: error.message }
  } satisfies WebhookTest
})
