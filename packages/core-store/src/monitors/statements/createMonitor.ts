import { byKind, monitorFields, type MonitorKind, monitorKinds, PlanName, Plans, type PlanTable } from "@mon/model"
import * as Effect from "effect/Effect"
import { type Database, frequentStatement } from "../../sql/frequentStatement.ts"
import { periodCodes } from "./MonitorCodes.ts"
import { isUnsafe, monitorColumns } from "./monitorColumns.ts"

/** A monitor to create. `settings` contains every settable field. */
interface NewMonitor {
  readonly id: string
  readonly accountKey: string
  /** The internal key of the membership that adds the monitor and the recipients of its alerts. */
  readonly membershipKey: string
  readonly url: string
  readonly hostname: string
  readonly dedupeKey: string
  readonly settings: object
  /** The most monitors of this kind in the account. */
  readonly limit: number
}

interface Refusal {
  readonly used: number
  readonly duplicate: boolean
}

/** The tables that only one kind uses. A new monitor of the kind has a row in its table. */
const OWN_TABLES: Partial<Readonly<Record<MonitorKind, string>>> = { url: "url_page" }

/**
 * Common table expressions that insert the rows of new monitors `made` in other tables than schedules and periods.
 * `source` has one row. Its column `member` is the membership that adds the recipients of alerts.
 */
export const ownRows = (kind: MonitorKind, source: "usage" | "plan"): string => {
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
 * Creates a monitor in one statement, which locks the account, counts its monitors and inserts the new one. Because of
 * the lock, concurrent calls cannot break the limit or the duplicate rule, and a change of the plan waits. The lock
 * does not block foreign key checks, so a worker can open incidents at the same time. `monitor_usage` sees rows that
 * were committed during the wait for the lock, but the rest of the statement does not.
 *
 * $1 account, $2 dedupe key, $3 id, $4 URL, $5 host name, $6 settings, $7 limit, $8 minimum intervals by plan in
 * seconds, $9 phase, $10 membership.
 */
const statementOf = (kind: MonitorKind): string => {
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
        m.timeout_seconds * 1000, $9::bigint, m.created_at, ${isUnsafe("m")}
      from made m, usage u
      returning next_at
    ), period as (
      insert into status_period (monitor_id, since, state) select id, created_at, ${periodCodes.unknown} from made
    )${ownRows(kind, "usage")}
    select u.used, u.duplicate, m.public_id as id, m.url, m.hostname, ${selected}, m.paused_at, m.created_at, m.updated_at,
      s.next_at
    from usage u left join made m on true left join scheduled s on true`
}

const statements = byKind(statementOf)

/** The shortest intervals of a kind by plan, as JSON. */
export const shortest = (plans: PlanTable, kind: MonitorKind): string =>
  JSON.stringify(
    Object.fromEntries(PlanName.literals.map((plan) => [plan, plans[plan][monitorKinds[kind].plan.interval]]))
  )

/**
 * Returns the last six bytes of an id as a number. They are random, so due times are distributed evenly over the
 * interval.
 */
export const phaseOf = (id: string): number => Number.parseInt(id.slice(-12), 16)

/**
 * Creates a monitor that is due immediately and returns its row, or returns the reason why the account cannot have it.
 * Runs in the caller's transaction, if there is one.
 */
export const createMonitor = Effect.fnUntraced(function* <Row extends object>(
  database: Database,
  kind: MonitorKind,
  { accountKey, dedupeKey, hostname, id, limit, membershipKey, settings, url }: NewMonitor
) {
  const text = statements[kind]
  const values = [
    accountKey,
    dedupeKey,
    id,
    url,
    hostname,
    JSON.stringify(settings),
    limit,
    shortest(yield* Plans, kind),
    phaseOf(id),
    membershipKey
  ]
  type Result = Refusal & ({ readonly id: null } | (Row & { readonly id: string }))
  const [row] = yield* frequentStatement<Result>(database, text, values)
  if (row === undefined) return yield* Effect.die(new Error("The account does not exist."))
  if (row.id !== null) return { _tag: "Created", row } as const
  return { _tag: row.used >= limit ? "LimitReached" : "Duplicate" } as const
})
