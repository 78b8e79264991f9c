/** A domain or a URL that is watched. */
export interface Watched {
  readonly id: string
  /** As its owner calls it; anything. */
  readonly name: string
  readonly url: string
}

/** A stable code and a sentence. */
export interface FactError {
  readonly code: string
  readonly message: string
}

/** A look that took part in an incident. */
export interface FactLook {
  readonly at: string
  readonly location: string
  readonly outcome: string
  readonly statusCode: number | null
}

/** A downtime; an incident record of the API fits. All times are ISO 8601 UTC. */
export interface FactIncident {
  readonly id: string
  readonly startedAt: string
  /** Null while it lasts. */
  readonly resolvedAt: string | null
  readonly durationSeconds: number
  readonly triggerStatusCode: number | null
  readonly resolutionStatusCode: number | null
  readonly triggerError: FactError | null
  readonly looks: ReadonlyArray<FactLook>
}

interface Linked {
  /** Where the recipient reads more; null when there is no such page. */
  readonly link: string | null
}

/** A domain went down, or came back. */
export interface TransitionFact extends Linked {
  readonly type: "status_change"
  readonly change: "down" | "up"
  readonly domain: Watched
  readonly incident: FactIncident
}

/** A domain changes its state so often that its changes are no longer told one by one. */
export interface FlappingFact extends Linked {
  readonly type: "status_change"
  readonly change: "flapping"
  readonly domain: Watched
  readonly transitions: number
  readonly windowHours: number
  readonly since: string
}

/** One line of a digest. */
export interface DigestEntry {
  readonly change: "down" | "up"
  readonly domain: Watched
  readonly incidentId: string
  readonly at: string
  /** Why it is down. */
  readonly reason: string | null
}

/** Many domains changed their state at about the same time. */
export interface DigestFact extends Linked {
  readonly type: "status_change"
  readonly change: "digest"
  readonly entries: ReadonlyArray<DigestEntry>
}

/** The content of a URL changed. */
export interface UrlChangedFact extends Linked {
  readonly type: "status_change"
  readonly change: "url_changed"
  readonly urlMonitor: Watched
  readonly changeId: string
  readonly detectedAt: string
  readonly summary: string
  /** The lines themselves, the first ones are shown. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** A URL can no longer be checked. */
export interface UrlErrorFact extends Linked {
  readonly type: "status_change"
  readonly change: "url_error"
  readonly urlMonitor: Watched
  readonly at: string
  readonly statusCode: number | null
  readonly error: FactError | null
}

/** What is said of a certificate. */
export interface FactCertificate {
  readonly subject: string
  readonly issuer: string
  readonly validTo: string
  readonly daysRemaining: number
  readonly fingerprint256: string
}

/** A certificate expires soon. */
export interface SslExpiryFact extends Linked {
  readonly type: "ssl_expiry"
  readonly domain: Watched
  readonly certificate: FactCertificate
  /** 30, 14, 7, 3 or 1. */
  readonly thresholdDays: number
}

/** A certificate turned bad. */
export interface SslInvalidFact extends Linked {
  readonly type: "ssl_invalid"
  readonly domain: Watched
  /** Codes of `@mon/uptime-probe` (`expired`, `wrong_host`, …). */
  readonly problems: ReadonlyArray<string>
  readonly certificate: FactCertificate | null
  readonly detectedAt: string
}

/** A registration expires soon. */
export interface DomainExpiryFact extends Linked {
  readonly type: "domain_expiry"
  readonly domain: Watched
  /** `example.com` */
  readonly registeredName: string
  readonly expiresAt: string
  readonly daysRemaining: number
  readonly registrar: string | null
  /** 60, 30, 14, 7, 3 or 1. */
  readonly thresholdDays: number
}

/** Something to be mended about the email of a domain. */
export interface FactFinding {
  readonly severity: string
  readonly message: string
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null
}

/** The email health of a domain became bad. */
export interface EmailHealthAlertFact extends Linked {
  readonly type: "email_health_alert"
  readonly domain: Watched
  readonly score: number
  readonly grade: string
  readonly previousGrade: string | null
  /** Lists that the domain was not on before. */
  readonly newListings: ReadonlyArray<string>
  /** Worst first. */
  readonly findings: ReadonlyArray<FactFinding>
  readonly checkedAt: string
}

/** The email health of a domain is good again. */
export interface EmailHealthRecoveryFact extends Linked {
  readonly type: "email_health_recovery"
  readonly domain: Watched
  readonly score: number
  readonly grade: string
  readonly previousGrade: string | null
  readonly checkedAt: string
}

/** The week of a domain; null is what is not known. */
export interface ReportDomain extends Watched {
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
  readonly responseP95Ms: number | null
  readonly responseP95MsBefore: number | null
  readonly certificateValid: boolean | null
  readonly certificateDaysLeft: number | null
  readonly domainDaysLeft: number | null
  readonly emailGrade: string | null
  readonly emailGradeBefore: string | null
  readonly looks: number
  readonly looksMissed: number
}

/** The week of a URL. */
export interface ReportUrl extends Watched {
  readonly isPaused: boolean
  readonly status: "active" | "changed" | "error" | "unknown"
  readonly changes: number
  /** Of the changes, newest first. */
  readonly summaries: ReadonlyArray<string>
}

/** A week of one account, as far as the recipient may see it. */
export interface WeeklyReportFact extends Linked {
  readonly type: "weekly_report"
  readonly accountId: string
  /** From its first moment to the first one after it. */
  readonly from: string
  readonly to: string
  readonly domains: ReadonlyArray<ReportDomain>
  readonly urls: ReadonlyArray<ReportUrl>
  readonly looks: number
  /** Looks that were due and that the service did not make. */
  readonly looksMissed: number
}

/** Every fact that is told as a change of state. */
export type StatusChangeFact = TransitionFact | FlappingFact | DigestFact | UrlChangedFact | UrlErrorFact

/** Everything that people are told of. */
export type Fact =
  | StatusChangeFact
  | SslExpiryFact
  | SslInvalidFact
  | DomainExpiryFact
  | EmailHealthAlertFact
  | EmailHealthRecoveryFact
  | WeeklyReportFact
