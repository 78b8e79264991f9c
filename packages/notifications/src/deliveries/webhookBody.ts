import { type RenderableFact, webhookPayload, type WebhookPayload } from "@mon/alerts"
import type { ClaimedDelivery } from "@mon/core-store"
import { deliveredFact } from "./deliveredFact.ts"
import { permalinkOf } from "./permalinkOf.ts"

/** Reduces a weekly report to the domain of the webhook; null when the report does not cover it. */
const partFor = (fact: RenderableFact, domainId: string): RenderableFact | null => {
  if (fact.kind !== "weekly_report") return fact
  const domain = fact.domains.find(({ id }) => id === domainId)
  return domain === undefined
    ? null
    : { ...fact, domains: [domain], urls: [], checks: domain.checks, checksMissed: domain.checksMissed }
}

/** What a delivery sends to a webhook of a domain (public id); null when there is nothing to send any more. */
export const webhookBody = (
  delivery: Pick<ClaimedDelivery, "id" | "isDigest" | "notifications">,
  domainId: string,
  baseUrl: string
): WebhookPayload | null => {
  const [first] = delivery.notifications
  const whole = deliveredFact(delivery)
  const fact = whole === null ? null : partFor(whole, domainId)
  return fact === null || first === undefined
    ? null
    : webhookPayload(fact, {
        id: delivery.id,
        createdAt: first.createdAt.toISOString(),
        link: permalinkOf(fact, baseUrl)
      })
}
