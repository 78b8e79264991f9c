import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Fault } from "./Fault.ts"
import { MonitorKind } from "./MonitorKind.ts"
import { Timestamp } from "./Timestamp.ts"
import { ReportDomain, ReportUrl } from "./WeeklyReport.ts"

/** Ids in keys hold no colon, which separates the parts of a key. */
const Id = Schema.String.check(Schema.isPattern(/^[\w-]{1,64}$/u))
const Text = Schema.String
const StatusCode = Schema.NullOr(Schema.Int)

/** A domain or URL monitor as it was called when the fact happened. */
export const FactMonitor = Schema.Struct({ id: Id, name: Text, url: Text })
export interface FactMonitor extends Schema.Schema.Type<typeof FactMonitor> {}

/** A check that belongs to an incident. */
export const FactCheck = Schema.Struct({ at: Timestamp, location: Text, outcome: Text, statusCode: StatusCode })
export interface FactCheck extends Schema.Schema.Type<typeof FactCheck> {}

/** The most likely cause of an incident, in the language of the recipient. Texts may quote what others wrote. */
export const FactDiagnosis = Schema.Struct({
  /** Class of `@mon/diagnosis`, such as `connection_refused`. */
  class: Text,
  /** Words of ours only. */
  title: Text,
  /** From 0 to 1. */
  confidence: Schema.Finite,
  nextStep: Text,
  evidence: Schema.Array(Text),
  against: Schema.Array(Text)
})
export interface FactDiagnosis extends Schema.Schema.Type<typeof FactDiagnosis> {}

/** The incident that a `down` fact opens and an `up` fact ends. The sender of an email may add its checks. */
export const FactIncident = Schema.Struct({
  id: Id,
  startedAt: Timestamp,
  /** Null while the incident is open. */
  resolvedAt: Schema.NullOr(Timestamp),
  triggerStatusCode: StatusCode,
  resolutionStatusCode: StatusCode,
  triggerError: Schema.NullOr(Fault),
  checks: Schema.Array(FactCheck).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  /** Absent if the cause is not known. The sender of a message may add it. */
  diagnosis: Schema.optionalKey(FactDiagnosis)
})
export interface FactIncident extends Schema.Schema.Type<typeof FactIncident> {}

/**
 * The certificate that a fact is about; `daysRemaining` are those of the moment of the fact, negative once it has
 * expired.
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
  /** 0 to 100. */
  score: Schema.Finite,
  /** A to F. */
  grade: Text,
  previousGrade: Schema.NullOr(Text),
  checkedAt: Timestamp
}

const speed = {
  monitor: FactMonitor,
  monitorKind: MonitorKind,
  at: Timestamp,
  /** Duration of the last of the three checks. */
  responseMs: Schema.Int,
  /** Null: only the content counts. */
  degradedAfterMs: Schema.NullOr(Schema.Int),
  /** The fault that the content shows, or no longer shows. Absent: the fact is about the speed. */
  content: Schema.optionalKey(Schema.Struct({ code: Text, line: Schema.NullOr(Text) }))
}

/** Present if a maintenance window suppressed the fact, and it is sent because it is still true after the window. */
const afterMaintenance = { maintenance: Schema.optionalKey(Schema.Struct({ window: Text })) }

/**
 * A fact that the service notifies people of. It holds all that its messages need, so that no message depends
 * on what has changed since. A new kind takes one schema here, one row in `notificationTypes` and one in
 * `factKeyPaths`.
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
  /** Three checks in a row were slow, or had a remark about the content. */
  Schema.Struct({ kind: Schema.Literal("degraded"), state: Schema.Literal("degraded"), ...speed }),
  /** Three checks in a row were fast again and had no remark. */
  Schema.Struct({ kind: Schema.Literal("recovered"), state: Schema.Literal("recovered"), ...speed }),
  Schema.Struct({
    kind: Schema.Literal("page_changed"),
    monitor: FactMonitor,
    changeId: Id,
    detectedAt: Timestamp,
    summary: Text,
    /** The lines themselves. */
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
    /** `MX example.com 10 mx.example.net` */
    added: Schema.Array(Text),
    removed: Schema.Array(Text),
    /** As in an incident. */
    diagnosis: Schema.optionalKey(FactDiagnosis)
  }),
  /** The proof of a host has been missing for too long, so that requests which may change something stop. */
  Schema.Struct({
    kind: Schema.Literal("checks_stopped"),
    state: Schema.Literal("checks_stopped"),
    monitor: FactMonitor,
    monitorKind: MonitorKind,
    method: Text,
    /** `_mon.example.com` */
    recordName: Text,
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
    /** As in an incident. */
    diagnosis: Schema.optionalKey(FactDiagnosis),
    ...afterMaintenance
  }),
  Schema.Struct({
    kind: Schema.Literal("certificate_expiring"),
    monitor: FactMonitor,
    certificate: FactCertificate,
    /** 30, 14, 7, 3 or 1. */
    thresholdDays: Schema.Int
  }),
  Schema.Struct({
    kind: Schema.Literal("certificate_invalid"),
    monitor: FactMonitor,
    /** Codes of `@mon/uptime-probe`: `expired`, `wrong_host`, ... */
    problems: Schema.Array(Text),
    certificate: Schema.NullOr(FactCertificate),
    detectedAt: Timestamp,
    /** As in an incident. */
    diagnosis: Schema.optionalKey(FactDiagnosis)
  }),
  Schema.Struct({
    kind: Schema.Literal("domain_expiring"),
    monitor: FactMonitor,
    /** `example.com` */
    registeredName: Text,
    expiresAt: Timestamp,
    daysRemaining: Schema.Int,
    registrar: Schema.NullOr(Text),
    /** 60, 30, 14, 7, 3 or 1. */
    thresholdDays: Schema.Int
  }),
  Schema.Struct({
    kind: Schema.Literal("email_health_alert"),
    ...emailHealth,
    /** Blacklists that did not list the domain before. */
    newListings: Schema.Array(Text),
    /** Worst first. */
    findings: Schema.Array(FactFinding),
    /** As in an incident. */
    diagnosis: Schema.optionalKey(FactDiagnosis)
  }),
  Schema.Struct({ kind: Schema.Literal("email_health_recovery"), ...emailHealth }),
  /** A week of one account, as far as one member may see it. */
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
    /** Checks that were due and that the service did not run. */
    checksMissed: Schema.Int
  })
]).pipe(Schema.toTaggedUnion("kind"))
export type Fact = typeof Fact.Type

/** The kinds of facts: finer than the types of notifications. */
export type FactKind = Fact["kind"]

/** The fact of one kind. */
export type FactOf<Kind extends FactKind> = Extract<Fact, { readonly kind: Kind }>
