// Written by `npm run openapi`. Do not edit.
import type {
  Acknowledgement,
  CauseEvidence,
  CheckRecord,
  DownParent,
  Fault,
  MaintenanceName,
  RepairEvent
} from "./several.ts"
import type { NotificationDelivery } from "./notifications.ts"

/** An acknowledgement. */
export type AcknowledgeIncident = { readonly note?: string | null }

/** An outage of a domain. */
export type Incident = {
  readonly id: string
  readonly domainId: string
  readonly domainName: string
  readonly domainUrl: string
  readonly status: "open" | "resolved"
  readonly resolution: "recovered" | "paused" | "deleted" | null
  readonly startedAt: string
  readonly resolvedAt: string | null
  readonly durationSeconds: number
  readonly triggerStatusCode: number | null
  readonly resolutionStatusCode: number | null
  readonly triggerError: Fault | null
  readonly maintenanceWindow: MaintenanceName | null
  readonly isAnnounced: boolean
  readonly triggerScreenshotUrl: string | null
  readonly resolutionScreenshotUrl: string | null
  readonly acknowledgement: Acknowledgement | null
  readonly checks: ReadonlyArray<IncidentCheck>
}

/** A possible cause of an incident or of a failed check. */
export type IncidentCause = {
  readonly class: string
  readonly title: string
  readonly confidence: number
  readonly who: string
  readonly nextStep: string
  readonly evidence: ReadonlyArray<CauseEvidence>
  readonly against: ReadonlyArray<CauseEvidence>
}

/** A check that belongs to an incident. */
export type IncidentCheck = {
  readonly at: string
  readonly location: string
  readonly outcome: string
  readonly statusCode: number | null
}

/** An outage of a domain, with the evidence. */
export type IncidentDetails = {
  readonly id: string
  readonly domainId: string
  readonly domainName: string
  readonly domainUrl: string
  readonly status: "open" | "resolved"
  readonly resolution: "recovered" | "paused" | "deleted" | null
  readonly startedAt: string
  readonly resolvedAt: string | null
  readonly durationSeconds: number
  readonly triggerStatusCode: number | null
  readonly resolutionStatusCode: number | null
  readonly triggerError: Fault | null
  readonly maintenanceWindow: MaintenanceName | null
  readonly isAnnounced: boolean
  readonly triggerScreenshotUrl: string | null
  readonly resolutionScreenshotUrl: string | null
  readonly acknowledgement: Acknowledgement | null
  readonly checks: ReadonlyArray<IncidentCheck>
  readonly evidence: ReadonlyArray<CheckRecord>
  readonly suppressedBy: DownParent | null
  readonly silence: string | null
  readonly sharedCause: SharedCause | null
  readonly diagnosis: IncidentDiagnosis | null
  readonly repair: IncidentRepair | null
  readonly deliveries: ReadonlyArray<NotificationDelivery>
}

/**
 * The likely causes of an incident or of a failed check of a page, computed by rules from what was seen. In a
 * session, they are in the person's language, otherwise in English.
 */
export type IncidentDiagnosis = {
  readonly result: "known" | "not_known"
  readonly title: string
  readonly causes: ReadonlyArray<IncidentCause>
  readonly missing: ReadonlyArray<string>
  readonly rulesVersion: string
}

/** The repair of an incident's problem, from the first failed check until every location sees the site as up. */
export type IncidentRepair = {
  readonly state: "open" | "applied" | "verified" | "closed"
  readonly cause: string | null
  readonly openedAt: string
  readonly reportedAt: string | null
  readonly reportedBy: string | null
  readonly appliedAt: string | null
  readonly verifiedAt: string | null
  readonly closedAt: string | null
  readonly repairSeconds: number | null
  readonly reopened: number
  readonly previousIncidentId: string | null
  readonly locations: ReadonlyArray<RepairLocation>
  readonly answers: IncidentRepairAnswers | null
  readonly worth: IncidentRepairWorth | null
  readonly steps: ReadonlyArray<RepairEvent>
}

/** What one server has of the host's records. */
export type IncidentRepairAnswer = {
  readonly server: string
  readonly state: "published" | "old" | "missing" | "failed"
  readonly values: ReadonlyArray<string>
}

/** The servers' latest answers about the host of an incident whose cause is in its registration or DNS. */
export type IncidentRepairAnswers = {
  readonly at: string
  readonly state: "verified" | "pending" | "unknown"
  readonly resolvers: number
  readonly servers: ReadonlyArray<IncidentRepairAnswer>
}

/** What the repair of an incident ended. */
export type IncidentRepairWorth = { readonly downtimeSeconds: number }

/** An incident with the same cause as another one. */
export type RelatedIncident = {
  readonly id: string
  readonly domainId: string
  readonly domainName: string
  readonly status: "open" | "resolved"
}

/** What a location has seen of the site since the incident started. */
export type RepairLocation = {
  readonly location: string
  readonly sees: "up" | "down" | "not_checked"
  readonly at: string | null
}

/** An external cause shared by incidents of several domains. */
export type SharedCause = {
  readonly kind: "address" | "network" | "name_servers"
  readonly value: string
  readonly others: number
  readonly incidents: ReadonlyArray<RelatedIncident>
}
