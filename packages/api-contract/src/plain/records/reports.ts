// Written by `npm run openapi`. Do not edit.

/** How available domains were in a period. */
export type AvailabilityReport = {
  readonly from: string
  readonly to: string
  readonly timezone: string
  readonly targetPercent: number | null
  readonly tag: string | null
  readonly total: ReportedShare
  readonly tags: ReadonlyArray<ReportedTag>
  readonly domains: ReadonlyArray<ReportedDomain>
  readonly domainsLeftOut: number
  readonly incidents: ReadonlyArray<ReportedIncident>
  readonly incidentsLeftOut: number
}

/** One domain's figures for the period. */
export type ReportedDomain = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly tags: ReadonlyArray<string>
  readonly uptimePercent: number | null
  readonly watchedSeconds: number
  readonly downSeconds: number
  readonly incidents: number
  readonly isTargetMet: boolean | null
  readonly repairs: number
  readonly repairMedianSeconds: number | null
  readonly openRepairs: number
  readonly longestDownSeconds: number
  readonly maintenanceSeconds: number
  readonly responseP50Ms: number | null
  readonly responseP95Ms: number | null
  readonly certificateExpiresAt: string | null
  readonly registrationExpiresAt: string | null
  readonly emailHealthEnabled: boolean
  readonly emailHealthScore: number | null
  readonly emailHealthScoreBefore: number | null
}

/** An incident in the period. */
export type ReportedIncident = {
  readonly id: string
  readonly domainId: string
  readonly domainName: string
  readonly startedAt: string
  readonly resolvedAt: string | null
  readonly downSeconds: number
  readonly cause: string | null
}

/** Totals in the period for several domains. */
export type ReportedShare = {
  readonly domains: number
  readonly uptimePercent: number | null
  readonly watchedSeconds: number
  readonly downSeconds: number
  readonly incidents: number
  readonly isTargetMet: boolean | null
  readonly repairs: number
  readonly repairMedianSeconds: number | null
  readonly openRepairs: number
}

/** Totals in the period for all domains with a tag. */
export type ReportedTag = {
  readonly name: string
  readonly domains: number
  readonly uptimePercent: number | null
  readonly watchedSeconds: number
  readonly downSeconds: number
  readonly incidents: number
  readonly isTargetMet: boolean | null
  readonly repairs: number
  readonly repairMedianSeconds: number | null
  readonly openRepairs: number
}
