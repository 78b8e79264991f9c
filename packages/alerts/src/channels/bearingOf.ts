import { argumentsOf } from "@mon/bundled/arguments"
import { renderableFact } from "../argumentKinds.ts"
import { lastChanges } from "../message/rendering/domainState.ts"
import type { Digest, DigestCause, RenderableFact } from "../message/RenderableFact.ts"
import type { RoutedKind } from "../routes/AlertRoute.ts"
import type { ChannelPhase, ChannelSeverity } from "./ChannelMessage.ts"

const acceptSeverityOf = /* @__PURE__ */ argumentsOf("severityOf", () => ({ fact: renderableFact() }))

export interface Bearing {
  readonly phase: ChannelPhase
  readonly severity: ChannelSeverity
  readonly at: string | null
}

const URGENT_DAYS = 3

const byDays = (days: number): ChannelSeverity => (days <= URGENT_DAYS ? "error" : "warning")

const BY_SEVERITY: ReadonlyArray<ChannelSeverity> = ["critical", "error", "warning", "info"]

const worstOf = (facts: ReadonlyArray<RenderableFact>): ChannelSeverity => {
  const severities = new Set(facts.map((fact) => bearingOf(fact).severity))
  return BY_SEVERITY.find((severity) => severities.has(severity)) ?? "info"
}

/**
 * Returns the phase and the severity of a message about a shared cause. All messages about one cause form one alarm,
 * which ends when the last incident with that cause has ended.
 */
const bearingOfCause = ({ transitions }: Digest, { isOver }: DigestCause): Pick<Bearing, "phase" | "severity"> => {
  if (lastChanges(transitions).downs.length > 0) return { phase: "opened", severity: "critical" }
  return isOver ? { phase: "resolved", severity: "critical" } : { phase: "notice", severity: "info" }
}

export const bearingOf = (fact: RenderableFact): Bearing => {
  switch (fact.kind) {
    case "down":
      return { phase: "opened", severity: "critical", at: fact.incident.startedAt }
    case "up":
      return { phase: "resolved", severity: "critical", at: fact.incident.resolvedAt ?? fact.incident.startedAt }
    case "flapping":
      return { phase: "notice", severity: "warning", at: fact.since }
    case "degraded":
      return { phase: "opened", severity: "warning", at: fact.at }
    case "recovered":
      return { phase: "resolved", severity: "warning", at: fact.at }
    case "page_changed":
      return { phase: "notice", severity: "info", at: fact.detectedAt }
    case "dns_changed":
      return { phase: "notice", severity: "error", at: fact.detectedAt }
    case "checks_stopped":
      return { phase: "notice", severity: "warning", at: fact.stoppedAt }
    case "page_error":
      return { phase: "notice", severity: "warning", at: fact.at }
    case "certificate_expiring":
      return { phase: "notice", severity: byDays(fact.certificate.daysRemaining), at: null }
    case "certificate_invalid":
      return { phase: "notice", severity: "error", at: fact.detectedAt }
    case "domain_expiring":
      return { phase: "notice", severity: byDays(fact.daysRemaining), at: null }
    case "email_health_alert":
      return { phase: "opened", severity: "warning", at: fact.checkedAt }
    case "email_health_recovery":
      return { phase: "resolved", severity: "warning", at: fact.checkedAt }
    case "external_alert":
      return { phase: "opened", severity: fact.severity, at: fact.incident.startedAt }
    case "external_resolved":
      return {
        phase: "resolved",
        severity: fact.severity,
        at: fact.incident.resolvedAt ?? fact.incident.startedAt
      }
    case "weekly_report":
      return { phase: "notice", severity: "info", at: fact.to }
    case "digest": {
      const isDown = lastChanges(fact.transitions).downs.length > 0
      if (fact.cause != null) return { ...bearingOfCause(fact, fact.cause), at: null }
      return { phase: "notice", severity: isDown ? "critical" : "info", at: null }
    }
    case "summary":
      return { phase: "notice", severity: worstOf(fact.facts), at: null }
    case "unreadable":
      return { phase: "notice", severity: "warning", at: null }
  }
}

/** The usual severity of facts, by kind. An expiry within three days is an error, and
 * another tool states the severity of its alerts. */
export const usualSeverity: Readonly<Record<RoutedKind, ChannelSeverity>> = {
  down: "critical",
  degraded: "warning",
  flapping: "warning",
  page_changed: "info",
  page_error: "warning",
  dns_changed: "error",
  checks_stopped: "warning",
  certificate_expiring: "warning",
  certificate_invalid: "error",
  domain_expiring: "warning",
  email_health_alert: "warning",
  external_alert: "error"
}

/**
 * Returns the severity of a fact. Messages on all channels contain the severity, and routes compare it.
 *
 * @example
 * severityOf({ kind: "flapping", monitor: { id: "7", name: "Shop", url: "https://shop.example.com/" }, transitions: 6, windowHours: 24, since: "2026-11-21T02:00:00.000Z" }) // => "warning"
 */
export const severityOf = (fact: RenderableFact): ChannelSeverity => {
  acceptSeverityOf(fact)
  return bearingOf(fact).severity
}
