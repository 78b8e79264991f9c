import { type IncidentRepair, incidentRepairLimits, RepairLocation } from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { RepairLife } from "../repairs/repairLife.ts"
import { lifeOf, type LifeRow, repairSecondsOf } from "../repairs/repairRow.ts"

/** A row of the table with the incident. */
export interface IncidentRepairRow extends LifeRow {
  readonly cause: string | null
  readonly reported_at: Date | null
  readonly reported_by: string | null
  readonly returned: number
  readonly returned_from: string | null
  readonly locations: unknown
  readonly started_at: Date
  readonly resolved_at: Date | null
}

const decodeLocations = Schema.decodeUnknownOption(Schema.Array(RepairLocation))

/** The locations of a row; none if another release stored them in another form. */
export const locationsOf = ({ locations }: Pick<IncidentRepairRow, "locations">): ReadonlyArray<RepairLocation> =>
  Option.getOrElse(decodeLocations(locations), () => []).slice(0, incidentRepairLimits.locations)

/** A repair begins when the same cause returned, or for the first time. */
const stepsOf = ({ steps }: RepairLife, hasReturned: boolean): IncidentRepair["steps"] =>
  steps.map(({ at, step }, index) => ({
    step: index === 0 && hasReturned ? "reopened" : step,
    at: new Date(at).toISOString()
  }))

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const SECOND_MS = 1_000

/** A row as the API shows it. */
export const toIncidentRepair = (row: IncidentRepairRow): IncidentRepair => {
  const { closed_at: closedAt, opened_at: openedAt, resolved_at: resolvedAt, returned, started_at: startedAt } = row
  return {
    state: row.state,
    cause: row.cause,
    openedAt: openedAt.toISOString(),
    reportedAt: iso(row.reported_at),
    reportedBy: row.reported_by,
    appliedAt: iso(row.applied_at),
    verifiedAt: iso(row.verified_at),
    closedAt: iso(closedAt),
    repairSeconds: repairSecondsOf(openedAt, closedAt),
    reopened: row.reopened + returned,
    previousIncidentId: row.returned_from,
    locations: locationsOf(row),
    worth:
      closedAt === null || resolvedAt === null
        ? null
        : { downtimeSeconds: Math.max(0, Math.floor((resolvedAt.getTime() - startedAt.getTime()) / SECOND_MS)) },
    steps: stepsOf(lifeOf(row), returned > 0)
  }
}

/** The repair of an incident by its key; none if the incident ended without one. */
export const selectIncidentRepair = (sql: SqlClient.SqlClient, incidentKey: string) =>
  sql<IncidentRepairRow>`
    select r.state, r.opened_at, r.applied_at, r.verified_at, r.closed_at, r.reopened, r.steps, r.cause, r.reported_at,
      coalesce(u.name, u.email) as reported_by, r.returned, o.public_id as returned_from, r.locations, i.started_at,
      i.resolved_at
    from incident_repair r join incident i on i.id = r.incident_id left join app_user u on u.id = r.reported_by
    left join incident o on o.id = r.returned_from
    where r.incident_id = ${incidentKey}::bigint and coalesce(i.resolution, 'recovered') = 'recovered'`
