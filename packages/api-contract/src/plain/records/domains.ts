// Written by `npm run openapi`. Do not edit.
import type {
  ContentFault,
  Expectation,
  ExpectationInput,
  Fault,
  MonitorRequest,
  MonitorRequestInput,
  StoppedOption,
  TimelineBucket,
  TimelineDay,
  TimelineGap,
  TimelineIncident,
  TimelineMaintenance,
  Timings,
  TriedExpectation
} from "./several.ts"
import type { IncidentDiagnosis } from "./incidents.ts"

/** The maintenance window that is active now. */
export type ActiveMaintenance = { readonly id: string; readonly name: string; readonly endsAt: string }

/** The domains to delete. */
export type BulkDeleteDomains = { readonly domainIds: ReadonlyArray<string>; readonly confirmation: string }

/** A change to apply to several domains. */
export type BulkUpdateDomains = {
  readonly domainIds: ReadonlyArray<string>
  readonly updates: {
    readonly name?: string
    readonly checkInterval?: number
    readonly timeoutSeconds?: number
    readonly timeout?: number
    readonly ccEmails?: ReadonlyArray<string>
    readonly screenshotOnFailure?: boolean
    readonly emailHealthEnabled?: boolean
    readonly emailHealthInterval?: number
    readonly cardColor?: string
    readonly dkimSelectors?: ReadonlyArray<string>
    readonly request?: MonitorRequestInput | null
    readonly expect?: ReadonlyArray<ExpectationInput> | null
    readonly contentFaults?: "down" | "remark" | "off"
    readonly degradedAfterMs?: number | null
    readonly dnsWatch?: WatchedRecordsInput | null
    readonly dependsOn?: ReadonlyArray<string>
  }
}

/** A domain to monitor. */
export type CreateDomain = {
  readonly url: string
  readonly name?: string
  readonly checkInterval?: number
  readonly timeoutSeconds?: number
  readonly timeout?: number
  readonly ccEmails?: ReadonlyArray<string>
  readonly screenshotOnFailure?: boolean
  readonly emailHealthEnabled?: boolean
  readonly emailHealthInterval?: number
  readonly cardColor?: string
  readonly dkimSelectors?: ReadonlyArray<string>
  readonly request?: MonitorRequestInput | null
  readonly expect?: ReadonlyArray<ExpectationInput> | null
  readonly contentFaults?: "down" | "remark" | "off"
  readonly degradedAfterMs?: number | null
  readonly dnsWatch?: WatchedRecordsInput | null
  readonly dependsOn?: ReadonlyArray<string>
}

/** A confirmed change of DNS records. */
export type DnsChange = {
  readonly id: string
  readonly detectedAt: string
  readonly changes: ReadonlyArray<DnsTypeChange>
}

/** Records that a server returned but that are not confirmed yet. */
export type DnsPending = { readonly records: ReadonlyArray<string>; readonly firstSeenAt: string }

/** Watched records of one type. */
export type DnsRecordSet = {
  readonly type: "NS" | "DS" | "MX" | "TXT" | "CAA" | "A" | "AAAA" | "CNAME"
  readonly source: "parent" | "zone"
  readonly name: string
  readonly records: ReadonlyArray<string>
  readonly acceptedAt: string | null
  readonly pending: DnsPending | null
  readonly servers: ReadonlyArray<DnsServerState>
}

/** The last response from a server. */
export type DnsServerState = {
  readonly server: string
  readonly status: "ok" | "nodata" | "nxdomain" | "failed"
  readonly reason: string | null
  readonly isDifferent: boolean
  readonly records: ReadonlyArray<string>
}

/** Changed records of one type. */
export type DnsTypeChange = {
  readonly type: "NS" | "DS" | "MX" | "TXT" | "CAA" | "A" | "AAAA" | "CNAME"
  readonly name: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly firstSeenAt: string
}

/** The watched DNS records of a domain and their changes. */
export type DnsWatch = {
  readonly status: "off" | "waiting" | "watching" | "paused" | "over_limit"
  readonly checkedAt: string | null
  readonly nextCheckAt: string | null
  readonly sets: ReadonlyArray<DnsRecordSet>
  readonly findings: ReadonlyArray<DnsWatchFinding>
  readonly changes: ReadonlyArray<DnsChange>
}

/** Something the domain's owner should fix. It does not count as a change. */
export type DnsWatchFinding = { readonly code: string; readonly message: string }

/** A domain monitor. */
export type Domain = {
  readonly id: string
  readonly url: string
  readonly hostname: string
  readonly name: string
  readonly status: "unknown" | "up" | "down" | "paused"
  readonly isPaused: boolean
  readonly isDegraded: boolean
  readonly access: "owner" | "write" | "read"
  readonly checkInterval: number
  readonly timeoutSeconds: number
  readonly ccEmails: ReadonlyArray<string>
  readonly screenshotOnFailure: boolean
  readonly emailHealthEnabled: boolean
  readonly emailHealthInterval: number
  readonly cardColor: string
  readonly dkimSelectors: ReadonlyArray<string>
  readonly request: MonitorRequest | null
  readonly expect: ReadonlyArray<Expectation>
  readonly contentFaults: "down" | "remark" | "off"
  readonly degradedAfterMs: number | null
  readonly dnsWatch: WatchedRecords | null
  readonly dependsOn: ReadonlyArray<string>
  readonly stoppedOptions: ReadonlyArray<StoppedOption>
  readonly lastCheckedAt: string | null
  readonly nextCheckAt: string | null
  readonly statusChangedAt: string | null
  readonly lastStatusCode: number | null
  readonly lastResponseTimeMs: number | null
  readonly lastError: Fault | null
  readonly contentFault: ContentFault | null
  readonly uptime: Uptime
  readonly maintenance: ActiveMaintenance | null
  readonly responseTime: ResponseTime | null
  readonly ssl: Ssl | null
  readonly domainExpiry: DomainExpiry | null
  readonly emailHealth: EmailHealthGrade | null
  readonly redirect: Redirect | null
  readonly tags: ReadonlyArray<DomainTag>
  readonly createdAt: string
  readonly updatedAt: string
}

/** The registration of the domain. */
export type DomainExpiry = {
  readonly expiresAt: string | null
  readonly daysRemaining: number | null
  readonly registrar: string | null
  readonly source: "rdap" | "whois"
  readonly statuses: ReadonlyArray<string>
  readonly checkedAt: string
}

/** A tag of the account. */
export type DomainTag = { readonly id: string; readonly name: string; readonly color: string }

/** One check of a domain, which is not stored. */
export type DomainTrial = {
  readonly status: "up" | "down" | "unknown"
  readonly slow: boolean | null
  readonly statusCode: number | null
  readonly responseTimeMs: number | null
  readonly timings: Timings
  readonly finalUrl: string
  readonly error: Fault | null
  readonly expectations: ReadonlyArray<TriedExpectation>
  readonly certificateProblems: ReadonlyArray<string>
  readonly contentFault: ContentFault | null
  readonly contentType: string | null
  readonly excerpt: string | null
}

/** The result of the last email health check. */
export type EmailHealthGrade = {
  readonly score: number | null
  readonly grade: string | null
  readonly checkedAt: string
}

/** A location whose checks contradict those of most other locations. */
export type LocationAdvisory = {
  readonly location: string
  readonly sees: "up" | "down"
  readonly since: string
  readonly seenAt: string
  readonly diagnosis: IncidentDiagnosis | null
}

/** The redirects of the domain. */
export type Redirect = {
  readonly detected: boolean
  readonly finalUrl: string
  readonly kind: string | null
  readonly hops: ReadonlyArray<RedirectHop>
}

/** One step in a chain of redirects. */
export type RedirectHop = { readonly url: string; readonly statusCode: number | null }

/** Response times of successful checks, with a precision of 1 %. Checks that Mon itself delayed are not included. */
export type ResponseTime = { readonly p50: number; readonly p95: number; readonly p99: number }

/**
 * The certificate that the last HTTPS check received. If the URL redirects, this is the certificate of the last
 * host. For an http URL, this is the certificate on port 443. A certificate problem never sets the domain to
 * down.
 */
export type Ssl = {
  readonly valid: boolean
  readonly issuer: string
  readonly subject: string
  readonly validFrom: string
  readonly validTo: string
  readonly daysRemaining: number
  readonly endsFirst?: string
  readonly protocol: string
  readonly keyType: string
  readonly keyBits: number | null
  readonly problems: ReadonlyArray<string>
}

/** Response times, uptime, incidents and gaps of a monitor. */
export type Timeline = {
  readonly range: "24h" | "7d" | "30d" | "90d"
  readonly start: number
  readonly end: number
  readonly bucketSeconds: number
  readonly fields: ReadonlyArray<string>
  readonly buckets: ReadonlyArray<TimelineBucket>
  readonly days: ReadonlyArray<TimelineDay>
  readonly incidents: ReadonlyArray<TimelineIncident>
  readonly gaps: ReadonlyArray<TimelineGap>
  readonly maintenance: ReadonlyArray<TimelineMaintenance>
}

/** One event in the timeline of a domain. */
export type TimelineEvent = {
  readonly id: string
  readonly at: string
  readonly until: string | null
  readonly kind:
    | "incident_opened"
    | "incident_confirmed"
    | "incident_closed"
    | "acknowledged"
    | "maintenance"
    | "marker"
    | "monitor_edited"
    | "dns_changed"
    | "certificate_changed"
    | "registration_changed"
    | "redirect_changed"
    | "page_changed"
    | "email_health_changed"
    | "listings_changed"
    | "location_advisory"
    | "response_step"
    | "repair_applied"
    | "repair_verified"
    | "repair_closed"
    | "repair_reopened"
  readonly code: string | null
  readonly text: string | null
  readonly by: string | null
  readonly link: string | null
  readonly subjectId: string | null
  readonly urlId: string | null
  readonly changes: ReadonlyArray<TimelineEventChange>
}

/** One thing that an event changed. */
export type TimelineEventChange = {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateDomain = {
  readonly name?: string
  readonly checkInterval?: number
  readonly timeoutSeconds?: number
  readonly timeout?: number
  readonly ccEmails?: ReadonlyArray<string>
  readonly screenshotOnFailure?: boolean
  readonly emailHealthEnabled?: boolean
  readonly emailHealthInterval?: number
  readonly cardColor?: string
  readonly dkimSelectors?: ReadonlyArray<string>
  readonly request?: MonitorRequestInput | null
  readonly expect?: ReadonlyArray<ExpectationInput> | null
  readonly contentFaults?: "down" | "remark" | "off"
  readonly degradedAfterMs?: number | null
  readonly dnsWatch?: WatchedRecordsInput | null
  readonly dependsOn?: ReadonlyArray<string>
}

/** Percentage of time that the domain was up. */
export type Uptime = {
  readonly last24h: number | null
  readonly last7d: number | null
  readonly last30d: number | null
  readonly maintenanceSeconds: number
}

/** What is watched. */
export type WatchedRecords = {
  readonly types: ReadonlyArray<"NS" | "DS" | "MX" | "TXT" | "CAA" | "A" | "AAAA" | "CNAME">
  readonly addresses?: ReadonlyArray<string>
}

/** What is watched. */
export type WatchedRecordsInput = {
  readonly types: ReadonlyArray<"NS" | "DS" | "MX" | "TXT" | "CAA" | "A" | "AAAA" | "CNAME">
  readonly addresses?: ReadonlyArray<string>
}
