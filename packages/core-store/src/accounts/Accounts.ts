import { canonicalTimeZone, type Language, type PlanName, Plans, type Settings, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, storeError, type StoreError } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { endExpiredPauses, isPaused } from "../access/alertPause.sql.ts"
import { issueApiKey, storeApiKey } from "./ApiKeys.ts"
import { visibleDomains, visiblePages } from "../monitors/statements/visibleMonitors.ts"

/** The data of the endpoint `/account`, before plans and limits are applied. */
export interface Profile {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly createdAt: Date
  /**
   * The number of domains that the caller can see. A member sees only the domains and pages that are shared with that
   * member, and does not see the team.
   */
  readonly domainsUsed: number
  readonly urlsUsed: number
  readonly teamMembersUsed: number
}

/** An account to create, with its owner's address. */
export interface NewAccount {
  readonly email: string
  readonly name: string | null
  readonly plan: PlanName
  /**
   * Whether an existing person without an account may become the owner. Default: false, which requires a new person.
   */
  readonly adopt?: boolean
}

/** An account in the operator's list. Ids are public. */
export interface ListedAccount {
  readonly id: string
  readonly email: string
  readonly membershipId: string
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly createdAt: Date
  /** The time at which the operator suspended the account. Null if the account is not suspended. */
  readonly suspendedAt: Date | null
  /** The time at which the account will be deleted. Null if no deletion was requested. */
  readonly deletesAt: Date | null
}

/** A change of settings. Absent fields stay unchanged. */
export interface SettingsPatch {
  readonly timezone?: string
  readonly language?: Language | null
  readonly weeklyReportEnabled?: boolean
  /** Whether the member gets alerts by email. The setting has no effect on owners, who always get alerts. */
  readonly alertsByEmail?: boolean
  readonly degradedAlerts?: boolean
  readonly contentFaultsOffer?: boolean
  readonly notificationsPaused?: boolean
}

/** The options for accounts that visitors create. */
export interface SignUpOptions {
  /** Whether only the first owner of the service may sign up. */
  readonly onlyFirst: boolean
  /** The plan of the account. Default: free. */
  readonly plan?: PlanName
}

/**
 * Creates the account, its owner and the first annual grant in one statement. Does nothing if the address is in use.
 * The address of a new person counts as confirmed, because accounts are created only through a link, an identity
 * provider or the operator.
 */
export const createAccount = (sql: SqlClient.SqlClient) =>
  operation("Accounts.create", function* (account: NewAccount) {
    const now = yield* Clock.currentTimeMillis
    const id = Effect.map(randomBytes(10), (random) => uuidv7(now, random))
    const { [account.plan]: limits } = yield* Effect.service(Plans)
    const email = account.email.trim()
    const rows = yield* sql<ListedAccount>`
      with person as (
        insert into app_user (public_id, email, name, email_confirmed_at)
        values (${yield* id}::uuid, ${email}, ${account.name}, mon_now())
        on conflict (lower(email)) do update set email = app_user.email
        where ${account.adopt ?? false}::boolean and not exists (
          select 1 from membership o where o.user_id = app_user.id and o.role = 'owner' and o.removed_at is null)
        returning id, email
      ), setting as (
        insert into user_setting (user_id) select id from person on conflict (user_id) do nothing
      ), new_account as (
        insert into account (public_id, plan)
        select ${yield* id}::uuid, ${account.plan} from person
        returning id, public_id, plan, plan_expires_at, plan_started_at, created_at, suspended_at, deletes_at
      ), owner as (
        insert into membership (public_id, account_id, user_id, role)
        select ${yield* id}::uuid, new_account.id, person.id, 'owner' from new_account, person returning public_id
      ), lot as (
        insert into credit_lot (account_id, kind, granted, remaining, expires_at)
        select id, 'annual', ${limits.annualSimulationCredits}::int, ${limits.annualSimulationCredits}::int,
          plan_started_at + interval '1 year'
        from new_account where ${limits.annualSimulationCredits}::int > 0 returning id, account_id, granted
      ), posted as (
        insert into credit_transaction (public_id, account_id, amount, type, description, ref)
        select ${yield* id}::uuid, account_id, granted, 'grant', 'Annual simulation credits', 'annual:' || id
        from lot returning id
      ), moved as (
        insert into credit_movement (transaction_id, lot_id, amount) select posted.id, lot.id, lot.granted from posted, lot
      )
      select new_account.public_id as id, person.email, owner.public_id as "membershipId", new_account.plan,
        new_account.plan_expires_at as "planExpiresAt", new_account.created_at as "createdAt",
        new_account.suspended_at as "suspendedAt", new_account.deletes_at as "deletesAt"
      from new_account, person, owner`
    return rows[0] ?? null
  })

const summaries = (sql: SqlClient.SqlClient) =>
  sql`
    select a.public_id as id, u.email, ms.public_id as "membershipId", a.plan,
      a.plan_expires_at as "planExpiresAt", a.created_at as "createdAt", a.suspended_at as "suspendedAt",
      a.deletes_at as "deletesAt"
    from account a
    join membership ms on ms.account_id = a.id and ms.role = 'owner' and ms.removed_at is null
    join app_user u on u.id = ms.user_id`

const listAccounts = (sql: SqlClient.SqlClient) => (): Effect.Effect<ReadonlyArray<ListedAccount>, StoreError> =>
  sql<ListedAccount>`${summaries(sql)} order by a.id`.pipe(
    Effect.mapError(storeError("Accounts.list")),
    Effect.withSpan("Accounts.list")
  )

const showProfile = (sql: SqlClient.SqlClient) =>
  operation("Accounts.profile", function* (scope: AccessScope) {
    const rows = yield* sql<Profile>`
      select a.public_id as id, u.email, u.name, a.plan, a.plan_expires_at as "planExpiresAt",
        a.created_at as "createdAt",
        (select count(*)::int from monitor m where ${visibleDomains(sql, scope)}) as "domainsUsed",
        (select count(*)::int from monitor m where ${visiblePages(sql, scope)}) as "urlsUsed",
        case when exists (select from membership me
          where me.id = ${scope.membershipKey}::bigint and me.role = 'owner') then (select count(*)::int from membership ms
          where ms.account_id = a.id and ms.role = 'member' and ms.removed_at is null)
        + (select count(*)::int from team_invite i
          where i.account_id = a.id and i.accepted_at is null and i.removed_at is null
            and i.expires_at > mon_now()) else 0 end as "teamMembersUsed"
      from account a
      join app_user u on u.id = ${scope.userKey}::bigint
      where a.id = ${scope.accountKey}::bigint`
    return rows[0] ?? null
  })

const absent: Settings = {
  timezone: "UTC",
  language: null,
  weeklyReportEnabled: true,
  alertsByEmail: true,
  degradedAlerts: false,
  contentFaultsOffer: false,
  notificationsPaused: false
}

/** The settings that belong to the account. All other settings belong to a person. */
const accountSettings: ReadonlySet<string> = new Set(["degradedAlerts", "contentFaultsOffer", "notificationsPaused"])

const read = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql<Settings>`
    select coalesce(us.timezone, 'UTC') as timezone, us.language,
      coalesce(us.weekly_report_enabled, true) as "weeklyReportEnabled",
      coalesce((
        select ms.role = 'owner' or ms.alerts_by_email from membership ms where ms.id = ${scope.membershipKey}::bigint), true) as "alertsByEmail",
      a.degraded_alerts as "degradedAlerts", a.content_faults_offer as "contentFaultsOffer",
      ${sql.literal(isPaused("a"))} as "notificationsPaused"
    from account a left join user_setting us on us.user_id = ${scope.userKey}::bigint
    where a.id = ${scope.accountKey}::bigint`.pipe(Effect.map((rows) => rows[0] ?? absent))

/**
 * Stores settings in three tables. The choice of email alerts belongs to the membership. The pause, the choice of
 * alerts about degraded monitors and the offer about broken pages belong to the account. All other settings belong to
 * the person.
 */
const updateSettings = (sql: SqlClient.SqlClient) =>
  operation("Accounts.updateSettings", function* (scope: AccessScope, patch: SettingsPatch) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        if (Object.keys(patch).some((name) => !accountSettings.has(name))) {
          const timezone = patch.timezone === undefined ? null : (canonicalTimeZone(patch.timezone) ?? patch.timezone)
          const { language = null, weeklyReportEnabled = null } = patch
          yield* sql`
          insert into user_setting (user_id, timezone, language, weekly_report_enabled)
          values (${scope.userKey}::bigint, coalesce(${timezone}::text, 'UTC'), ${language}::text,
            coalesce(${weeklyReportEnabled}::boolean, true))
          on conflict (user_id) do update set
            timezone = coalesce(${timezone}::text, user_setting.timezone),
            language = case when ${patch.language !== undefined}::boolean then ${language}::text else user_setting.language end,
            weekly_report_enabled = coalesce(${weeklyReportEnabled}::boolean, user_setting.weekly_report_enabled)`
        }
        if (patch.alertsByEmail !== undefined) {
          yield* sql`update membership set alerts_by_email = ${patch.alertsByEmail}
          where id = ${scope.membershipKey}::bigint and role = 'member' and removed_at is null`
        }
        if (patch.degradedAlerts !== undefined) {
          yield* sql`update account set degraded_alerts = ${patch.degradedAlerts} where id = ${scope.accountKey}::bigint`
        }
        if (patch.contentFaultsOffer !== undefined) {
          yield* sql`update account set content_faults_offer = ${patch.contentFaultsOffer} where id = ${scope.accountKey}::bigint`
        }
        if (patch.notificationsPaused === true) {
          yield* sql`${sql.literal(endExpiredPauses)} and id = ${scope.accountKey}::bigint`
          yield* sql`update account set notifications_paused_at = coalesce(notifications_paused_at, mon_now())
          where id = ${scope.accountKey}::bigint`
        }
        if (patch.notificationsPaused === false) {
          yield* sql`update account set notifications_paused_at = null, notifications_paused_until = null where id = ${scope.accountKey}::bigint`
        }
        return yield* read(sql, scope)
      })
    )
  })

/** The first account of a service, as set in the configuration. */
export interface Bootstrap {
  readonly email: string
  readonly plan: PlanName
  /**
   * A fixed API key to use instead of a random key. The configuration has already verified the format and the check
   * characters of the key.
   */
  readonly apiKey: Redacted.Redacted | null
}

const FIRST_KEY = "First key"

/** The key of an advisory lock that lets only one process create the first account. The key is an arbitrary number. */
const bootstrapLock = 7_310_011

/**
 * Creates the first account and its key in an empty database. Returns null if there are accounts already. Several
 * processes may call this function at the same time.
 */
export const bootstrapOwner = operation("bootstrapOwner", function* (bootstrap: Bootstrap) {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* Accounts
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${bootstrapLock})`
      const [{ n } = { n: 0 }] = yield* sql<{ n: number }>`select count(*)::int as n from account`
      if (n > 0) return null
      const account = yield* accounts.create({ email: bootstrap.email, name: null, plan: bootstrap.plan })
      if (account === null) return null
      const issued =
        bootstrap.apiKey === null
          ? yield* issueApiKey(account.membershipId, { name: FIRST_KEY })
          : yield* storeApiKey(account.membershipId, bootstrap.apiKey, { name: FIRST_KEY })
      return issued === null ? null : { account, key: issued.key }
    })
  )
})

/** The accounts, their owners and their settings. */
export class Accounts extends Context.Service<Accounts>()("@mon/core-store/Accounts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Creates an account with its owner. Returns null if the address is in use. */
    create: createAccount(sql),
    list: listAccounts(sql),
    /**
     * Finds the account whose owner has the given address (case-insensitive). Returns null if there is no such account.
     */
    findByEmail: operation("Accounts.findByEmail", function* (email: string) {
      const rows = yield* sql<ListedAccount>`${summaries(sql)} where lower(u.email) = lower(${email.trim()})`
      return rows[0] ?? null
    }),
    /** Returns whether the service has no account except the caller's. */
    isOnly: operation("Accounts.isOnly", function* (scope: AccessScope) {
      const others = yield* sql`select 1 from account where id <> ${scope.accountKey}::bigint limit 1`
      return others.length === 0
    }),
    profile: showProfile(sql),
    /**
     * Locks the account until the transaction ends. The lock serializes the creation of rows, and every change that
     * first reads the rows that it changes.
     */
    lock: operation("Accounts.lock", (scope: AccessScope) =>
      Effect.asVoid(sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`)
    ),
    /** Sets or removes the name of the caller. */
    rename: operation("Accounts.rename", function* (scope: AccessScope, name: string | null) {
      yield* sql`update app_user set name = ${name}::text where id = ${scope.userKey}::bigint`
    }),
    settings: operation("Accounts.settings", function* (scope: AccessScope) {
      return yield* read(sql, scope)
    }),
    updateSettings: updateSettings(sql)
  }))
}) {
  static readonly layer = Layer.effect(Accounts, Accounts.make)
}
