import type { Fact as CurrentFact, FactMonitor, FactOf, Incident, ReportDomain, ReportUrl } from "@mon/model"
import type { Digest, RenderableFact } from "./RenderableFact.ts"

// Facts in the form that the store writes today. This file goes when the store writes those of @mon/model.

interface Linked {
  readonly link: string | null
}

type IncidentOf = Pick<
  Incident,
  | "id"
  | "startedAt"
  | "resolvedAt"
  | "durationSeconds"
  | "triggerStatusCode"
  | "resolutionStatusCode"
  | "triggerError"
  | "checks"
>

/** A domain that went down or came back. */
export interface TransitionFact extends Linked {
  readonly type: "status_change"
  readonly change: "down" | "up"
  readonly domain: FactMonitor
  readonly incident: IncidentOf
}

/** A domain that changes its state too often. */
export interface FlappingFact extends Linked {
  readonly type: "status_change"
  readonly change: "flapping"
  readonly domain: FactMonitor
  readonly transitions: number
  readonly windowHours: number
  readonly since: string
}

/** One transition of a digest. */
export interface DigestEntry {
  readonly change: "down" | "up"
  readonly domain: FactMonitor
  readonly incidentId: string
  readonly at: string
  readonly reason: string | null
}

/** Many transitions at once. */
export interface DigestFact extends Linked {
  readonly type: "status_change"
  readonly change: "digest"
  readonly entries: ReadonlyArray<DigestEntry>
}

type Rest<Kind extends CurrentFact["kind"]> = Omit<FactOf<Kind>, "kind" | "monitor">

interface PageChangedFact extends Linked, Rest<"page_changed"> {
  readonly type: "status_change"
  readonly change: "url_changed"
  readonly urlMonitor: FactMonitor
}

interface PageErrorFact extends Linked, Rest<"page_error"> {
  readonly type: "status_change"
  readonly change: "url_error"
  readonly urlMonitor: FactMonitor
}

interface CertificateExpiringFact extends Linked, Rest<"certificate_expiring"> {
  readonly type: "ssl_expiry"
  readonly domain: FactMonitor
}

interface CertificateInvalidFact extends Linked, Rest<"certificate_invalid"> {
  readonly type: "ssl_invalid"
  readonly domain: FactMonitor
}

interface DomainExpiringFact extends Linked, Rest<"domain_expiring"> {
  readonly type: "domain_expiry"
  readonly domain: FactMonitor
}

interface EmailHealthAlertFact extends Linked, Rest<"email_health_alert"> {
  readonly type: "email_health_alert"
  readonly domain: FactMonitor
}

interface EmailHealthRecoveryFact extends Linked, Rest<"email_health_recovery"> {
  readonly type: "email_health_recovery"
  readonly domain: FactMonitor
}

interface DomainWeek extends Omit<ReportDomain, "checks" | "checksMissed"> {
  readonly checks: number
  readonly checksMissed: number
}

/** A week of one account. */
export interface WeeklyReportFact extends Linked {
  readonly type: "weekly_report"
  readonly accountId: string
  readonly from: string
  readonly to: string
  readonly domains: ReadonlyArray<DomainWeek>
  readonly urls: ReadonlyArray<ReportUrl>
  readonly checks: number
  readonly checksMissed: number
}

/** Everything that the store writes today. */
export type EarlierFact =
  | TransitionFact
  | FlappingFact
  | DigestFact
  | PageChangedFact
  | PageErrorFact
  | CertificateExpiringFact
  | CertificateInvalidFact
  | DomainExpiringFact
  | EmailHealthAlertFact
  | EmailHealthRecoveryFact
  | WeeklyReportFact

type StatusChange = Extract<EarlierFact, { readonly type: "status_change" }>

const toTransition = ({ at, change, domain, incidentId, reason }: DigestEntry): Digest["transitions"][number] => ({
  kind: change,
  monitor: domain,
  incident: {
    id: incidentId,
    startedAt: at,
    resolvedAt: change === "up" ? at : null,
    triggerStatusCode: null,
    resolutionStatusCode: null,
    triggerError: reason === null ? null : { code: "", message: reason },
    checks: []
  }
})

const statusChange = (fact: StatusChange): RenderableFact => {
  switch (fact.change) {
    case "down":
    case "up": {
      const { change: kind, domain: monitor, incident } = fact
      const { id, checks, resolutionStatusCode, resolvedAt, startedAt, triggerError, triggerStatusCode } = incident
      return {
        kind,
        monitor,
        incident: { id, startedAt, resolvedAt, triggerStatusCode, resolutionStatusCode, triggerError, checks: checks }
      }
    }
    case "flapping": {
      const { change: kind, domain: monitor, since, transitions, windowHours } = fact
      return { kind, monitor, transitions, windowHours, since }
    }
    case "digest":
      return { kind: "digest", transitions: fact.entries.map(toTransition) }
    case "url_changed": {
      const { added, changeId, detectedAt, removed, summary, urlMonitor: monitor } = fact
      return { kind: "page_changed", monitor, changeId, detectedAt, summary, added, removed }
    }
    case "url_error": {
      const { at, error, statusCode, urlMonitor: monitor } = fact
      return { kind: "page_error", monitor, at, statusCode, error }
    }
  }
}

const toCurrent = (fact: EarlierFact): RenderableFact => {
  switch (fact.type) {
    case "status_change":
      return statusChange(fact)
    case "ssl_expiry": {
      const { certificate, domain: monitor, thresholdDays } = fact
      return { kind: "certificate_expiring", monitor, certificate, thresholdDays }
    }
    case "ssl_invalid": {
      const { certificate, detectedAt, domain: monitor, problems } = fact
      return { kind: "certificate_invalid", monitor, problems, certificate, detectedAt }
    }
    case "domain_expiry": {
      const { daysRemaining, domain: monitor, expiresAt, registeredName, registrar, thresholdDays } = fact
      return { kind: "domain_expiring", monitor, registeredName, expiresAt, daysRemaining, registrar, thresholdDays }
    }
    case "email_health_alert": {
      const { checkedAt, domain: monitor, findings, grade, newListings, previousGrade, score } = fact
      return { kind: fact.type, monitor, score, grade, previousGrade, checkedAt, newListings, findings }
    }
    case "email_health_recovery": {
      const { checkedAt, domain: monitor, grade, previousGrade, score } = fact
      return { kind: fact.type, monitor, score, grade, previousGrade, checkedAt }
    }
    case "weekly_report": {
      const { accountId, domains, from, checks, checksMissed, to, urls } = fact
      return {
        kind: "weekly_report",
        membershipId: accountId,
        accountId,
        from,
        to,
        domains: domains,
        urls,
        checks: checks,
        checksMissed: checksMissed
      }
    }
  }
}

/** A fact of either form in the form of `@mon/model`, and the link that the earlier form has in itself. */
export const toRenderable = (
  fact: RenderableFact | EarlierFact
): { readonly fact: RenderableFact; readonly link: string | null } =>
  "kind" in fact ? { fact, link: null } : { fact: toCurrent(fact), link: fact.link }
