import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { isLive } from "./ApiKeys.ts"

/** A person with the facts that are needed to sign in. The key is internal. */
export interface Person {
  readonly userKey: string
  readonly email: string
  /** The password hash as a PHC string. Null if the person has no password yet. */
  readonly passwordHash: string | null
}

/**
 * A person with a new password, and the numbers of revoked and still working API keys of the person in all accounts.
 */
export interface PasswordChange extends Person {
  readonly revokedKeys: number
  /** The number of API keys of the person that continue to work. */
  readonly liveKeys: number
}

export interface LockedPerson extends Person {
  /** Whether the person has proved that the address is their own, or the operator has vouched for the address. */
  readonly isConfirmed: boolean
}

/**
 * Locks the row of the person `u` until the transaction ends. Every change of how a person signs in begins with this
 * lock, so that an earlier proof of identity cannot open a session after the change.
 */
export const lockPerson = (sql: SqlClient.SqlClient, condition: Fragment) =>
  sql<LockedPerson>`
    select u.id::text as "userKey", u.email, u.password_hash as "passwordHash",
      u.email_confirmed_at is not null as "isConfirmed"
    from app_user u where ${condition} for no key update`

/** SQL for the unrevoked API keys of a person, in all accounts. `is_live` says whether the key has not expired. */
export const keysOf = (sql: SqlClient.SqlClient, userKey: Fragment) =>
  sql`
      select k.id, ${sql.literal(isLive("k"))} as is_live from api_key k join membership ms on ms.id = k.membership_id and ms.removed_at is null
      where ms.user_id = ${userKey} and k.revoked_at is null`

/**
 * Changes the password, and locks out everyone who knew the old password: ends all sessions, and deletes links that
 * could set another password.
 */
export const changePassword = (
  sql: SqlClient.SqlClient,
  userKey: string,
  passwordHash: string | null,
  revokeKeys: boolean
) =>
  sql<PasswordChange>`
    with keys as (${keysOf(sql, sql`${userKey}::bigint`)}
    ), revoked as (
      update api_key set revoked_at = mon_now() where ${revokeKeys}::boolean and id in (select id from keys) returning 1
    ), sessions as (
      delete from user_session where user_id = ${userKey}::bigint
    ), links as (
      delete from one_time_link where user_id = ${userKey}::bigint
    )
    update app_user set password_hash = ${passwordHash} where id = ${userKey}::bigint
    returning id::text as "userKey", email, password_hash as "passwordHash",
      (select count(*)::int from revoked) as "revokedKeys",
      (select count(*)::int from keys where is_live and not ${revokeKeys}::boolean) as "liveKeys"`

/**
 * Sets the password of a locked person who has proved that the address is their own. If this is the first proof, all
 * credentials of the person end, because strangers may have used a copied invitation link before.
 */
export const changeConfirmed = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { isConfirmed, userKey }: LockedPerson,
  passwordHash: string | null,
  revokeKeys: boolean
) {
  if (!isConfirmed) {
    yield* sql`delete from linked_identity where user_id = ${userKey}::bigint`
    yield* sql`delete from second_factor where user_id = ${userKey}::bigint`
    // Own channels would send the person's alerts to whoever added them, and an address of a calendar opens it.
    const memberships = sql`(select id from membership where user_id = ${userKey}::bigint)`
    yield* sql`delete from alert_channel where membership_id in ${memberships}`
    yield* sql`delete from contact_rules where membership_id in ${memberships}`
    yield* sql`delete from on_call_calendar where membership_id in ${memberships}`
    yield* sql`update app_user set email_confirmed_at = mon_now() where id = ${userKey}::bigint`
  }
  return yield* changePassword(sql, userKey, passwordHash, revokeKeys || !isConfirmed)
})
