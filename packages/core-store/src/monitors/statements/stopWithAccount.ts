import type * as SqlClient from "effect/sql/SqlClient"
import { resumeWanted } from "./updateMonitors.ts"

/**
 * The column of an account with the time at which the account was stopped. Monitors that were paused together with the
 * account have the same time in `paused_at`.
 */
type StoppedSince = "deletion_requested_at" | "suspended_at"

/**
 * SQL for the current time, or, if the clock has not advanced, for the moment just after the last pause of the
 * account's monitors and alerts. The time therefore distinguishes monitors that are paused with the account from
 * monitors that were already paused.
 */
export const AFTER_PAUSES = `greatest(mon_now(), account.notifications_paused_at + interval '1 microsecond', (
    select max(m.paused_at) + interval '1 microsecond' from monitor m
    where m.account_id = account.id and m.deleted_at is null))`

const pausedSince = (sql: SqlClient.SqlClient, key: string, since: StoppedSince) =>
  sql`m.account_id = ${key}::bigint and m.deleted_at is null and m.paused_at = (
    select a.${sql.literal(since)} from account a where a.id = m.account_id)`

/**
 * The time, in milliseconds, within which monitors that were paused with an account are checked again. The checks are
 * distributed over this time.
 */
const RESUMED_WITHIN_MS = 60_000

/**
 * Resumes only the monitors that were paused together with the account, and the alerts of these monitors. Outages that
 * have not ended continue.
 */
export const resumeSince = (sql: SqlClient.SqlClient, key: string, since: StoppedSince) =>
  resumeWanted(
    sql,
    pausedSince(sql, key, since),
    sql`next_on_grid(least(s.interval_ms, ${RESUMED_WITHIN_MS}::bigint), s.phase, mon_now())`,
    "continued"
  )

/** Keeps monitors paused for another reason after the first reason has ended. */
export const movePauses = (sql: SqlClient.SqlClient, key: string, from: StoppedSince, to: StoppedSince) =>
  sql`
    update monitor m set paused_at = (select a.${sql.literal(to)} from account a where a.id = m.account_id)
    where ${pausedSince(sql, key, from)}`

/** Marks the status pages of an account as changed, so that caches and exported copies are updated. */
export const touchPages = (sql: SqlClient.SqlClient, key: string) =>
  sql`update status_page set updated_at = updated_at where account_id = ${key}::bigint`

/**
 * A condition that leaves out the monitors of some accounts. Without accounts, the condition is empty, so that a usual
 * claim reads only the schedule. The condition uses a scalar subquery, because PostgreSQL never turns such a subquery
 * into a join that reads the whole table.
 */
export const notOfAccounts = (sql: SqlClient.SqlClient, monitorId: string, accountKeys: ReadonlyArray<string>) =>
  accountKeys.length === 0
    ? sql.literal("")
    : sql`and (select o.account_id from monitor o where o.id = ${sql.literal(monitorId)}) <> all(${accountKeys}::bigint[])`
