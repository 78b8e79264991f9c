import { isPublicId, type PlanName, Plans } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { growingLease } from "../../sql/growingLease.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { notOfAccounts } from "../statements/stopWithAccount.ts"
import { visibleDomains } from "../statements/visibleMonitors.ts"
import {
  type ComponentScore,
  type EmailHealthClaim,
  keyOf,
  noteEmailHealth,
  recordEmailHealth,
  storedComponents
} from "./recordEmailHealth.ts"
import { noteSignatures, storedSignatures } from "./seenSignatures.ts"

/** One result in the history of a domain's email health. */
export interface EmailHealthPoint {
  readonly checkedAt: Date
  readonly score: number | null
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
  readonly listings: ReadonlyArray<string>
  /** The version of the scoring rules. Null in results of earlier releases. */
  readonly rubricVersion: string | null
}

/**
 * The newest result of a domain that has a score. If there is no such result, or while the check is off, only the names
 * are known.
 */
export interface EmailHealthStanding {
  readonly domainId: string
  readonly emailHealthEnabled: boolean
  readonly name: string
  readonly hostname: string
  readonly checkedAt: Date | null
  readonly score: number | null
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
}

interface ClaimRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly hostname: string
  readonly dkim_selectors: ReadonlyArray<string>
  readonly signing: unknown
  readonly plan: PlanName
  readonly due_at: Date
  readonly claimed_at: Date
  readonly lease_until: Date
}

/** One statement claims the domains, so that two workers never get the same domain. Locked rows are skipped. */
const claimEmailHealth = (sql: SqlClient.SqlClient) =>
  operation(
    "EmailHealthChecks.claim",
    function* (
      limit: number,
      leaseMs: number,
      exceptAccounts: ReadonlyArray<string> = []
    ): Returns<ReadonlyArray<EmailHealthClaim>> {
      const rows = yield* sql<ClaimRow>`
      with due as materialized (
        select monitor_id from email_health_schedule
        where next_at is not null and greatest(next_at, lease_until) <= mon_now()
          ${notOfAccounts(sql, "email_health_schedule.monitor_id", exceptAccounts)}
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      )
      update email_health_schedule s set
        lease_token = gen_random_uuid(),
        lease_until = ${sql.literal(growingLease("s", String(Math.round(leaseMs))))}
      from due join monitor m on m.id = due.monitor_id join account a on a.id = m.account_id
      where s.monitor_id = due.monitor_id
      returning s.monitor_id::text as monitor_key, m.account_id::text as account_key, s.lease_token, m.hostname, m.dkim_selectors,
        s.signing,
        case when a.plan_expires_at <= mon_now() then 'free' else a.plan end as plan,
        s.next_at as due_at, mon_now() as claimed_at, s.lease_until`
      const plans = yield* Plans
      return rows.map((row) => ({
        monitorKey: row.monitor_key,
        accountKey: row.account_key,
        leaseToken: row.lease_token,
        hostname: row.hostname,
        dkimSelectors: [
          ...row.dkim_selectors.slice(0, plans[row.plan].dkimSelectors),
          ...storedSignatures(row.signing, row.claimed_at.getTime()).map(({ selector }) => selector)
        ],
        dueAt: row.due_at.getTime(),
        claimedAt: row.claimed_at.getTime(),
        leaseUntil: row.lease_until.getTime()
      }))
    }
  )

const MOST_CHECKED = 20

/**
 * Selects the DKIM selectors to query for a mail domain. A monitor of `www.example.com` belongs to the mail domain
 * `example.com`.
 */
const dkimSelectorsOf = (sql: SqlClient.SqlClient) =>
  operation(
    "EmailHealthChecks.selectorsOf",
    function* (scope: AccessScope, mailDomain: string, limit: number): Returns<ReadonlyArray<string> | null> {
      const rows = yield* sql<{ named: ReadonlyArray<string>; signing: unknown; now: Date }>`
      select m.dkim_selectors[1:${limit}::int] as named, s.signing, mon_now() as now
      from monitor m left join email_health_schedule s on s.monitor_id = m.id
      where ${visibleDomains(sql, scope)} and m.hostname in (${mailDomain}, ${`www.${mailDomain}`})`
      const seen = rows.flatMap(({ now, signing }) =>
        storedSignatures(signing, now.getTime()).map(({ selector }) => selector)
      )
      return rows.length === 0
        ? null
        : [...new Set([...rows.flatMap(({ named }) => named).toSorted(), ...seen])].slice(0, MOST_CHECKED)
    }
  )

interface HistoryRow extends Omit<EmailHealthPoint, "components"> {
  readonly components: unknown
}

interface StandingRow extends Omit<EmailHealthStanding, "components"> {
  readonly components: unknown
}

/** Email health checks of domains: their schedule, results and alerts. */
export class EmailHealthChecks extends Context.Service<EmailHealthChecks>()("@mon/core-store/EmailHealthChecks", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` due domains for `leaseMs` each. No two callers get the same domain. Skips domains of
     * `exceptAccounts`.
     */
    claim: claimEmailHealth(sql),
    /** Releases unused leases. Their domains are immediately due again. */
    release: operation("EmailHealthChecks.release", function* (claims: ReadonlyArray<EmailHealthClaim>) {
      if (claims.length === 0) return
      const rows = claims.map(({ leaseToken, monitorKey }) => ({ id: monitorKey, token: leaseToken }))
      yield* sql`
      update email_health_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
    }),
    /** Releases a lease after an error in the worker. The domain is due again after `delayMs`. */
    postpone: operation("EmailHealthChecks.postpone", function* (claim: EmailHealthClaim, delayMs: number) {
      yield* sql`
      update email_health_schedule set lease_until = null, lease_token = null,
        next_at = mon_now() + ${delayMs}::int * interval '1 millisecond'
      where monitor_id = ${claim.monitorKey}::bigint and lease_token = ${claim.leaseToken}::uuid`
    }),
    /**
     * Records the result of a claimed domain with its alert or recovery. Has no effect if the lease has ended.
     * `compare` determines the cause that the alert names. Without `compare`, the alert names no cause.
     */
    record: recordEmailHealth(sql),
    /**
     * Records the result of a manual check, unless a newer result exists. A manual check causes no alert while the
     * domain is paused or its email health check is off.
     */
    note: noteEmailHealth(sql),
    /**
     * Returns the DKIM selectors that the account named for a mail domain, at most `limit` of each monitor, and then
     * the selectors seen in messages. Null if the caller can see no monitor of that domain.
     */
    selectorsOf: dkimSelectorsOf(sql),
    /**
     * Stores the DKIM signatures of a message for the monitors of a mail domain that the caller may change. Only the
     * last results of the 5 newest selectors are stored, for 40 days.
     */
    noteSignatures: noteSignatures(sql),
    /**
     * Lists at most `limit` of the newest results of a domain that the caller can see. Null if there is no such domain.
     */
    history: operation(
      "EmailHealthChecks.history",
      function* (scope: AccessScope, id: string, limit: number): Returns<ReadonlyArray<EmailHealthPoint> | null> {
        if (!isPublicId(id)) return null
        const [monitor] = yield* keyOf(sql, scope, id)
        if (monitor === undefined) return null
        const rows = yield* sql<HistoryRow>`
      select checked_at as "checkedAt", score, grade, incomplete, components, listings,
        rubric_version as "rubricVersion"
      from email_health_history where monitor_id = ${monitor.key}::bigint order by checked_at desc limit ${limit}`
        return rows.map((row) => ({ ...row, components: storedComponents(row.components) }))
      }
    ),
    /**
     * Lists all domains that the caller can see, each with its newest result, in one statement. The newest domain comes
     * first.
     */
    standings: operation("EmailHealthChecks.standings", function* (scope: AccessScope): Returns<
      ReadonlyArray<EmailHealthStanding>
    > {
      const rows = yield* sql<StandingRow>`
      select m.public_id as "domainId", m.name, m.hostname,
        m.email_health_enabled as "emailHealthEnabled", h.checked_at as "checkedAt", h.score, h.grade,
        coalesce(h.incomplete, false) as incomplete, h.components
      from monitor m left join lateral (
        select checked_at, score, grade, incomplete, components from email_health_history
        where monitor_id = m.id and m.email_health_enabled and score is not null order by checked_at desc limit 1
      ) h on true
      where ${visibleDomains(sql, scope)} order by m.id desc`
      return rows.map((row) => ({ ...row, components: storedComponents(row.components) }))
    }),
    /** Deletes at most `limit` results older than `days`. Returns the number of deleted results. */
    purgeHistory: operation("EmailHealthChecks.purgeHistory", (days: number, limit: number) =>
      deleteBatch(sql, {
        table: "email_health_history",
        key: "monitor_id, checked_at",
        where: sql`checked_at <= mon_now() - ${days}::int * interval '1 day'`,
        limit
      })
    )
  }))
}) {
  static readonly layer = Layer.effect(EmailHealthChecks, EmailHealthChecks.make)
}
