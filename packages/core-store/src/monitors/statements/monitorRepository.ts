import {
  byKind,
  monitorFields,
  type MonitorInputs,
  type MonitorKind,
  monitorKinds,
  type MonitorRecord,
  PlanName,
  Plans,
  type PlanTable,
  shortestInterval,
  uuidv7
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { AccessScope } from "../../access/AccessScope.ts"
import { type CreationEntry, entryParameter, insertEntry } from "../../access/CreationEntry.ts"
import { type Database, frequentStatement } from "../../sql/PostgresJs.ts"
import { operation, storeError, type StoreError } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { codeLiteral, isOfKind, operationOf, periodCodes } from "./MonitorCodes.ts"
import { monitorColumns, newColumns, repeatsOnce } from "./monitorColumns.ts"
import { monitorRights, monitorTargets } from "./monitorTargets.ts"
import { pauseMonitor, removeMonitors, resumeMonitor, undoPause, updateMonitors } from "./updateMonitors.ts"

/** `settings` contains every settable field. */
interface OneMonitor {
  readonly id: string
  readonly accountKey: string
  /** The internal key of the membership that adds the monitor and the recipients of its alerts. */
  readonly membershipKey: string
  readonly url: string
  readonly hostname: string
  readonly dedupeKey: string
  /** A JSON text. */
  readonly settings: string
  readonly limit: number
  /** The entry of the audit log. Null: the statement writes no entry. */
  readonly entry: CreationEntry | null
}

interface Refusal {
  readonly used: number
  readonly duplicate: boolean
}

/** The tables that only one kind uses. A new monitor of this kind gets a row in its table. */
const OWN_TABLES: Partial<Readonly<Record<MonitorKind, string>>> = { url: "url_page" }

/**
 * Common table expressions that insert further rows for the new monitors `made`: the authors of alert addresses, and
 * the row in the kind's own table. `source` has one row. The column `member` of this row is the membership that adds
 * the recipients of alerts.
 */
const ownRows = (kind: MonitorKind, source: "usage" | "plan"): string => {
  const table = OWN_TABLES[kind]
  const authors = `, authors as (
      insert into cc_email_author (monitor_id, address, membership_id)
      select distinct m.id, lower(cc), s.member from made m cross join ${source} s cross join lateral unnest(m.cc_emails) as cc
    )`
  return (
    ("ccEmails" in monitorFields[kind] ? authors : "") +
    (table === undefined ? "" : `, own as (insert into ${table} (monitor_id) select id from made)`)
  )
}

/**
 * Creates a monitor in one statement, which locks the account, counts its monitors, and inserts the new monitor with
 * its schedule and its entry in the audit log. Therefore, the entry is exactly as durable as the monitor. The lock
 * makes sure that concurrent calls respect the limit and the duplicate rule, and that a change of the plan waits. The
 * lock does not block foreign key checks, so a worker can open incidents at the same time. The function
 * `monitor_usage` sees rows that were committed during the wait for the lock, but the rest of the statement does not
 * see such rows. $1 account, $2 dedupe key, $3 id, $4 URL, $5 host name, $6 settings, $7 limit, $8 minimum intervals by
 * plan in seconds, $9 phase, $10 membership, $11 entry of the audit log.
 */
const oneStatementOf = (kind: MonitorKind): string => {
  const { names, record, selected, values } = monitorColumns[kind]
  const { code } = monitorKinds[kind]
  return `
    with locked as materialized (
      select id, case when plan_expires_at <= mon_now() then 'free' else plan end as plan
      from account where id = $1::bigint for no key update
    ), usage as materialized (
      select l.id, l.plan, u.used, u.duplicate, $10::bigint as member from locked l, monitor_usage(l.id, ${code}::smallint, $2::text) u
    ), made as (
      insert into monitor (account_id, kind, dedupe_key, public_id, url, hostname, ${names})
      select u.id, ${code}, $2::text, $3::uuid, $4::text, $5::text, ${values}
      from usage u, jsonb_to_record($6::text::jsonb) as p(${record})
      where u.used < $7::int and not u.duplicate
      returning *
    ), scheduled as (
      insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at, is_unsafe)
      select m.id, ${code}, greatest(m.check_interval_seconds, ($8::text::jsonb ->> u.plan)::int) * 1000::bigint,
        m.timeout_seconds * 1000, $9::bigint, m.created_at, ${repeatsOnce("m")}
      from made m, usage u
      returning next_at
    ), period as (
      insert into status_period (monitor_id, since, state) select id, created_at, ${periodCodes.unknown} from made
    ), entry as (${insertEntry("usage", "$11")}
    )${ownRows(kind, "usage")}
    select u.used, u.duplicate, m.public_id as id, m.url, m.hostname, ${selected}, m.paused_at, m.created_at, m.updated_at,
      s.next_at
    from usage u left join made m on true left join scheduled s on true`
}

const oneStatements = byKind(oneStatementOf)

const shortest = (plans: PlanTable, kind: MonitorKind): string =>
  JSON.stringify(Object.fromEntries(PlanName.literals.map((plan) => [plan, shortestInterval(kind, plans[plan])])))

/**
 * Returns the last six bytes of an id as a number. These bytes are random, so due times are distributed evenly over the
 * interval.
 */
const phaseOf = (id: string): number => Number.parseInt(id.slice(-12), 16)

/**
 * Creates a monitor that is due immediately and returns its row, or returns the reason why the monitor was not created.
 * Runs in the caller's transaction, if there is one.
 */
const createMonitor = Effect.fnUntraced(function* <Row extends object>(
  database: Database,
  kind: MonitorKind,
  { accountKey, dedupeKey, entry, hostname, id, limit, membershipKey, settings, url }: OneMonitor
) {
  const text = oneStatements[kind]
  const plans = yield* Plans
  const values = [
    accountKey,
    dedupeKey,
    id,
    url,
    hostname,
    settings,
    limit,
    shortest(plans, kind),
    phaseOf(id),
    membershipKey,
    entryParameter(entry, plans)
  ]
  type Result = Refusal & ({ readonly id: null } | (Row & { readonly id: string }))
  const [row] = yield* frequentStatement<Result>(database, text, values)
  if (row === undefined) return yield* Effect.die(new Error("The account does not exist."))
  if (row.id !== null) return { _tag: "Created", row } as const
  return { _tag: row.used >= limit ? "LimitReached" : "Duplicate" } as const
})

/** The result for one monitor: `Created`, or the reason why the monitor was not created. */
export type CreatedMonitor = "Created" | "LimitReached" | "Duplicate"

/**
 * A monitor to create. If `isTrial` is true, the monitor is only checked against the rules. Default: the monitor is
 * created.
 */
export type MonitorToCreate<Monitor> = Monitor & { readonly id: string; readonly isTrial?: boolean }

/** Creates monitors with the given ids. The results are in the order of the given monitors. */
export type CreateMonitors<Monitor> = (
  scope: AccessScope,
  monitors: ReadonlyArray<MonitorToCreate<Monitor>>,
  limit: number
) => Effect.Effect<ReadonlyArray<CreatedMonitor>, StoreError>

/**
 * Creates several monitors, by the rules for a single monitor. Monitors that are not duplicates are created in the
 * given order, up to the limit. The caller must have locked the account. $1 account, $2 monitors, $3 limit, $4 minimum
 * intervals by plan in seconds, $5 membership.
 */
const manyStatementOf = (kind: MonitorKind): string => {
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
        m.timeout_seconds * 1000, (r.doc ->> 'phase')::bigint, m.created_at, ${repeatsOnce("m")}
      from made m join ranked r on (r.doc ->> 'id')::uuid = m.public_id cross join plan
    ), period as (
      insert into status_period (monitor_id, since, state) select id, created_at, ${periodCodes.unknown} from made
    )${ownRows(kind, "plan")}
    select j.duplicate, coalesce(r.place <= $3::int, false) as made
    from judged j left join ranked r on r.n = j.n order by j.n`
}

const manyStatements = byKind(manyStatementOf)

const addressOf = ({ hostname, url, dedupeKey = url }: NewAddress) => ({ dedupeKey, hostname, url })

/** The new monitors are due immediately. The caller's transaction must have locked the account. */
/** The number of new monitors from which new plans for all statements of the connection pay off. */
const MANY = 100

const createMonitors = <Kind extends MonitorKind>(
  sql: SqlClient.SqlClient,
  kind: Kind
): CreateMonitors<NewMonitor<Kind>> =>
  operation(operationOf(kind, "createAll"), function* ({ accountKey, membershipKey }, monitors, limit) {
    if (monitors.length === 0) return []
    const input = monitors.map((monitor) => ({
      ...addressOf(monitor),
      settings: monitor,
      id: monitor.id,
      phase: phaseOf(monitor.id),
      isTrial: monitor.isTrial === true
    }))
    const plans = shortest(yield* Plans, kind)
    // While the table was small, PostgreSQL may have planned to read it whole for each foreign key.
    if (monitors.length >= MANY) yield* sql.unsafe("discard plans")
    const rows = yield* sql.unsafe<{ readonly duplicate: boolean; readonly made: boolean }>(manyStatements[kind], [
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

const canCreateMonitor = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  operation(operationOf(kind, "canCreate"), function* (scope: AccessScope, dedupeKey: string, limit: number) {
    const [row] = yield* sql<Usage>`
      select used, duplicate
      from monitor_usage(${scope.accountKey}::bigint, ${codeLiteral(sql, monitorKinds[kind].code)}::smallint, ${dedupeKey}::text)`
    if (row !== undefined && row.used >= limit) return "LimitReached"
    return row?.duplicate === true ? "Duplicate" : "ok"
  })

export interface NewAddress {
  readonly url: string
  readonly hostname: string
  /**
   * The key for detecting duplicates. Two monitors of the same kind and account that have not been deleted cannot have
   * the same key. Default: the URL.
   */
  readonly dedupeKey?: string
}

/**
 * The new monitor, or the reason why the monitor was refused: the limit is reached, or a monitor with the same key
 * exists.
 */
type CreateMonitorResult<Monitor> =
  | { readonly _tag: "Created"; readonly monitor: Monitor }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

/** A monitor to create. */
export type NewMonitor<Kind extends MonitorKind> = MonitorInputs<Kind> & NewAddress

/**
 * A change of a monitor. Absent fields stay unchanged. For a kind whose address is a setting, a change of the setting
 * contains the new address.
 */
export type MonitorPatch<Kind extends MonitorKind> = Partial<MonitorInputs<Kind>> &
  ((typeof monitorKinds)[Kind]["address"] extends "check" ? Partial<Pick<NewAddress, "url" | "hostname">> : unknown)

interface Parts<Monitor, Row> {
  readonly find: (scope: AccessScope, id: string) => Effect.Effect<Monitor | null, StoreError>
  readonly toNew: (row: Row) => Monitor
}

/** Returns the entry of the audit log about a monitor that is about to be created. Null: the log gets no entry. */
export type EntryOf<Monitor> = (monitor: Monitor) => CreationEntry | null

const noEntry = () => null

/** The times are not known before the monitor is stored. No entry contains them. */
const unknownTimes = { paused_at: null, next_at: null, created_at: new Date(0), updated_at: new Date(0) }

/**
 * Returns the functions that read and write monitors of a kind. All functions are limited to the monitors that the
 * caller can see. The owner sees the whole account, and a member sees the shared monitors.
 */
export const monitorRepository = <Kind extends MonitorKind, Row extends object>(
  database: Database,
  kind: Kind,
  { find, toNew }: Parts<MonitorRecord<Kind>, Row>
) => {
  const { sql } = database
  const create = Effect.fnUntraced(
    function* (
      { accountKey, membershipKey }: AccessScope,
      monitor: NewMonitor<Kind>,
      limit: number,
      entryOf: EntryOf<MonitorRecord<Kind>> = noEntry
    ): Effect.fn.Return<CreateMonitorResult<MonitorRecord<Kind>>, SqlError> {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const address = addressOf(monitor)
      const settings = JSON.stringify(monitor)
      const row = { ...newColumns(monitorFields[kind], settings), ...address, ...unknownTimes, id }
      const entry = entryOf(toNew(row as unknown as Row))
      const wanted = { ...address, id, accountKey, membershipKey, settings, limit, entry }
      const made = yield* createMonitor<Row>(database, kind, wanted)
      return made._tag === "Created" ? ({ _tag: "Created", monitor: toNew(made.row) } as const) : made
    },
    Effect.mapError(storeError(operationOf(kind, "create")))
  )
  return {
    find,
    /**
     * Returns the caller's access to the given monitors, in no particular order. Leaves out monitors that the caller
     * cannot see.
     */
    rights: monitorRights(sql, kind),
    /** Returns the targets of the checks of the given monitors. Leaves out monitors that the caller cannot see. */
    targets: monitorTargets(sql, kind),
    /** Returns whether a new monitor would be refused now, and the reason. Writes nothing. */
    canCreate: canCreateMonitor(sql, kind),
    /**
     * Creates a monitor that is due immediately, and writes its entry in the audit log in the same statement. The limit
     * and the duplicate rule hold even for concurrent calls. By default, no entry is written.
     */
    create,
    /** Creates several monitors in one statement. The caller's transaction must have locked the account. */
    createAll: createMonitors(sql, kind),
    /**
     * Changes monitors in one statement. Returns the ids of the changed monitors. If a change affects the check, the
     * result of a running check is ignored.
     */
    update: updateMonitors<MonitorPatch<Kind>>(sql, kind),
    /**
     * Pauses a monitor: stops its checks immediately and closes an open incident. Has no effect on a monitor that is
     * already paused.
     */
    pause: pauseMonitor(sql, kind, find),
    /**
     * Undoes a pause of the last few minutes. Incidents and times are then as if there had been no pause. An older
     * pause stays.
     */
    undoPause: undoPause(sql, kind, find),
    /**
     * Resumes a monitor: starts its checks again, with the state `unknown`. Has no effect on a monitor that is not
     * paused.
     */
    resume: resumeMonitor(sql, kind, find),
    /** Soft-deletes monitors and closes their open incidents. Returns the ids of the deleted monitors. */
    remove: removeMonitors(sql, kind)
  }
}
