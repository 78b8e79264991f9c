import { readFact, summarize } from "@mon/alerts"
import { type WebhookDeliveryRow, Webhooks } from "@mon/core-store"
import { type Language, type WebhookAttemptRecord, type WebhookDeliveryRecord, webhookLimits } from "@mon/model"
import { webhookBody } from "@mon/notifications"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { spokenLanguage } from "../languageFor.ts"

const HTTP_STATUS = /^[1-5]\d\d$/u

const attemptRecord = ({
  at,
  code,
  durationMs,
  error,
  status
}: WebhookDeliveryRow["attempts"][number]): WebhookAttemptRecord => ({
  at: new Date(at).toISOString(),
  status,
  statusCode: code !== null && HTTP_STATUS.test(code) ? Number(code) : null,
  durationMs,
  error: status === "failed" ? { code: code ?? "failed", message: error ?? code ?? "failed" } : null
})

const deliveryRecord =
  (baseUrl: string, language: Language) =>
  ({
    attempts,
    createdAt,
    id,
    monitor,
    notification,
    outcome,
    reason,
    status
  }: WebhookDeliveryRow): WebhookDeliveryRecord => {
    const { data, key, kind, type } = notification
    const body = webhookBody({ id, isDigest: false, notifications: [notification] }, monitor, baseUrl)
    return {
      id,
      event: type,
      title: summarize(readFact({ type, kind, key, data }), language).title,
      status,
      outcome,
      reason,
      body: body === null ? null : JSON.stringify(body),
      createdAt: createdAt.toISOString(),
      attempts: attempts.map(attemptRecord)
    }
  }

/**
 * Returns the newest deliveries of a webhook, or null if the caller cannot see the webhook. Each delivery contains the
 * body exactly as it was sent.
 */
export const webhookDeliveries = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  limit: number = webhookLimits.deliveriesListed.default
) {
  const rows = yield* (yield* Webhooks).deliveries(caller.viewer, id, limit)
  const language = yield* spokenLanguage(caller)
  return rows === null ? null : rows.map(deliveryRecord((yield* PublicUrl).base(), language))
})
