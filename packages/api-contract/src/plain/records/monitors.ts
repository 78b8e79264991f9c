// Written by `npm run openapi`. Do not edit.
import type { DomainTag } from "./domains.ts"

/** All monitors that the caller can see. */
export type MonitorList = {
  readonly fields: ReadonlyArray<string>
  readonly tags: ReadonlyArray<DomainTag>
  readonly rows: ReadonlyArray<MonitorListRow>
}

/**
 * The values of one monitor, in the order of `fields`: id, kind, name, url, state, since, responseMs, uptime30d,
 * certificateDays, registrationDays, mailGrade, reason, access, tags, certificateProblem, unseenChanges,
 * changedAt, acknowledgedBy, maintenanceUntil, flapping, contentFault, contentFaultCertain, contentFaults. A
 * later version may append values.
 */
export type MonitorListRow = readonly [
  string,
  "domain" | "url",
  string,
  string,
  "unknown" | "up" | "degraded" | "down" | "active" | "changed" | "error" | "paused",
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  string | null,
  string | null,
  "owner" | "write" | "read",
  ReadonlyArray<number>,
  string | null,
  number | null,
  number | null,
  string | null,
  number | null,
  number | null,
  string | null,
  boolean | null,
  "down" | "remark" | "off"
]
