// Written by `npm run openapi`. Do not edit.
import type { Fault } from "./several.ts"

/** A new webhook. */
export type CreateWebhook = {
  readonly domainId?: string
  readonly urlId?: string
  readonly scope?: "account"
  readonly url: string
  readonly label?: string
  readonly events: ReadonlyArray<
    | "status_change"
    | "ssl_expiry"
    | "ssl_invalid"
    | "domain_expiry"
    | "email_health_alert"
    | "email_health_recovery"
    | "weekly_report"
    | "test"
  >
}

/** A webhook right after its creation. */
export type NewWebhook = {
  readonly id: string
  readonly domainId: string | null
  readonly urlId: string | null
  readonly scope: "domain" | "url" | "account"
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<
    | "status_change"
    | "ssl_expiry"
    | "ssl_invalid"
    | "domain_expiry"
    | "email_health_alert"
    | "email_health_recovery"
    | "weekly_report"
    | "test"
  >
  readonly isActive: boolean
  readonly createdAt: string
  readonly lastDeliveryAt: string | null
  readonly lastDeliveryStatus: string | null
  readonly secret: string
}

/** A webhook. */
export type Webhook = {
  readonly id: string
  readonly domainId: string | null
  readonly urlId: string | null
  readonly scope: "domain" | "url" | "account"
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<
    | "status_change"
    | "ssl_expiry"
    | "ssl_invalid"
    | "domain_expiry"
    | "email_health_alert"
    | "email_health_recovery"
    | "weekly_report"
    | "test"
  >
  readonly isActive: boolean
  readonly createdAt: string
  readonly lastDeliveryAt: string | null
  readonly lastDeliveryStatus: string | null
}

/** An attempt to deliver an event to a webhook. */
export type WebhookAttempt = {
  readonly at: string
  readonly status: "sent" | "failed" | null
  readonly statusCode: number | null
  readonly durationMs: number | null
  readonly error: Fault | null
}

/** An event for a webhook, and what happened to it. */
export type WebhookDelivery = {
  readonly id: string
  readonly event:
    | "status_change"
    | "ssl_expiry"
    | "ssl_invalid"
    | "domain_expiry"
    | "email_health_alert"
    | "email_health_recovery"
    | "weekly_report"
    | "test"
  readonly title: string
  readonly status: "pending" | "sent" | "suppressed" | "failed"
  readonly outcome: "delivered" | "stored" | "waiting" | "suppressed" | "superseded" | "failed"
  readonly reason: string | null
  readonly body: string | null
  readonly createdAt: string
  readonly attempts: ReadonlyArray<WebhookAttempt>
}

/** The outcome of a test delivery. */
export type WebhookTest = {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly responseTimeMs: number | null
  readonly error: Fault | null
}
