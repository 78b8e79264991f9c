import type { ReportedDomain } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { readReport } from "./readReport.ts"

/** What a report is about. */
export interface ReportScope {
  /** Start (inclusive) and end (exclusive). */
  readonly from: Date
  readonly to: Date
  /** Only domains with the tag of this name, whatever the case of its letters. Null: all. */
  readonly tag: string | null
}

/** The period of a domain, before its uptime is calculated. */
export interface DomainPeriod extends Omit<
  ReportedDomain,
  "uptimePercent" | "isTargetMet" | "watchedSeconds" | "downSeconds" | "repairs" | "repairMedianSeconds"
> {
  /** Time with the verdict up or down, without maintenance and time in which nobody checked. Seconds. */
  readonly upSeconds: number
  readonly downSeconds: number
  /** The time of each repair that was closed in the period, the newest ones. Seconds. */
  readonly repairSeconds: ReadonlyArray<number>
}

/** An incident of a period. */
export interface PeriodIncident {
  readonly id: string
  readonly domainId: string
  readonly domainName: string
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  readonly downSeconds: number
  /** `DiagnosisFacts` of @mon/diagnosis as stored: decode before use. */
  readonly diagnosisFacts: unknown
}

/** What a report is calculated from. */
export interface ReportFacts {
  /** By name, at most as many as `reportLimits` says. */
  readonly domains: ReadonlyArray<DomainPeriod>
  /** All domains of the scope. */
  readonly allDomains: number
  /** Of the domains of the scope, newest first, at most as many as `reportLimits` says. */
  readonly incidents: ReadonlyArray<PeriodIncident>
  readonly allIncidents: number
}

/** Reports about a period of the domains that a caller can see. */
export class Reports extends Context.Service<
  Reports,
  {
    /** What happened in a period; null if no tag has the name. Deleted domains are not part of it. */
    readonly read: (scope: AccessScope, wanted: ReportScope) => Effect.Effect<ReportFacts | null, StoreError>
  }
>()("@mon/core-store/Reports") {}

/** {@link Reports} over PostgreSQL. */
export const layerReports: Layer.Layer<Reports, never, SqlClient.SqlClient> = Layer.effect(
  Reports,
  Effect.map(SqlClient.SqlClient, (sql) => Reports.of({ read: readReport(sql) }))
)
