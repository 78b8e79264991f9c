import { Plans, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type { Accounts, ListedAccount } from "./Accounts.ts"

/** One statement creates the account, its owner and the first annual grant, or nothing when the address is taken. */
export const createAccount = (sql: SqlClient.SqlClient): Accounts["Service"]["create"] =>
  operation("Accounts.create", function* (account) {
    const now = yield* Clock.currentTimeMillis
    const id = Effect.map(randomBytes(10), (random) => uuidv7(now, random))
    const { [account.plan]: limits } = yield* Effect.service(Plans)
    const email = account.email.trim()
    const rows = yield* sql<ListedAccount>`
      with person as (
        insert into app_user (public_id, email, name) values (${yield* id}::uuid, ${email}, ${account.name})
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
