import type { DeliveryOutcome, DeliveryReason } from "@mon/model"

/**
 * The names of the maintenance window and of the parent monitor that suppressed a message. Null: the record of the
 * message contains no such name.
 */
export interface Suppressor {
  readonly window: string | null
  readonly parent: string | null
}

type Reasons = Readonly<Record<DeliveryReason, string>>

const reasons: Reasons = {
  quiet_hours: "until quiet hours end",
  shared_cause: "to be sent in one message about all monitors with the same cause",
  summary: "to be sent in one message with other alerts",
  retry: "for the next attempt",
  parent_check: "for a check of the monitor that it depends on",
  first_check: "for the first check after an outage of this service",
  route: "for the next step of its route",
  paused: "alerts were paused",
  account_suspended: "the account was suspended",
  maintenance: "a maintenance window was active",
  parent: "a monitor that this one depends on was down",
  flapping: "the monitor changes state too often, so one notice replaces the alerts about its changes",
  no_recipient: "no people or channels are set up to get it",
  over: "the problem was over before it could be sent",
  deleted: "the monitor was deleted",
  gone: "its subject or recipient was removed",
  stopped: "the recipient has unsubscribed",
  removed: "the recipient was removed",
  number_removed: "the WhatsApp number was removed",
  address_refused: "a mail server says that the address does not exist",
  channel_inactive: "the channel is off",
  channel_not_in_plan: "the plan does not include the channel",
  webhook_inactive: "the webhook is off",
  nothing_to_change: "the channel has no message to update",
  unknown: "the reason was not recorded"
}

const outcomes: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: "delivered",
  stored: "stored but not sent, because there is no mail server",
  waiting: "waiting",
  suppressed: "suppressed",
  superseded: "superseded by a newer message",
  failed: "failed"
}

const events = {
  down: "Down",
  up: "Up again",
  flapping: "State keeps changing",
  degraded: "Degraded",
  recovered: "Fine again",
  email_health_alert: "Email health",
  email_health_recovery: "Email health recovered",
  page_changed: "Page changed",
  dns_changed: "DNS changed",
  page_error: "Page cannot be read",
  certificate_expiring: "Certificate expires",
  certificate_invalid: "Certificate invalid",
  domain_expiring: "Registration expires",
  checks_stopped: "Checks stopped",
  external_alert: "Alert",
  external_resolved: "Over"
}

export const outcomesEn = {
  outcomes,
  reasons,
  events,
  waitsForResume: "until alerts are resumed",
  window: (name: string) => `the maintenance window “${name}” was active`,
  parent: (name: string) => `${name} was down, and this monitor depends on it`,
  notYet: (reason: string) => `Nobody has been notified yet. The alert is waiting ${reason}.`,
  nobodyBecause: (reason: string) => `Nobody was notified: ${reason}.`,
  nobody: "Either nobody was notified, or the deliveries are more than 30 days old.",
  more: (count: number) => `and ${count} more`
}
export type OutcomeWords = typeof outcomesEn
