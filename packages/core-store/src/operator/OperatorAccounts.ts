import { isPublicId, type PlanName } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { applyLicences } from "../accounts/Licences.ts"
import { Ledger } from "../accounts/Ledger.ts"
import { isOfKind } from "../monitors/statements/MonitorCodes.ts"
import { AFTER_PAUSES, movePauses, resumeSince, touchPages } from "../monitors/statements/stopWithAccount.ts"
import { pauseWanted } from "../monitors/statements/updateMonitors.ts"
import { EffectiveIntervals } from "../accounts/EffectiveIntervals.ts"

/** The extent to which an account uses the service. */
export interface AccountUsage {
  readonly domains: number
  readonly urls: number
  readonly paused: number
  /** The number of checks per day at the current check intervals. */
  readonly checksPerDay: number
  readonly members: number
  readonly channels: number
  readonly statusPages: number
  readonly openIncidents: number
  /** The numbers of stored results: checks of the last 24 hours, incidents, notifications and changes of pages. */
  readonly checksLastDay: number
  readonly incidents: number
  readonly notifications: number
  readonly pageChanges: number
  /** The number of stored page screenshots. `screenshotBytes` is their size in bytes. */
  readonly screenshots: number
  readonly screenshotBytes: number
  /**
   * The number of emails that were sent in the last 30 days. `messagesFailed` is the number of messages that failed in
   * this time.
   */
  readonly emailsSent: number
  readonly messagesFailed: number
  /** The time of the last use of an existing session by a person of the account. Null if there is no such session. */
  readonly lastSeenAt: Date | null
}

/** An account in the list of the accounts that use the service most. */
export interface AccountByUse {
  /** The public id of the account. */
  readonly id: string
  readonly email: string
  readonly plan: PlanName
  readonly monitors: number
  readonly checksPerDay: number
}

/**
 * The result of granting a plan. `inForce` may be better than the granted plan, because the account has paid for a
 * better plan.
 */
export type GrantResult =
  | { readonly _tag: "NoAccount" }
  | { readonly _tag: "Granted"; readonly before: PlanName; readonly inForce: PlanName; readonly until: Date | null }

const DAY_MS = 86_400_000

const checksPerDay = (accountKey: string) =>
  `coalesce((select sum(${DAY_MS}.0 / s.interval_ms) from monitor m join monitor_schedule s on s.monitor_id = m.id
    where m.account_id = ${accountKey} and m.deleted_at is null and m.paused_at is null), 0)::double precision`

const usage = (sql: SqlClient.SqlClient, id: string) =>
  sql<AccountUsage>`
    with mine as (select id from account where public_id = ${id}::uuid),
    monitors as (select m.* from monitor m join mine on mine.id = m.account_id where m.deleted_at is null)
    select (select count(*)::int from monitors m where ${sql.literal(isOfKind("m", "domain"))}) as domains,
      (select count(*)::int from monitors m where ${sql.literal(isOfKind("m", "url"))}) as urls,
      (select count(*)::int from monitors where paused_at is not null) as paused,
      ${sql.literal(checksPerDay("mine.id"))} as "checksPerDay",
      (select count(*)::int from membership x where x.account_id = mine.id and x.removed_at is null) as members,
      (select count(*)::int from alert_channel x where x.account_id = mine.id and x.membership_id is null) as channels,
      (select count(*)::int from status_page x where x.account_id = mine.id) as "statusPages",
      (select count(*)::int from incident x join monitors m on m.id = x.monitor_id where x.resolved_at is null) as "openIncidents",
      coalesce((select sum(x.checks)::int from check_hour x join monitors m on m.id = x.monitor_id
        where x.hour > mon_now() - interval '1 day'), 0) as "checksLastDay",
      (select count(*)::int from incident x join monitors m on m.id = x.monitor_id) as incidents,
      (select count(*)::int from notification x where x.account_id = mine.id) as notifications,
      (select count(*)::int from url_change x join monitors m on m.id = x.monitor_id) as "pageChanges",
      (select count(*)::int from url_screenshot x join monitors m on m.id = x.monitor_id) as screenshots,
      coalesce((select sum(x.bytes) from url_screenshot x join monitors m on m.id = x.monitor_id), 0)::double precision
        as "screenshotBytes",
      (select count(*)::int from notification_delivery x where x.account_id = mine.id and x.channel = 'email'
        and x.status = 'sent' and x.created_at > mon_now() - interval '30 days') as "emailsSent",
      (select count(*)::int from notification_delivery x where x.account_id = mine.id
        and x.status = 'failed' and x.created_at > mon_now() - interval '30 days') as "messagesFailed",
      (select max(x.seen_at) from user_session x join membership ms on ms.id = x.membership_id
        where ms.account_id = mine.id) as "lastSeenAt"
    from mine`

interface AccountRow {
  readonly key: string
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
}

const suspendAccount = (sql: SqlClient.SqlClient) =>
  operation("OperatorAccounts.suspend", function* (id: string) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [account] = yield* sql<{ readonly key: string }>`
            update account set suspended_at = ${sql.literal(AFTER_PAUSES)}
            where public_id = ${id}::uuid and suspended_at is null
            returning id::text as key`
        if (account === undefined) return false
        yield* pauseWanted(
          sql,
          sql`m.account_id = ${account.key}::bigint and m.deleted_at is null and m.paused_at is null`,
          sql`(select a.suspended_at from account a where a.id = m.account_id)`
        )
        yield* touchPages(sql, account.key)
        return true
      })
    )
  })

const resumeAccount = (sql: SqlClient.SqlClient) =>
  operation("OperatorAccounts.resume", function* (id: string) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [account] = yield* sql<{ readonly key: string; readonly ends: boolean }>`
            select id::text as key, deletes_at is not null as ends from account
            where public_id = ${id}::uuid and suspended_at is not null for update`
        if (account === undefined) return false
        yield* account.ends
          ? movePauses(sql, account.key, "suspended_at", "deletion_requested_at")
          : resumeSince(sql, account.key, "suspended_at")
        yield* sql`update account set suspended_at = null where id = ${account.key}::bigint`
        yield* touchPages(sql, account.key)
        return true
      })
    )
  })

/** The accounts of the service, as an operator sees and changes them. */
export class OperatorAccounts extends Context.Service<OperatorAccounts>()("@mon/core-store/OperatorAccounts", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const services = { ledger: yield* Ledger, intervals: yield* EffectiveIntervals }
    const find = (id: string) => sql<AccountRow>`
      select id::text as key, plan, plan_expires_at from account where public_id = ${id}::uuid for no key update`
    return {
      /**
       * Suspends an account (public id): its monitors are paused, nothing is sent or shown, and keys and sessions are
       * refused. Nothing is deleted. False if there is no such account, or if the account is already suspended.
       */
      suspend: suspendAccount(sql),
      /**
       * Ends a suspension. Monitors that were paused before the suspension stay paused. False if the account is not
       * suspended.
       */
      resume: resumeAccount(sql),
      /** Returns the extent to which an account uses the service. Null if there is no account with this public id. */
      usage: operation("OperatorAccounts.usage", (id: string) => Effect.map(usage(sql, id), ([row]) => row ?? null)),
      /** Lists the accounts whose monitors make the most checks per day. */
      byUse: operation(
        "OperatorAccounts.byUse",
        (limit: number) => sql<AccountByUse>`
          select a.public_id as id, coalesce(u.email, '') as email, a.plan,
            (select count(*)::int from monitor m where m.account_id = a.id and m.deleted_at is null) as monitors,
            ${sql.literal(checksPerDay("a.id"))} as "checksPerDay"
          from account a left join membership ms on ms.account_id = a.id and ms.role = 'owner' and ms.removed_at is null
          left join app_user u on u.id = ms.user_id
          order by 5 desc, 4 desc, a.id limit ${limit}`
      ),
      /**
       * Grants the account (public id) a plan without an end. A better plan that the account has paid for stays in
       * force until it ends. Credits and intervals are adjusted, and the audit log names the operator.
       */
      grantPlan: operation("OperatorAccounts.grantPlan", (id: string, plan: PlanName) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const [before] = yield* find(id)
            if (before === undefined) return { _tag: "NoAccount" } satisfies GrantResult
            const [{ cause } = { cause: "" }] = yield* sql<{ readonly cause: string }>`
                update account set base_plan = ${plan} where id = ${before.key}::bigint returning mon_uuidv7()::text as cause`
            yield* applyLicences(sql, services, before.key, `operator:${cause}`, "operator")
            const [after = before] = yield* find(id)
            return {
              _tag: "Granted",
              before: before.plan,
              inForce: after.plan,
              until: after.plan_expires_at
            } satisfies GrantResult
          })
        )
      )
    }
  })
}) {
  static readonly layer = Layer.effect(OperatorAccounts, OperatorAccounts.make).pipe(
    Layer.provide([Ledger.layer, EffectiveIntervals.layer])
  )
}
