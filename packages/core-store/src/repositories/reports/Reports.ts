import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { type DomainPeriod, type PeriodIncident, readReport, type ReportScope } from "./readReport.ts"

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
