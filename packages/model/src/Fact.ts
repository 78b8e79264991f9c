import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Fault } from "./Fault.ts"
import { MonitorKind } from "./MonitorKind.ts"
import { Timestamp } from "./Timestamp.ts"
import { ReportDomain, ReportUrl } from "./WeeklyReport.ts"

/** An id in the key of a fact. It has no colon, because colons separate the parts of a key. */
const Id = Schema.String.check(Schema.isPattern(/^[\w-]{1,64}$/u))
const Text = Schema.String
const StatusCode = Schema.NullOr(Schema.Int)

/** A domain or page, with the name and address that it had when the fact happened. */
export const FactMonitor = Schema.Struct({ id: Id, name: Text, url: Text })
export interface FactMonitor extends Schema.Schema.Type<typeof FactMonitor> {}

/** A check that belongs to an incident. */
export const FactCheck = Schema.Struct({ at: Timestamp, location: Text, outcome: Text, statusCode: StatusCode })
export interface FactCheck extends Schema.Schema.Type<typeof FactCheck> {}

/** The most likely cause of an incident, in the language of the recipient. The texts may quote responses of servers. */
export const FactDiagnosis = Schema.Struct({
  /** The class of the cause in `@mon/diagnosis`, such as `connection_refused`. */
  class: Text,
  /** The title of the cause. It is Mon's own text and quotes no response of a server. */
  title: Text,
  /** The confidence, from 0 to 1. */
  confidence: Schema.Finite,
  nextStep: Text,
  evidence: Schema.Array(Text),
  against: Schema.Array(Text)
})
export interface FactDiagnosis extends Schema.Schema.Type<typeof FactDiagnosis> {}

/** The exit code of the job of a failed heartbeat, and the last lines that the job printed. */
const FactJob = Schema.Struct({ exitCode: Schema.NullOr(Schema.Int), output: Schema.NullOr(Text) })

/**
 * The incident that a `down` fact opens and an `up` fact ends. The sender of an email may add the incident's checks.
 */
export const FactIncident = Schema.Struct({
  id: Id,
  startedAt: Timestamp,
  /** The end of the incident; null while it is open. */
  resolvedAt: Schema.NullOr(Timestamp),
  triggerStatusCode: StatusCode,
  resolutionStatusCode: StatusCode,
  triggerError: Schema.NullOr(Fault),
  checks: Schema.Array(FactCheck).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  /** The likely cause; absent if the cause is not known. The sender of a message may add it. */
  diagnosis: Schema.optionalKey(FactDiagnosis),
  /** The failed job of a heartbeat; absent if no job has failed. */
  job: Schema.optionalKey(FactJob)
})
export interface FactIncident extends Schema.Schema.Type<typeof FactIncident> {}

/**
 * The certificate that a fact is about. `daysRemaining` is counted from the moment of the fact and is negative once the
 * certificate has expired.
 */
export const FactCertificate = Schema.Struct({
  subject: Text,
  issuer: Text,
  validTo: Timestamp,
  daysRemaining: Schema.Int,
  fingerprint256: Text
})
export interface FactCertificate extends Schema.Schema.Type<typeof FactCertificate> {}

/** A problem with the email setup of a domain, and the DNS record that fixes it. */
export const FactFinding = Schema.Struct({
  severity: Text,
  message: Text,
  fix: Schema.NullOr(Schema.Struct({ type: Text, host: Text, value: Text }))
})
export interface FactFinding extends Schema.Schema.Type<typeof FactFinding> {}

const emailHealth = {
  monitor: FactMonitor,
  /** The score, from 0 to 100. */
  score: Schema.Finite,
  /** The grade, from A to F. */
  grade: Text,
  previousGrade: Schema.NullOr(Text),
  checkedAt: Timestamp
}

const speed = {
  monitor: FactMonitor,
  monitorKind: MonitorKind,
  at: Timestamp,
  /** The duration of the last of the three checks. */
  responseMs: Schema.Int,
  /**
   * The duration from which a response counts as slow. Null: no response counts as slow, and the content is the only
   * possible reason.
   */
  degradedAfterMs: Schema.NullOr(Schema.Int),
  /** The fault that appeared in the content or disappeared from it. Absent if the fact is about the speed. */
  content: Schema.optionalKey(Schema.Struct({ code: Text, line: Schema.NullOr(Text) }))
}

/** The source of an alert: another tool that sends its alerts to the account. */
export const FactSource = Schema.Struct({ id: Id, name: Text, kind: Text })
export interface FactSource extends Schema.Schema.Type<typeof FactSource> {}

const external = {
  source: FactSource,
  incident: Schema.Struct({ id: Id, startedAt: Timestamp, resolvedAt: Schema.NullOr(Timestamp) }),
  title: Text,
  summary: Schema.NullOr(Text),
  severity: Schema.Literals(["critical", "error", "warning", "info"]),
  /** The page of the other tool about the problem. */
  link: Schema.NullOr(Text),
  labels: Schema.Array(Schema.Struct({ name: Text, value: Text }))
}

/**
 * The maintenance window that suppressed the fact. It is present only if the fact is sent late, because it is still
 * true after the window.
 */
const afterMaintenance = { maintenance: Schema.optionalKey(Schema.Struct({ window: Text })) }

/**
 * A fact that the service notifies people of. It contains everything that its messages need, so that a message does not
 * depend on later changes. A new kind needs one schema here, one row in `notificationTypes` and one in `factKeyPaths`.
 */
export const Fact = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("down"),
    monitor: FactMonitor,
    incident: FactIncident,
    ...afterMaintenance
  }),
  Schema.Struct({ kind: Schema.Literal("up"), monitor: FactMonitor, incident: FactIncident }),
  /** A domain changed its state so often that single changes are no longer announced. */
  Schema.Struct({
    kind: Schema.Literal("flapping"),
    monitor: FactMonitor,
    transitions: Schema.Int,
    windowHours: Schema.Int,
    since: Timestamp
  }),
  /** Three checks in a row were slow, or the content of the page had a fault that counts as a remark. */
  Schema.Struct({ kind: Schema.Literal("degraded"), state: Schema.Literal("degraded"), ...speed }),
  /** Three checks in a row were fast again, and the content of the page had no remark. */
  Schema.Struct({ kind: Schema.Literal("recovered"), state: Schema.Literal("recovered"), ...speed }),
  Schema.Struct({
    kind: Schema.Literal("page_changed"),
    monitor: FactMonitor,
    changeId: Id,
    detectedAt: Timestamp,
    summary: Text,
    /** The text of the added lines. */
    added: Schema.Array(Text),
    removed: Schema.Array(Text)
  }),
  /** Watched DNS records of a domain changed. */
  Schema.Struct({
    kind: Schema.Literal("dns_changed"),
    state: Schema.Literal("dns_changed"),
    monitor: FactMonitor,
    changeId: Id,
    detectedAt: Timestamp,
    /** The added records, for example `MX example.com 10 mx.example.net`. */
    added: Schema.Array(Text),
    removed: Schema.Array(Text),
    /** The most likely cause, as in {@link FactIncident}. */
    diagnosis: Schema.optionalKey(FactDiagnosis)
  }),
  /**
   * The TXT record that proves the ownership of a host has been missing for too long, so checks whose requests may
   * change something, or checks of a service, have stopped.
   */
  Schema.Struct({
    kind: Schema.Literal("checks_stopped"),
    state: Schema.Literal("checks_stopped"),
    monitor: FactMonitor,
    monitorKind: MonitorKind,
    /** The method of the requests. Null for a service. */
    method: Schema.NullOr(Text),
    /** The name of the TXT record, for example `_mon.example.com`. Null if no record can prove the host. */
    recordName: Schema.NullOr(Text),
    absentSince: Timestamp,
    stoppedAt: Timestamp
  }),
  /** A page can no longer be checked. */
  Schema.Struct({
    kind: Schema.Literal("page_error"),
    monitor: FactMonitor,
    at: Timestamp,
    statusCode: StatusCode,
    error: Schema.NullOr(Fault),
    /** The most likely cause, as in {@link FactIncident}. */
    diagnosis: Schema.optionalKey(FactDiagnosis),
    ...afterMaintenance
  }),
  Schema.Struct({
    kind: Schema.Literal("certificate_expiring"),
    monitor: FactMonitor,
    certificate: FactCertificate,
    /** The threshold that was reached, in days: 30, 14, 7, 3 or 1. */
    thresholdDays: Schema.Int
  }),
  Schema.Struct({
    kind: Schema.Literal("certificate_invalid"),
    monitor: FactMonitor,
    /** The problem codes of `@mon/uptime-probe`: `expired`, `wrong_host`, ... */
    problems: Schema.Array(Text),
    certificate: Schema.NullOr(FactCertificate),
    detectedAt: Timestamp,
    /** The most likely cause, as in {@link FactIncident}. */
    diagnosis: Schema.optionalKey(FactDiagnosis)
  }),
  Schema.Struct({
    kind: Schema.Literal("domain_expiring"),
    monitor: FactMonitor,
    /** The registrable domain, for example `example.com`. */
    registeredName: Text,
    expiresAt: Timestamp,
    daysRemaining: Schema.Int,
    registrar: Schema.NullOr(Text),
    /** The threshold that was reached, in days: 60, 30, 14, 7, 3 or 1. */
    thresholdDays: Schema.Int
  }),
  Schema.Struct({
    kind: Schema.Literal("email_health_alert"),
    ...emailHealth,
    /** The blacklists that newly list the domain. */
    newListings: Schema.Array(Text),
    /** The findings, worst first. */
    findings: Schema.Array(FactFinding),
    /** The most likely cause, as in {@link FactIncident}. */
    diagnosis: Schema.optionalKey(FactDiagnosis)
  }),
  Schema.Struct({ kind: Schema.Literal("email_health_recovery"), ...emailHealth }),
  /** Another tool has reported a problem. */
  Schema.Struct({ kind: Schema.Literal("external_alert"), ...external }),
  /** Another tool has reported the end of a problem. */
  Schema.Struct({ kind: Schema.Literal("external_resolved"), ...external }),
  /** A weekly report for one account, limited to the monitors that one member may see. */
  Schema.Struct({
    kind: Schema.Literal("weekly_report"),
    membershipId: Id,
    accountId: Id,
    /** The first moment of the week. */
    from: Timestamp,
    /** The first moment after the week. */
    to: Timestamp,
    domains: Schema.Array(ReportDomain),
    urls: Schema.Array(ReportUrl),
    checks: Schema.Int,
    /** The number of checks that were due but that the service did not run. */
    checksMissed: Schema.Int
  })
]).pipe(Schema.toTaggedUnion("kind"))
export type Fact = typeof Fact.Type

/** The kinds of facts. They are more specific than the types of notifications. */
export type FactKind = Fact["kind"]

/** The type of the facts of one kind. */
export type FactOf<Kind extends FactKind> = Extract<Fact, { readonly kind: Kind }>
