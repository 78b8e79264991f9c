// Written by `npm run openapi`. Do not edit.

/** Someone is dealing with an incident. */
export type Acknowledgement = {
  readonly at: string
  readonly by: string | null
  readonly via: "dashboard" | "api" | "link" | "app"
  readonly channel: string | null
  readonly note: string | null
}

/** The new tags of a monitor. */
export type AssignTags = { readonly tagIds: ReadonlyArray<string> }

/** Result of a bulk delete. */
export type BulkDeleted = {
  readonly deleted: number
  readonly failed: number
  readonly errors: ReadonlyArray<{ readonly id: string; readonly message: string }>
}

/** Result of a bulk update. */
export type BulkUpdated = {
  readonly updated: number
  readonly failed: number
  readonly errors: ReadonlyArray<{ readonly id: string; readonly message: string }>
}

/** A fact that speaks for or against a cause. */
export type CauseEvidence = { readonly code: string; readonly text: string }

/** One check of a domain. */
export type CheckRecord = {
  readonly id: string
  readonly domainId: string
  readonly checkedAt: string
  readonly status: "up" | "down" | "unknown"
  readonly statusCode: number | null
  readonly responseTimeMs: number | null
  readonly timings: Timings
  readonly location: string
  readonly error: Fault | null
}

/** The state that a person set. */
export type ComponentOverride = {
  readonly state: "operational" | "degraded_performance" | "partial_outage" | "major_outage" | "under_maintenance"
  readonly at: string
  readonly by: string | null
}

/** What the content of a response shows to be wrong although its status is fine. */
export type ContentFault = {
  readonly code: string
  readonly family: string | null
  readonly line: string | null
  readonly certain: boolean
}

/** The deleted object. */
export type Deleted = { readonly id: string; readonly deleted: true }

/** A monitor that was down, and that another one depends on. */
export type DownParent = { readonly id: string; readonly name: string }

/** What the member had added that ended with the membership. */
export type EndedAdditions = {
  readonly apiKeys: ReadonlyArray<EndedApiKey>
  readonly webhooks: ReadonlyArray<EndedWebhook>
  readonly channels: ReadonlyArray<EndedChannel>
  readonly ccEmails: ReadonlyArray<EndedCcEmail>
}

/** A deleted API key of the member. */
export type EndedApiKey = { readonly id: string; readonly shown: string }

/** An email address that the member had added to a domain. */
export type EndedCcEmail = { readonly domainId: string; readonly email: string }

/** A deleted alert channel that the member had added. */
export type EndedChannel = { readonly id: string; readonly name: string }

/** A deleted webhook that the member had added. */
export type EndedWebhook = {
  readonly id: string
  readonly domainId: string | null
  readonly urlId: string | null
  readonly label: string
  readonly url: string
}

/** One expectation. */
export type Expectation =
  | { readonly status: string }
  | { readonly text: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  | {
      readonly header: string
      readonly absent?: boolean
      readonly equals?: string
      readonly contains?: string
      readonly matches?: string
    }
  | {
      readonly json: string
      readonly absent?: boolean
      readonly equals?: string | number | boolean | null
      readonly differs?: string | number | boolean | null
      readonly above?: string | number
      readonly atLeast?: string | number
      readonly below?: string | number
      readonly atMost?: string | number
    }
  | { readonly matches: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  | { readonly responseTimeMs: number }
  | { readonly minimumBytes: number }
  | { readonly maximumBytes: number }
  | { readonly certificate: "valid"; readonly minimumDays?: number }
  | { readonly ipVersion: 4 | 6 }

/** One expectation. */
export type ExpectationInput =
  | { readonly status: string }
  | { readonly text: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  | {
      readonly header: string
      readonly absent?: boolean
      readonly equals?: string
      readonly contains?: string
      readonly matches?: string
    }
  | {
      readonly json: string
      readonly absent?: boolean
      readonly equals?: string | number | boolean | null
      readonly differs?: string | number | boolean | null
      readonly above?: string | number
      readonly atLeast?: string | number
      readonly below?: string | number
      readonly atMost?: string | number
    }
  | { readonly matches: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  | { readonly responseTimeMs: number }
  | { readonly minimumBytes: number }
  | { readonly maximumBytes: number }
  | { readonly certificate: "valid"; readonly minimumDays?: number }
  | { readonly ipVersion: 4 | 6 }

/** Why a check failed. */
export type Fault = { readonly code: string; readonly message: string }

/** Limits of the plan. */
export type Limits = {
  readonly domains: number
  readonly urls: number
  readonly minCheckIntervalDomains: number
  readonly minCheckIntervalUrls: number
  readonly teamMembers: number
  readonly dkimSelectors: number
  readonly expectations: number
  readonly dnsWatches: number
  readonly maintenanceWindows: number
  readonly routes: number
  readonly statusPages: number
  readonly statusPageHosts: number
  readonly statusPageSubscribers: number
  readonly requestMethods: ReadonlyArray<string>
  readonly pageRendering: boolean
  readonly apiKeys: number
  readonly channels: number
  readonly paidChannels: boolean
  readonly annualSimulationCredits: number
  readonly requestsPerMinute: number
  readonly eventStreams: number
  readonly markersPerDay: number
  readonly auditLogDays: number
}

/** The maintenance window that suppressed an alert. */
export type MaintenanceName = { readonly id: string; readonly name: string }

/** Credentials: a user name and password, or a bearer token. */
export type MonitorCredentials = { readonly username: string; readonly password: string } | { readonly token: string }

/** Credentials: a user name and password, or a bearer token. */
export type MonitorCredentialsInput =
  | { readonly username: string; readonly password: string }
  | { readonly token: string }

/** What the request contains besides its URL. */
export type MonitorRequest = {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly auth?: MonitorCredentials
}

/** What the request contains besides its URL. */
export type MonitorRequestInput = {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly auth?: MonitorCredentialsInput
}

/** Position of the page in the complete list. */
export type Pagination = {
  readonly total: number
  readonly page: number
  readonly limit: number
  readonly totalPages: number
}

/**
 * Alerts that others than before will receive, or nobody. It also covers new monitors whose alerts nobody will
 * receive.
 */
export type ReceiverChange = {
  readonly monitors: ReadonlyArray<string>
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
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
  readonly message: string
}

/** The removed member. */
export type RemovedMember = { readonly id: string; readonly deleted: true; readonly ended: EndedAdditions }

/** The life of one problem, from the check that found it to its repair. */
export type Repair = {
  readonly id: string
  readonly kind: "email" | "certificate" | "dns"
  readonly code: string
  readonly severity: "critical" | "high" | "medium" | "low"
  readonly message: string
  readonly state: "open" | "applied" | "verified" | "closed"
  readonly openedAt: string
  readonly reportedAt: string | null
  readonly appliedAt: string | null
  readonly verifiedAt: string | null
  readonly closedAt: string | null
  readonly endedAt: string | null
  readonly repairSeconds: number | null
  readonly reopened: number
  readonly records: ReadonlyArray<RepairRecordSet>
  readonly answers: RepairAnswers | null
  readonly locations: ReadonlyArray<RepairSight>
  readonly worth: RepairWorth | null
  readonly inboxes: RepairInboxes | null
  readonly steps: ReadonlyArray<RepairEvent>
}

/** What one server said about a record. */
export type RepairAnswer = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly server: string
  readonly state: "published" | "old" | "missing" | "failed"
}

/** The servers' latest answers about the records. */
export type RepairAnswers = {
  readonly at: string
  readonly state: "verified" | "pending" | "unknown"
  readonly resolvers: number
  readonly servers: ReadonlyArray<RepairAnswer>
}

/** One step in the life of a repair. */
export type RepairEvent = {
  readonly step: "opened" | "applied" | "verified" | "closed" | "reopened"
  readonly at: string
}

/** What a repair was worth in the last campaign simulation. */
export type RepairInboxes = {
  readonly jobId: string
  readonly simulatedAt: string
  readonly emails: number
  readonly before: number
  readonly after: number
}

/** A record that fixes the problem. */
export type RepairRecordSet = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly values: ReadonlyArray<string>
  readonly replaces: ReadonlyArray<string>
}

/** What a location has seen of a certificate since it was not valid. */
export type RepairSight = {
  readonly location: string
  readonly sees: "valid" | "invalid" | "not_checked"
  readonly at: string | null
}

/** Scores of the domain before and after repairs. */
export type RepairWorth = { readonly rubricVersion: string; readonly before: number; readonly after: number }

/** An option of a monitor that has no effect at the moment. */
export type StoppedOption = {
  readonly option: "request" | "expect" | "dnsWatch" | "dkimSelectors" | "render"
  readonly reason: "plan_limit" | "host_not_proven"
  readonly message: string
}

/**
 * The values of one bucket, in the order of `fields`: start, checks, up, down, p50, p95, p99, dns, connect, tls,
 * wait, download. `start` is a Unix time in seconds. `p50` to `p99` are percentiles of the response time, and
 * the phases are averages, of successful checks. Milliseconds, or null if no check was successful. A later
 * version may append values.
 */
export type TimelineBucket = ReadonlyArray<number | null>

/** One day (UTC) of a timeline. */
export type TimelineDay = {
  readonly day: string
  readonly checks: number
  readonly failures: number
  readonly uptime: number | null
  readonly incidents: number
  readonly maintenanceSeconds: number
}

/** A period in which the monitor's state was unknown. */
export type TimelineGap = { readonly start: number; readonly end: number; readonly state: "unknown" | "paused" }

/** An incident in a timeline. */
export type TimelineIncident = {
  readonly id: string
  readonly start: number
  readonly end: number | null
  readonly reason: string | null
}

/** A period in maintenance windows. */
export type TimelineMaintenance = { readonly start: number; readonly end: number }

/** Durations of the phases of a check. */
export type Timings = {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly waitMs: number | null
  readonly downloadMs: number | null
}

/** Whether an expectation is met. */
export type TriedExpectation = { readonly expected: string; readonly holds: boolean; readonly found: string | null }
