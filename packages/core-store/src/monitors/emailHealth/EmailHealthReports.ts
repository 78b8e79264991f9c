import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns, storeError, type StoreError } from "../../sql/operation.ts"
import { deleteBatch } from "../../sql/deleteBatch.ts"

/** The time for which a report is cached, in seconds. An incomplete report is cached for a shorter time. */
export const REPORT_SECONDS = { complete: 3_600, incomplete: 60 } as const

/** A report to cache for a domain. */
export interface CachedReport {
  /** The report as plain JSON. */
  readonly report: unknown
  readonly incomplete: boolean
  /** The start of the report's check, in milliseconds since the epoch by the database's clock. */
  readonly checkedAt: number
}

/**
 * The result of a claim. `Cached`: there is a valid report. `Claimed`: the caller must check the domain. The check
 * begins at `at`. `Busy`: another process is checking the domain.
 */
export type ReportClaim =
  /** The report is null if the stored text is not JSON. */
  | { readonly _tag: "Cached"; readonly report: unknown }
  | { readonly _tag: "Claimed"; readonly token: string; readonly at: number }
  | { readonly _tag: "Busy" }

const { complete, incomplete } = REPORT_SECONDS

/** SQL for the earliest time at which the check of a valid report `r` may have begun. */
const validFrom = (sql: SqlClient.SqlClient) =>
  sql`mon_now() - case when r.incomplete then ${incomplete}::int else ${complete}::int end * interval '1 second'`

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Reads the cache first. If there is no valid report, one statement leases the domain to a single process. */
const claimReport = (sql: SqlClient.SqlClient) =>
  operation("EmailHealthReports.claim", function* (domain: string, leaseMs: number): Returns<ReportClaim> {
    const [cached] = yield* sql<{ report: string }>`
      select r.report from email_health_report r where r.domain = ${domain} and r.checked_at > ${validFrom(sql)}`
    if (cached !== undefined) return { _tag: "Cached", report: parsed(cached.report) } as const
    const [claimed] = yield* sql<{ token: string; at: number }>`
      insert into email_health_report as r (domain, lease_token, lease_until)
      values (${domain}, gen_random_uuid(), mon_now() + ${leaseMs}::int * interval '1 millisecond')
      on conflict (domain) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until
      where (r.checked_at is null or r.checked_at <= ${validFrom(sql)})
        and (r.lease_until is null or r.lease_until <= mon_now())
      returning r.lease_token as token, floor(extract(epoch from mon_now()) * 1000)::double precision as at`
    return claimed === undefined ? ({ _tag: "Busy" } as const) : ({ _tag: "Claimed", ...claimed } as const)
  })

const databaseNow = (sql: SqlClient.SqlClient) => (): Effect.Effect<number, StoreError> =>
  sql<{ at: number }>`select floor(extract(epoch from mon_now()) * 1000)::double precision as at`.pipe(
    Effect.flatMap(([row]) =>
      row === undefined ? Effect.die(new Error("The database returned no time.")) : Effect.succeed(row.at)
    ),
    Effect.mapError(storeError("EmailHealthReports.now"))
  )

/** A slow check never replaces the report of a check that began later. */
const cacheReport = (sql: SqlClient.SqlClient) =>
  operation("EmailHealthReports.cache", function* (domain: string, wanted: CachedReport, token: string | null) {
    yield* sql`
      insert into email_health_report as r (domain, report, incomplete, checked_at)
      values (${domain}, ${JSON.stringify(wanted.report)}, ${wanted.incomplete}, ${new Date(wanted.checkedAt).toISOString()}::timestamptz)
      on conflict (domain) do update set
        report = case when coalesce(r.checked_at > excluded.checked_at, false) then r.report else excluded.report end,
        incomplete = case when coalesce(r.checked_at > excluded.checked_at, false) then r.incomplete else excluded.incomplete end,
        checked_at = greatest(r.checked_at, excluded.checked_at),
        lease_until = case when r.lease_token = ${token}::uuid then null else r.lease_until end,
        lease_token = case when r.lease_token = ${token}::uuid then null else r.lease_token end`
  })

/**
 * Email health reports by domain and options, in a cache that all processes share. The reports contain only public
 * data, and no data of an account.
 */
export class EmailHealthReports extends Context.Service<EmailHealthReports>()("@mon/core-store/EmailHealthReports", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns the cached report, or leases the check of the domain for `leaseMs`. If the result is `Busy`, wait and
     * call this method again.
     */
    claim: claimReport(sql),
    /** Returns the cached report as plain JSON. Null if there is no valid report. */
    find: operation("EmailHealthReports.find", function* (domain: string) {
      const [cached] = yield* sql<{ report: string }>`
      select r.report from email_health_report r where r.domain = ${domain} and r.checked_at > ${validFrom(sql)}`
      return cached === undefined ? null : parsed(cached.report)
    }),
    /** Returns the current time of the database, in milliseconds since the epoch. */
    now: databaseNow(sql),
    /** Stores a report unless a newer one exists, and ends the lease that has this token. */
    cache: cacheReport(sql),
    /** Ends a lease without storing a report. */
    release: operation("EmailHealthReports.release", function* (domain: string, token: string) {
      yield* sql`
      update email_health_report set lease_until = null, lease_token = null
      where domain = ${domain} and lease_token = ${token}::uuid`
    }),
    /** Deletes at most `limit` expired reports. Returns the number of deleted reports. */
    purge: operation("EmailHealthReports.purge", (limit: number) =>
      deleteBatch(sql, {
        table: "email_health_report",
        key: "domain",
        where: sql`coalesce(greatest(checked_at, lease_until), '-infinity') <= mon_now() - ${complete}::int * interval '1 second'`,
        limit
      })
    )
  }))
}) {
  static readonly layer = Layer.effect(EmailHealthReports, EmailHealthReports.make)
}
