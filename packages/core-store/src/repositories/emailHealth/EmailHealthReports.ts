import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type StoreError, storeError } from "../../sql/StoreError.ts"

/** How long a report answers for its domain. Seconds. An incomplete one says little, so it is made anew soon. */
export const REPORT_SECONDS = { complete: 3_600, incomplete: 60 } as const

/** A report to be kept for its domain. */
export interface CachedReport {
  /** Plain JSON. */
  readonly report: unknown
  readonly incomplete: boolean
  /** When its check began, on the database's clock; milliseconds since the epoch. */
  readonly checkedAt: number
}

/** What to do for a domain: answer what is kept, make a check that begins at `at`, or wait for the one who makes it. */
export type Turn =
  /** Null when what is stored is no JSON. */
  | { readonly _tag: "Kept"; readonly report: unknown }
  | { readonly _tag: "Check"; readonly token: string; readonly at: number }
  | { readonly _tag: "Wait" }

/** E-mail health reports by domain, shared by all processes; they hold what the public DNS says and nothing of an account. */
export class EmailHealthReports extends Context.Service<
  EmailHealthReports,
  {
    /** A kept report, or the turn to make one for at most `leaseMs`; while another process has the turn: wait and ask again. */
    readonly turn: (domain: string, leaseMs: number) => Effect.Effect<Turn, StoreError>
    /** The database's time; milliseconds since the epoch. */
    readonly now: () => Effect.Effect<number, StoreError>
    /** Keeps a report unless a newer one is there, and ends the turn of the token. */
    readonly cache: (domain: string, report: CachedReport, token: string | null) => Effect.Effect<void, StoreError>
    /** Ends a turn without a report. */
    readonly giveUp: (domain: string, token: string) => Effect.Effect<void, StoreError>
    /** Drops the reports that answer for nothing any more, and answers how many they were. */
    readonly purge: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/EmailHealthReports") {}

const { complete, incomplete } = REPORT_SECONDS

/** The moment from which on a report of the row `r` still answers. */
const answersFrom = (sql: SqlClient.SqlClient) =>
  sql`mon_now() - case when r.incomplete then ${incomplete}::int else ${complete}::int end * interval '1 second'`

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** A read for what is kept; else one statement that only one of all processes gets through. */
const takeTurn = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["turn"] =>
  Effect.fn("EmailHealthReports.turn")(
    function* (domain, leaseMs) {
      const [kept] = yield* sql<{ report: string }>`
      select r.report from email_health_report r where r.domain = ${domain} and r.checked_at > ${answersFrom(sql)}`
      if (kept !== undefined) return { _tag: "Kept", report: parsed(kept.report) } as const
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
const cacheReport = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["cache"] =>
  Effect.fn("EmailHealthReports.cache")(
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
    Effect.mapError(storeError("EmailHealthReports.cache"))
  )

const giveUpTurn = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["giveUp"] =>
  Effect.fn("EmailHealthReports.giveUp")(
    function* (domain, token) {
      yield* sql`
      update email_health_report set lease_until = null, lease_token = null
      where domain = ${domain} and lease_token = ${token}::uuid`
    },
    Effect.mapError(storeError("EmailHealthReports.giveUp"))
  )

const purgeReports = (sql: SqlClient.SqlClient): EmailHealthReports["Service"]["purge"] =>
  Effect.fn("EmailHealthReports.purge")(
    function* () {
      const [row] = yield* sql<{ n: number }>`
      with gone as (
        delete from email_health_report
        where coalesce(greatest(checked_at, lease_until), '-infinity') <= mon_now() - ${complete}::int * interval '1 second'
        returning 1
      ) select count(*)::int as n from gone`
      return row?.n ?? 0
    },
    Effect.mapError(storeError("EmailHealthReports.purge"))
  )

/** {@link EmailHealthReports} over PostgreSQL. */
export const layerEmailHealthReports: Layer.Layer<EmailHealthReports, never, SqlClient.SqlClient> = Layer.effect(
  EmailHealthReports,
  Effect.map(SqlClient.SqlClient, (sql) =>
    EmailHealthReports.of({
      turn: takeTurn(sql),
      now: databaseNow(sql),
      cache: cacheReport(sql),
      giveUp: giveUpTurn(sql),
      purge: purgeReports(sql)
    })
  )
)
