// Written by `npm run openapi`. Do not edit.
import type { ReceiverChange } from "./several.ts"

/** Which alerts go where, and when. */
export type AlertRoute = {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly kinds: ReadonlyArray<
    | "down"
    | "degraded"
    | "flapping"
    | "page_changed"
    | "page_error"
    | "dns_changed"
    | "checks_stopped"
    | "certificate_expiring"
    | "certificate_invalid"
    | "domain_expiring"
    | "email_health_alert"
  >
  readonly severities: ReadonlyArray<"critical" | "error" | "warning" | "info">
  readonly scope: "all" | "chosen"
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<RouteStep>
  readonly reminderMinutes: number | null
  readonly stoppedBy: "targets" | "plan" | null
  readonly createdAt: string
}

/** A new route. */
export type CreateRoute = {
  readonly name: string
  readonly steps: ReadonlyArray<{ readonly afterMinutes: number; readonly targets: ReadonlyArray<string> }>
  readonly kinds?: ReadonlyArray<
    | "down"
    | "degraded"
    | "flapping"
    | "page_changed"
    | "page_error"
    | "dns_changed"
    | "checks_stopped"
    | "certificate_expiring"
    | "certificate_invalid"
    | "domain_expiring"
    | "email_health_alert"
  >
  readonly severities?: ReadonlyArray<"critical" | "error" | "warning" | "info">
  readonly scope?: "all" | "chosen"
  readonly monitorIds?: ReadonlyArray<string>
  readonly tagIds?: ReadonlyArray<string>
  readonly reminderMinutes?: number | null
  readonly position?: number
}

/** The deleted route, and what the deletion means. */
export type DeletedRoute = {
  readonly id: string
  readonly deleted: true
  readonly receivers: ReadonlyArray<ReceiverChange>
}

/** Who would get the recovery message. */
export type RecoveryRecipient = { readonly target: string; readonly kind: string | null; readonly name: string }

/** A person whom routes can notify. */
export type RoutePerson = {
  readonly membershipId: string
  readonly name: string | null
  readonly email: string
  readonly getsAlerts: boolean
}

/** Who would be notified, by which channel, and when. */
export type RouteSimulation = {
  readonly monitorId: string
  readonly kind:
    | "down"
    | "degraded"
    | "flapping"
    | "page_changed"
    | "page_error"
    | "dns_changed"
    | "checks_stopped"
    | "certificate_expiring"
    | "certificate_invalid"
    | "domain_expiring"
    | "email_health_alert"
  readonly severity: "critical" | "error" | "warning" | "info"
  readonly at: string
  readonly routeId: string | null
  readonly routeName: string | null
  readonly notes: ReadonlyArray<RouteSimulationNote>
  readonly moments: ReadonlyArray<SimulatedMoment>
  readonly hasMore: boolean
  readonly recovery: ReadonlyArray<RecoveryRecipient>
}

/** What changes when or whether alerts are sent. */
export type RouteSimulationNote = {
  readonly code:
    | "alerts_paused"
    | "monitor_paused"
    | "maintenance"
    | "parent_down"
    | "flapping"
    | "flood"
    | "alerts_off"
    | "event"
  readonly message: string
  readonly blocks: boolean
}

/** Who receives an alert, and how long after it starts. */
export type RouteStep = { readonly afterMinutes: number; readonly targets: ReadonlyArray<string> }

/** What a change would mean. Nothing has changed. */
export type RouteTrial = { readonly receivers: ReadonlyArray<ReceiverChange> }

/** The route as it is now, and what the change means. */
export type SavedRoute = {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly kinds: ReadonlyArray<
    | "down"
    | "degraded"
    | "flapping"
    | "page_changed"
    | "page_error"
    | "dns_changed"
    | "checks_stopped"
    | "certificate_expiring"
    | "certificate_invalid"
    | "domain_expiring"
    | "email_health_alert"
  >
  readonly severities: ReadonlyArray<"critical" | "error" | "warning" | "info">
  readonly scope: "all" | "chosen"
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<RouteStep>
  readonly reminderMinutes: number | null
  readonly stoppedBy: "targets" | "plan" | null
  readonly createdAt: string
  readonly receivers: ReadonlyArray<ReceiverChange>
}

/** A moment at which an alert is sent. */
export type SimulatedMoment = {
  readonly at: string
  readonly afterMinutes: number
  readonly step: number | null
  readonly reminder: number | null
  readonly recipients: ReadonlyArray<SimulatedRecipient>
}

/** Who would receive an alert, and when. */
export type SimulatedRecipient = {
  readonly target: string
  readonly kind: string | null
  readonly name: string
  readonly sendsAt: string | null
  readonly reason:
    | "quiet_hours"
    | "quiet_reminder"
    | "channel_off"
    | "channel_plan"
    | "no_recipient"
    | "webhooks_once"
    | "email_off"
    | "no_access"
    | null
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateRoute = {
  readonly name?: string
  readonly steps?: ReadonlyArray<{ readonly afterMinutes: number; readonly targets: ReadonlyArray<string> }>
  readonly kinds?: ReadonlyArray<
    | "down"
    | "degraded"
    | "flapping"
    | "page_changed"
    | "page_error"
    | "dns_changed"
    | "checks_stopped"
    | "certificate_expiring"
    | "certificate_invalid"
    | "domain_expiring"
    | "email_health_alert"
  >
  readonly severities?: ReadonlyArray<"critical" | "error" | "warning" | "info">
  readonly scope?: "all" | "chosen"
  readonly monitorIds?: ReadonlyArray<string>
  readonly tagIds?: ReadonlyArray<string>
  readonly reminderMinutes?: number | null
  readonly position?: number
}
