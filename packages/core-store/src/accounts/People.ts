import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns, storeError, type StoreError } from "../sql/operation.ts"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { createAccount, type SignUpOptions } from "./Accounts.ts"
import { changeConfirmed, changePassword, keysOf, lockPerson, type Person } from "./passwordChange.ts"
import { liftRefusal } from "./RefusedAddresses.ts"

/** The lifetime of each kind of one-time link, in whole seconds. */
export const linkSeconds = { signup: 86_400, reset: 3_600, setup: 7 * 86_400 } as const

/** The purpose of a one-time link: confirming the address of a sign-up, or setting a password. */
export type LinkKind = keyof typeof linkSeconds

/** The recipient of emails about a person's own sign-in. */
export interface MailAudience {
  readonly email: string
  readonly language: Language
  readonly timezone: string
}

/** The facts about a valid one-time link. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly email: string
  /**
   * Whether the link is the first proof that the address belongs to the person. If so, using the link ends all
   * credentials that were set before.
   */
  readonly isFirst: boolean
  /** Whether the person with this address has a password that stays valid if the link sets no password. */
  readonly hasPassword: boolean
  /** The number of live API keys of the person, in all accounts. */
  readonly liveKeys: number
}

const people = (sql: SqlClient.SqlClient) =>
  sql`select id::text as "userKey", email, password_hash as "passwordHash" from app_user`

const hasOwner = (sql: SqlClient.SqlClient): Effect.Effect<boolean, StoreError> =>
  sql<{ readonly exists: boolean }>`
    select exists (select 1 from membership where role = 'owner' and removed_at is null) as "exists"`.pipe(
    Effect.map(([row]) => row?.exists === true),
    Effect.mapError(storeError("People.hasOwner")),
    Effect.withSpan("People.hasOwner")
  )

/**
 * Returns whether no account has an owner. If so, locks the table until the transaction ends, so that the creation of
 * other accounts waits. Once an owner exists, nothing is locked.
 */
export const isFirstOwner = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (yield* hasOwner(sql)) return false
  yield* sql`lock table account in share row exclusive mode`
  return !(yield* hasOwner(sql))
})

/**
 * Returns the address that a link is for. For a sign-up, this is the given address, unless the owner of an account
 * already has that address. For other links, this is the stored address of the person.
 */
const recipient = (sql: SqlClient.SqlClient, kind: LinkKind, email: string) =>
  kind === "signup"
    ? sql`
      select null::bigint as id, ${email}::text as email where not exists (
        select 1 from app_user u join membership ms on ms.user_id = u.id and ms.role = 'owner' and ms.removed_at is null
        where lower(u.email) = lower(${email}))`
    : sql`select id, email from app_user where lower(email) = lower(${email})`

/**
 * An emailed link proves the address. If the operator created the link in the console, the operator vouches for the
 * address.
 */
const resetPassword = (sql: SqlClient.SqlClient) =>
  operation("People.resetPassword", function* (tokenHash: Uint8Array, passwordHash: string, revokeKeys: boolean) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [person] = yield* lockPerson(
          sql,
          sql`u.id = (select user_id from one_time_link where token_hash = ${tokenHash})`
        )
        const [link] = yield* sql<{ readonly kind: string }>`
        delete from one_time_link
        where token_hash = ${tokenHash} and expires_at > mon_now() and kind in ('reset', 'setup') returning kind`
        if (person === undefined || link === undefined) return null
        const [changed] = yield* changeConfirmed(sql, person, passwordHash, revokeKeys)
        if (link.kind === "reset") yield* liftRefusal(sql, person.email)
        return changed ?? null
      })
    )
  })

/**
 * The link is deleted in the transaction that creates the account, so that only one of two concurrent uses succeeds.
 */
const signUp = (sql: SqlClient.SqlClient) => {
  const create = createAccount(sql)
  return operation(
    "People.signUp",
    function* (
      tokenHash: Uint8Array,
      wanted: { readonly name: string | null; readonly passwordHash: string | null },
      { onlyFirst, plan = "free" }: SignUpOptions = { onlyFirst: false }
    ): Returns<Person | null> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (onlyFirst && !(yield* isFirstOwner(sql))) return null
          const [link] = yield* sql<{ readonly email: string }>`
        delete from one_time_link where token_hash = ${tokenHash} and expires_at > mon_now() and kind = 'signup'
        returning email`
          if (link === undefined) return null
          const { email } = link
          const lock = lockPerson(sql, sql`lower(u.email) = lower(${email})`)
          yield* liftRefusal(sql, email)
          yield* lock
          yield* create({ email, name: wanted.name, plan, adopt: true })
          // The second statement reads the person again, because the person may have been created between the two
          // statements.
          const [person] = yield* lock
          if (person === undefined) return null
          if (!person.isConfirmed) {
            yield* sql`update app_user set name = ${wanted.name}::text where id = ${person.userKey}::bigint`
            const [changed] = yield* changeConfirmed(sql, person, wanted.passwordHash, true)
            return changed ?? null
          }
          const [known] = yield* sql<Person>`
        update app_user set password_hash = coalesce(password_hash, ${wanted.passwordHash}::text),
          name = coalesce(name, ${wanted.name}::text)
        where id = ${person.userKey}::bigint
        returning id::text as "userKey", email, password_hash as "passwordHash"`
          return known ?? null
        })
      )
    }
  )
}

/** People, their passwords and their one-time links. Tokens are passed as their SHA-256. */
export class People extends Context.Service<People>()("@mon/core-store/People", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Finds a person by address. Case-insensitive. */
    findByEmail: operation("People.findByEmail", function* (email: string) {
      const [row] = yield* sql<Person>`${people(sql)} where lower(email) = lower(${email})`
      return row ?? null
    }),
    findByKey: operation("People.findByKey", function* (userKey: string) {
      const [row] = yield* sql<Person>`${people(sql)} where id = ${userKey}::bigint`
      return row ?? null
    }),
    /** Returns the recipient of emails about a person's sign-in. Null if there is no such person. */
    mailAudience: operation("People.mailAudience", function* (userKey: string) {
      const [row] = yield* sql<MailAudience>`
      select u.email, coalesce(us.language, 'en') as language, coalesce(us.timezone, 'UTC') as timezone
      from app_user u left join user_setting us on us.user_id = u.id where u.id = ${userKey}::bigint`
      return row ?? null
    }),
    /**
     * Stores a link, and invalidates earlier links of the kind for the address. For a sign-up link, no owner of an
     * account may have the address. For links of all other kinds, a person must have the address. Returns the address
     * as stored, or null if this condition is not met.
     */
    startLink: operation("People.startLink", function* (kind: LinkKind, email: string, tokenHash: Uint8Array) {
      const rows = yield* sql<{ readonly email: string }>`
      with dead as (
        delete from one_time_link where kind = ${kind} and lower(email) = lower(${email})
      )
      insert into one_time_link (token_hash, kind, user_id, email, expires_at)
      select ${tokenHash}, ${kind}, r.id, r.email, mon_now() + make_interval(secs => ${linkSeconds[kind]}::int)
      from (${recipient(sql, kind, email)}) r
      returning email`
      return rows[0]?.email ?? null
    }),
    /** Returns whether any account has an owner. */
    hasOwner: hasOwner(sql),
    findLink: operation("People.findLink", function* (tokenHash: Uint8Array) {
      const [row] = yield* sql<OpenLink>`
      select l.kind, coalesce(u.email, l.email) as email,
        u.id is not null and u.email_confirmed_at is null as "isFirst",
        u.password_hash is not null and u.email_confirmed_at is not null as "hasPassword",
        (select count(*)::int from (${keysOf(sql, sql`u.id`)}) keys where is_live) as "liveKeys"
      from one_time_link l left join app_user u on u.id = l.user_id or (l.user_id is null and lower(u.email) = lower(l.email))
      where l.token_hash = ${tokenHash} and l.expires_at > mon_now()`
      return row ?? null
    }),
    /**
     * Uses a sign-up link, and creates an account for the person. With `isFirst`, all credentials of the person end as
     * in {@link resetPassword}. Without `isFirst`, an existing password stays. Null if the link is not valid. With
     * `onlyFirst`, also null if any account has an owner. If several people sign up at the same time, only one person
     * becomes the first owner.
     */
    signUp: signUp(sql),
    /**
     * Uses a link that sets a password. All sessions of the person end, and with `revokeKeys` also the person's API
     * keys. With `isFirst`, identities, the second factor and API keys end as well. Null if the link is not valid.
     */
    resetPassword: resetPassword(sql),
    /**
     * Sets a password. All sessions and password links of the person end, and with `revokeKeys` also the person's API
     * keys.
     */
    setPassword: operation(
      "People.setPassword",
      function* (userKey: string, passwordHash: string, revokeKeys: boolean) {
        const [changed] = yield* changePassword(sql, userKey, passwordHash, revokeKeys)
        return changed ?? null
      }
    ),
    /** Counts the API keys that act for a person, in all accounts. */
    countKeys: operation("People.countKeys", function* (userKey: string) {
      const [row] = yield* sql<{ readonly n: number }>`
      select count(*)::int as n from (${keysOf(sql, sql`${userKey}::bigint`)}) keys where is_live`
      return row?.n ?? 0
    }),
    /**
     * Replaces a password hash by another hash of the unchanged password. False if the password was changed in the
     * meantime.
     */
    rehash: operation("People.rehash", function* (userKey: string, before: string, after: string) {
      const rows = yield* sql`update app_user set password_hash = ${after}
      where id = ${userKey}::bigint and password_hash = ${before} returning 1`
      return rows.length > 0
    }),
    /** Deletes at most `limit` expired links. Returns the number of deleted links. */
    purgeLinks: operation("People.purgeLinks", (limit: number) =>
      deleteBatch(sql, { table: "one_time_link", key: "token_hash", where: sql`expires_at <= mon_now()`, limit })
    )
  }))
}) {
  static readonly layer = Layer.effect(People, People.make)
}
