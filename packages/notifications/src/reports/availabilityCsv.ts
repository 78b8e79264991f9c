import type { AvailabilityReport, ReportedDomain, ReportedTag } from "@mon/model"
import { csvLine } from "@mon/simulation"

type Cell = string | number | boolean | null

const columns: ReadonlyArray<readonly [string, (domain: ReportedDomain, report: AvailabilityReport) => Cell]> = [
  ["from", (_, { from }) => from],
  ["to", (_, { to }) => to],
  ["id", ({ id }) => id],
  ["name", ({ name }) => name],
  ["url", ({ url }) => url],
  ["tags", ({ tags }) => tags.join("; ")],
  ["uptime_percent", ({ uptimePercent }) => uptimePercent],
  ["target_percent", (_, { targetPercent }) => targetPercent],
  ["is_target_met", ({ isTargetMet }) => isTargetMet],
  ["watched_seconds", ({ watchedSeconds }) => watchedSeconds],
  ["down_seconds", ({ downSeconds }) => downSeconds],
  ["maintenance_seconds", ({ maintenanceSeconds }) => maintenanceSeconds],
  ["incidents", ({ incidents }) => incidents],
  ["longest_down_seconds", ({ longestDownSeconds }) => longestDownSeconds],
  ["response_p50_ms", ({ responseP50Ms }) => responseP50Ms],
  ["response_p95_ms", ({ responseP95Ms }) => responseP95Ms],
  ["certificate_expires_at", ({ certificateExpiresAt }) => certificateExpiresAt],
  ["registration_expires_at", ({ registrationExpiresAt }) => registrationExpiresAt],
  ["email_health_score", ({ emailHealthScore }) => emailHealthScore],
  ["email_health_score_before", ({ emailHealthScoreBefore }) => emailHealthScoreBefore],
  ["repairs", ({ repairs }) => repairs],
  ["repair_median_seconds", ({ repairMedianSeconds }) => repairMedianSeconds],
  ["open_repairs", ({ openRepairs }) => openRepairs]
]

export const availabilityCsv = (shown: AvailabilityReport): ReadonlyArray<string> => [
  csvLine(columns.map(([name]) => name)),
  ...shown.domains.map((domain) => csvLine(columns.map(([, cell]) => cell(domain, shown))))
]

const tagColumns: ReadonlyArray<readonly [string, (tag: ReportedTag, report: AvailabilityReport) => Cell]> = [
  ["from", (_, { from }) => from],
  ["to", (_, { to }) => to],
  ["tag", ({ name }) => name],
  ["domains", ({ domains }) => domains],
  ["uptime_percent", ({ uptimePercent }) => uptimePercent],
  ["target_percent", (_, { targetPercent }) => targetPercent],
  ["is_target_met", ({ isTargetMet }) => isTargetMet],
  ["watched_seconds", ({ watchedSeconds }) => watchedSeconds],
  ["down_seconds", ({ downSeconds }) => downSeconds],
  ["incidents", ({ incidents }) => incidents],
  ["repairs", ({ repairs }) => repairs],
  ["repair_median_seconds", ({ repairMedianSeconds }) => repairMedianSeconds],
  ["open_repairs", ({ openRepairs }) => openRepairs]
]

/**
 * Returns the lines of a CSV file with one line for each tag. Each line contains the totals of all domains with the
 * tag.
 */
export const tagCsv = (shown: AvailabilityReport): ReadonlyArray<string> => [
  csvLine(tagColumns.map(([name]) => name)),
  ...shown.tags.map((tag) => csvLine(tagColumns.map(([, cell]) => cell(tag, shown))))
]
