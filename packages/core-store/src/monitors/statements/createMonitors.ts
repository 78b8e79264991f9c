import { byKind, type MonitorKind, monitorKinds, Plans } from "@mon/model"
import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { StoreError } from "../../sql/StoreError.ts"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { codeLiteral, isOfKind, operationOf, periodCodes } from "./MonitorCodes.ts"
import { ownRows, phaseOf, shortest } from "./createMonitor.ts"
import { isUnsafe, monitorColumns } from "./monitorColumns.ts"

/** One of several monitors to create. `settings` contains every settable field. */
interface NewMonitor {
  readonly url: string
  readonly hostname: string
  readonly dedupeKey: string
  readonly settings: object
}

/** Whether a monitor was created, or the reason why the account cannot have it. */
export type CreatedMonitor = "Created" | "LimitReached" | "Duplicate"

/** A monitor to create. `isTrial`: it is checked against the rules but not created. Default: it is created. */
export type MonitorToCreate<Monitor> = Monitor & { readonly id: string; readonly isTrial?: boolean }

/** Creates monitors with these ids. The results are in the order of the requests. */
export type CreateMonitors<Monitor> = (
  scope: AccessScope,
  monitors: ReadonlyArray<MonitorToCreate<Monitor>>,
  limit: number
) => Effect.Effect<ReadonlyArray<CreatedMonitor>, StoreError>

/**
 * Creates several monitors with the rules for a single one. Monitors that are not duplicates are created in their
 * order, up to the limit. The caller must have locked the account. $1 account, $2 monitors, $3 limit, $4 minimum
 * intervals by plan in seconds, $5 membership.
 */
const statementOf = (kind: MonitorKind): string => {
  const { names, record, values } = monitorColumns[kind]
  const { code } = monitorKinds[kind]
  const active = `m.account_id = $1::bigint and ${isOfKind("m", kind)} and m.deleted_at is null`
  return `
    with plan as materialized (
      select case when plan_expires_at <= mon_now() then 'free' else plan end as plan, $5::bigint as member from account where id = $1::bigint
    ), input as materialized (
      select e.n, e.doc, e.doc ->> 'dedupeKey' as dedupe_key, row_number() over (partition by e.doc ->> 'dedupeKey' order by e.n) as nth
      from jsonb_array_elements($2::text::jsonb) with ordinality as e (doc, n)
    ), judged as materialized (
      select i.*, i.nth > 1 or exists (select from monitor m where ${active} and m.dedupe_key = i.dedupe_key) as duplicate
      from input i
    ), ranked as materialized (
      select j.*, row_number() over (order by j.n) + (select count(*) from monitor m where ${active}) as place
      from judged j where not j.duplicate
    ), made as (
      insert into monitor (account_id, kind, dedupe_key, public_id, url, hostname, ${names})
      select $1::bigint, ${code}, r.dedupe_key, (r.doc ->> 'id')::uuid, r.doc ->> 'url', r.doc ->> 'hostname', ${values}
      from ranked r cross join lateral jsonb_to_record(r.doc -> 'settings') as p(${record})
      where r.place <= $3::int and not (r.doc ->> 'isTrial')::boolean order by r.n
      returning *
    ), scheduled as (
      insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at, is_unsafe)
      select m.id, ${code}, greatest(m.check_interval_seconds, ($4::text::jsonb ->> plan.plan)::int) * 1000::bigint,
        m.timeout_seconds * 1000, (r.doc ->> 'phase')::bigint, m.created_at, ${isUnsafe("m")}
      from made m join ranked r on (r.doc ->> 'id')::uuid = m.public_id cross join plan
    ), period as (
      insert into status_period (monitor_id, since, state) select id, created_at, ${periodCodes.unknown} from made
    )${ownRows(kind, "plan")}
    select j.duplicate, coalesce(r.place <= $3::int, false) as made
    from judged j left join ranked r on r.n = j.n order by j.n`
}

const statements = byKind(statementOf)

/**
 * Creates several monitors in one statement. They are due immediately. The caller's transaction must have locked the
 * account.
 */
export const createMonitors = <Monitor>(
  sql: SqlClient.SqlClient,
  kind: MonitorKind,
  describe: (monitor: Monitor) => NewMonitor
): CreateMonitors<Monitor> =>
  operation(operationOf(kind, "createAll"), function* ({ accountKey, membershipKey }, monitors, limit) {
    if (monitors.length === 0) return []
    const input = monitors.map((monitor) => ({
      ...describe(monitor),
      id: monitor.id,
      phase: phaseOf(monitor.id),
      isTrial: monitor.isTrial === true
    }))
    const plans = shortest(yield* Plans, kind)
    const rows = yield* sql.unsafe<{ readonly duplicate: boolean; readonly made: boolean }>(statements[kind], [
      accountKey,
      JSON.stringify(input),
      limit,
      plans,
      membershipKey
    ])
    return rows.map(({ duplicate, made }): CreatedMonitor =>
      made ? "Created" : duplicate ? "Duplicate" : "LimitReached"
    )
  })

interface Usage {
  readonly used: number
  readonly duplicate: boolean
}

/** Returns whether the creation of a monitor would be refused now. It writes nothing. */
export const canCreateMonitor = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  operation(operationOf(kind, "canCreate"), function* (scope: AccessScope, dedupeKey: string, limit: number) {
    const [row] = yield* sql<Usage>`
      select used, duplicate
      from monitor_usage(${scope.accountKey}::bigint, ${codeLiteral(sql, monitorKinds[kind].code)}::smallint, ${dedupeKey}::text)`
    if (row !== undefined && row.used >= limit) return "LimitReached"
    return row?.duplicate === true ? "Duplicate" : "ok"
  })
