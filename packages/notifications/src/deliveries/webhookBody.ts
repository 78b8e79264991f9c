import { type RenderableFact, webhookPayload, type WebhookPayload } from "@mon/alerts"
import type { ClaimedDelivery, WebhookMonitor } from "@mon/core-store"
import { deliveredFact } from "./deliveredFact.ts"
import { permalinkOf } from "./permalinkOf.ts"

/** Reduces a weekly report to the monitor of the webhook. Null if the report does not contain that monitor. */
const partFor = (fact: RenderableFact, monitor: WebhookMonitor | null): RenderableFact | null => {
  if (fact.kind !== "weekly_report" || monitor === null) return fact
  if (monitor.kind === "url") {
    const url = fact.urls.find(({ id }) => id === monitor.id)
    return url === undefined ? null : { ...fact, domains: [], urls: [url], checks: 0, checksMissed: 0 }
  }
  const domain = fact.domains.find(({ id }) => id === monitor.id)
  return domain === undefined
    ? null
    : { ...fact, domains: [domain], urls: [], checks: domain.checks, checksMissed: domain.checksMissed }
}

/**
 * Builds the body of a delivery to a webhook. `monitor` is null for a webhook about all monitors. Pass
 * `acknowledgeLink` only if nobody but the receiver sees the body. Returns null if there is nothing left to send.
 */
export const webhookBody = (
  delivery: Pick<ClaimedDelivery, "id" | "isDigest" | "notifications">,
  monitor: WebhookMonitor | null,
  baseUrl: string,
  acknowledgeLink: (fact: RenderableFact) => string | null = () => null
): WebhookPayload | null => {
  const [first] = delivery.notifications
  const whole = deliveredFact(delivery)
  const fact = whole === null ? null : partFor(whole, monitor)
  return fact === null || first === undefined
    ? null
    : webhookPayload(fact, {
        id: delivery.id,
        createdAt: first.createdAt.toISOString(),
        link: permalinkOf(fact, baseUrl),
        acknowledgeLink: acknowledgeLink(fact)
      })
}
