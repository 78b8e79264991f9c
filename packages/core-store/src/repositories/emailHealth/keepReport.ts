import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import { type EmailHealthReports, REPORT_SECONDS } from "../EmailHealthReports.ts"

const { complete, incomplete } = REPORT_SECONDS

/** The moment from which on a report of the row `r` still answers. */
const answersFrom = (sql: SqlClient.SqlClient) =>
  sql`mon_now() - case when r.incomplete then ${incomplete}::int else ${complete}::int end * interval '1 second'`

/** A read for what is kept; else one statement that only one of all processes gets through. */
export const takeTurn = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["turn"] =>
  Effect.fn("EmailHealthReports.turn")(
    function* (domain, leaseMs) {
      const [kept] = yield* sql<{ report: string }>`
      select r.report from email_health_report r where r.domain = ${domain} and r.checked_at > ${answersFrom(sql)}`
      if (kept !== undefined) return { _tag: "Kept", report: JSON.parse(kept.report) as unknown } as const
      const [taken] = yield* sql<{ token: string; at: number }>`
      insert into email_health_report as r (domain, lease_token, lease_until)
      values (${domain}, gen_random_uuid(), mon_now() + ${leaseMs}::int * interval '1 millisecond')
      on conflict (domain) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until
      where (r.checked_at is null or r.checked_at <= ${answersFrom(sql)})
        and (r.lease_until is null or r.lease_until <= mon_now())
      returning r.lease_token as token, floor(extract(epoch from mon_now()) * 1000)::double precision as at`
      return taken === undefined ? ({ _tag: "Wait" } as const) : ({ _tag: "Check", ...taken } as const)
    },
    Effect.mapError(storeError("EmailHealthReports.turn"))
  )

export const databaseNow =
  (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["now"] =>
  () =>
    sql<{ at: number }>`select floor(extract(epoch from mon_now()) * 1000)::double precision as at`.pipe(
      Effect.flatMap(([row]) =>
        row === undefined ? Effect.die(new Error("The database told no time.")) : Effect.succeed(row.at)
      ),
      Effect.mapError(storeError("EmailHealthReports.now"))
    )

/** A slow check that began earlier never replaces what a later one found. */
export const keepReport = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["keep"] =>
  Effect.fn("EmailHealthReports.keep")(
    function* (domain, { checkedAt, incomplete: partial, report }, token) {
      yield* sql`
      insert into email_health_report as r (domain, report, incomplete, checked_at)
      values (${domain}, ${JSON.stringify(report)}, ${partial}, ${new Date(checkedAt).toISOString()}::timestamptz)
      on conflict (domain) do update set
        report = case when coalesce(r.checked_at > excluded.checked_at, false) then r.report else excluded.report end,
        incomplete = case when coalesce(r.checked_at > excluded.checked_at, false) then r.incomplete else excluded.incomplete end,
        checked_at = greatest(r.checked_at, excluded.checked_at),
        lease_until = case when r.lease_token = ${token}::uuid then null else r.lease_until end,
        lease_token = case when r.lease_token = ${token}::uuid then null else r.lease_token end`
    },
    Effect.mapError(storeError("EmailHealthReports.keep"))
  )

export const giveUpTurn = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["giveUp"] =>
  Effect.fn("EmailHealthReports.giveUp")(
    function* (domain, token) {
      yield* sql`
      update email_health_report set lease_until = null, lease_token = null
      where domain = ${domain} and lease_token = ${token}::uuid`
    },
    Effect.mapError(storeError("EmailHealthReports.giveUp"))
  )

export const forgetReports = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["forget"] =>
  Effect.fn("EmailHealthReports.forget")(
    function* () {
      const [row] = yield* sql<{ n: number }>`
      with gone as (
        delete from email_health_report
        where coalesce(greatest(checked_at, lease_until), '-infinity') <= mon_now() - ${complete}::int * interval '1 second'
        returning 1
      ) select count(*)::int as n from gone`
      return row?.n ?? 0
    },
    Effect.mapError(storeError("EmailHealthReports.forget"))
  )
