// The schemas in Fact.ts, WeeklyReport.ts, Event.ts and Fault.ts, as types that do not need Effect. plain-facts.test.ts
// compares the types with the schemas.
import type { MonitorKind } from "./monitorKinds.ts"

/** The notification types. */
export type NotificationType =
  | "status_change"
  | "ssl_expiry"
  | "ssl_invalid"
  | "domain_expiry"
  | "email_health_alert"
  | "email_health_recovery"
  | "weekly_report"

/** The reason why a check failed: a stable code of the outcome, and a sentence for people. */
export interface Fault {
  readonly code: string
  readonly message: string
}

/** A domain or page, with the name and address that it had when the fact happened. */
export interface FactMonitor {
  readonly id: string
  readonly name: string
  readonly url: string
}

/** A check that belongs to an incident. */
export interface FactCheck {
  /** The time of the check, ISO 8601 UTC. */
  readonly at: string
  readonly location: string
  readonly outcome: string
  readonly statusCode: number | null
}

/** The most likely cause of an incident, in the language of the recipient. The texts may quote responses of servers. */
export interface FactDiagnosis {
  /** The class of the cause in `@mon/diagnosis`, such as `connection_refused`. */
  readonly class: string
  /** The title of the cause. It is Mon's own text and quotes no response of a server. */
  readonly title: string
  /** The confidence, from 0 to 1. */
  readonly confidence: number
  readonly nextStep: string
  readonly evidence: ReadonlyArray<string>
  readonly against: ReadonlyArray<string>
}

/** The exit code of the job of a failed heartbeat, and the last lines that the job printed. */
interface FactJob {
  readonly exitCode: number | null
  readonly output: string | null
}

/**
 * The incident that a `down` fact opens and an `up` fact ends. The sender of an email may add the incident's checks.
 */
export interface FactIncident {
  readonly id: string
  /** The start of the incident, ISO 8601 UTC. */
  readonly startedAt: string
  /** The end of the incident as ISO 8601 UTC, or null while it is open. */
  readonly resolvedAt: string | null
  readonly triggerStatusCode: number | null
  readonly resolutionStatusCode: number | null
  readonly triggerError: Fault | null
  readonly checks: ReadonlyArray<FactCheck>
  /** The likely cause; absent if the cause is not known. The sender of a message may add it. */
  readonly diagnosis?: FactDiagnosis
  /** The failed job of a heartbeat; absent if no job has failed. */
  readonly job?: FactJob
}

/**
 * The maintenance window that suppressed the fact. It is present only if the fact is sent late, because it is still
 * true after the window.
 */
interface AfterMaintenance {
  readonly maintenance?: { readonly window: string }
}

/** The certificate that a fact is about. `daysRemaining` is counted from the moment of the fact. */
export interface FactCertificate {
  readonly subject: string
  readonly issuer: string
  /** The end of the validity, ISO 8601 UTC. */
  readonly validTo: string
  /** The number of days until the certificate expires; negative once it has expired. */
  readonly daysRemaining: number
  readonly fingerprint256: string
}

/** A problem with the email setup of a domain, and the DNS record that fixes it. */
export interface FactFinding {
  readonly severity: string
  readonly message: string
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null
}

/** One domain in a weekly report. A value that is not known is null. */
export interface ReportDomain {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly isPaused: boolean
  readonly isDown: boolean
  readonly isFlapping: boolean
  readonly uptimePercent: number | null
  readonly uptimePercentBefore: number | null
  readonly incidents: number
  readonly incidentsBefore: number
  readonly downSeconds: number
  readonly longestDownSeconds: number
  readonly longestDownAt: string | null
  /** The class in `@mon/diagnosis` of the likely cause of the longest downtime; null if the cause is not known. */
  readonly longestDownCause: string | null
  /** The title of the likely cause in the language of the recipient. It is added when the report is sent. */
  readonly longestDownTitle?: string
  readonly responseP95Ms: number | null
  readonly responseP95MsBefore: number | null
  readonly certificateValid: boolean | null
  readonly certificateDaysLeft: number | null
  readonly domainDaysLeft: number | null
  readonly emailGrade: string | null
  readonly emailGradeBefore: string | null
  readonly checks: number
  /** The number of checks that were due but that the service did not run. */
  readonly checksMissed: number
  /** The time in maintenance windows. It counts neither as uptime nor as downtime. */
  readonly maintenanceSeconds: number
}

/** One page in a weekly report. `summaries` describe its changes, newest first. */
export interface ReportUrl {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly isPaused: boolean
  readonly status: "unknown" | "active" | "changed" | "error"
  readonly changes: number
  readonly summaries: ReadonlyArray<string>
}

interface EmailHealth {
  readonly monitor: FactMonitor
  /** The score, from 0 to 100. */
  readonly score: number
  /** The grade, from A to F. */
  readonly grade: string
  readonly previousGrade: string | null
  readonly checkedAt: string
}

interface Speed {
  readonly monitor: FactMonitor
  readonly monitorKind: MonitorKind
  readonly at: string
  /** The duration of the last of the three checks. */
  readonly responseMs: number
  /**
   * The duration from which a response counts as slow. Null: no response counts as slow, and the content is the only
   * possible reason.
   */
  readonly degradedAfterMs: number | null
  /** The fault that appeared in the content or disappeared from it. Absent if the fact is about the speed. */
  readonly content?: { readonly code: string; readonly line: string | null }
}

/** The source of an alert: another tool that sends its alerts to the account. */
export interface FactSource {
  readonly id: string
  readonly name: string
  readonly kind: string
}

interface External {
  readonly source: FactSource
  readonly incident: { readonly id: string; readonly startedAt: string; readonly resolvedAt: string | null }
  readonly title: string
  readonly summary: string | null
  readonly severity: "critical" | "error" | "warning" | "info"
  /** The page of the other tool about the problem. */
  readonly link: string | null
  readonly labels: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/**
 * A fact that the service notifies people of. It contains everything that its messages need, so that a message does not
 * depend on later changes.
 */
export type Fact =
  | ({ readonly kind: "down"; readonly monitor: FactMonitor; readonly incident: FactIncident } & AfterMaintenance)
  | { readonly kind: "up"; readonly monitor: FactMonitor; readonly incident: FactIncident }
  /** A domain changed its state so often that single changes are no longer announced. */
  | {
      readonly kind: "flapping"
      readonly monitor: FactMonitor
      readonly transitions: number
      readonly windowHours: number
      readonly since: string
    }
  /** Three checks in a row were slow, or the content of the page had a fault that counts as a remark. */
  | (Speed & { readonly kind: "degraded"; readonly state: "degraded" })
  /** Three checks in a row were fast again, and the content of the page had no remark. */
  | (Speed & { readonly kind: "recovered"; readonly state: "recovered" })
  | {
      readonly kind: "page_changed"
      readonly monitor: FactMonitor
      readonly changeId: string
      readonly detectedAt: string
      readonly summary: string
      /** The text of the added lines. */
      readonly added: ReadonlyArray<string>
      readonly removed: ReadonlyArray<string>
    }
  /** Watched DNS records of a domain changed. */
  | {
      readonly kind: "dns_changed"
      readonly state: "dns_changed"
      readonly monitor: FactMonitor
      readonly changeId: string
      readonly detectedAt: string
      /** The added records, for example `MX example.com 10 mx.example.net`. */
      readonly added: ReadonlyArray<string>
      readonly removed: ReadonlyArray<string>
      /** The most likely cause, as in {@link FactIncident}. */
      readonly diagnosis?: FactDiagnosis
    }
  /**
   * The TXT record that proves the ownership of a host has been missing for too long, so checks whose requests may
   * change something, or checks of a service, have stopped.
   */
  | {
      readonly kind: "checks_stopped"
      readonly state: "checks_stopped"
      readonly monitor: FactMonitor
      readonly monitorKind: MonitorKind
      /** The method of the requests. Null for a service. */
      readonly method: string | null
      /** The name of the TXT record, for example `_mon.example.com`. Null if no record can prove the host. */
      readonly recordName: string | null
      readonly absentSince: string
      readonly stoppedAt: string
    }
  /** A page can no longer be checked. */
  | ({
      readonly kind: "page_error"
      readonly monitor: FactMonitor
      readonly at: string
      readonly statusCode: number | null
      readonly error: Fault | null
      /** The most likely cause, as in {@link FactIncident}. */
      readonly diagnosis?: FactDiagnosis
    } & AfterMaintenance)
  | {
      readonly kind: "certificate_expiring"
      readonly monitor: FactMonitor
      readonly certificate: FactCertificate
      /** The threshold that was reached, in days: 30, 14, 7, 3 or 1. */
      readonly thresholdDays: number
    }
  | {
      readonly kind: "certificate_invalid"
      readonly monitor: FactMonitor
      /** The problem codes of `@mon/uptime-probe`: `expired`, `wrong_host`, ... */
      readonly problems: ReadonlyArray<string>
      readonly certificate: FactCertificate | null
      readonly detectedAt: string
      /** The most likely cause, as in {@link FactIncident}. */
      readonly diagnosis?: FactDiagnosis
    }
  | {
      readonly kind: "domain_expiring"
      readonly monitor: FactMonitor
      /** The registrable domain, for example `example.com`. */
      readonly registeredName: string
      readonly expiresAt: string
      readonly daysRemaining: number
      readonly registrar: string | null
      /** The threshold that was reached, in days: 60, 30, 14, 7, 3 or 1. */
      readonly thresholdDays: number
    }
  | (EmailHealth & {
      readonly kind: "email_health_alert"
      /** The blacklists that newly list the domain. */
      readonly newListings: ReadonlyArray<string>
      /** The findings, worst first. */
      readonly findings: ReadonlyArray<FactFinding>
      /** The most likely cause, as in {@link FactIncident}. */
      readonly diagnosis?: FactDiagnosis
    })
  | (EmailHealth & { readonly kind: "email_health_recovery" })
  /** Another tool has reported a problem. */
  | (External & { readonly kind: "external_alert" })
  /** Another tool has reported the end of a problem. */
  | (External & { readonly kind: "external_resolved" })
  /** A weekly report for one account, limited to the monitors that one member may see. */
  | {
      readonly kind: "weekly_report"
      readonly membershipId: string
      readonly accountId: string
      /** The first moment of the week. */
      readonly from: string
      /** The first moment after the week. */
      readonly to: string
      readonly domains: ReadonlyArray<ReportDomain>
      readonly urls: ReadonlyArray<ReportUrl>
      readonly checks: number
      /** The number of checks that were due but that the service did not run. */
      readonly checksMissed: number
    }

/** The kinds of facts. They are more specific than the types of notifications. */
export type FactKind = Fact["kind"]

/** The type of the facts of one kind. */
export type FactOf<Kind extends FactKind> = Extract<Fact, { readonly kind: Kind }>
