import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type StoreError, storeError } from "../sql/StoreError.ts"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { operation } from "../sql/operation.ts"
import { createAccount, type SignUpOptions } from "./Accounts.ts"
import { isLive } from "./ApiKeys.ts"
import { liftRefusal } from "./RefusedAddresses.ts"

/** Lifetime of a one-time link, in whole seconds. */
export const linkSeconds = { signup: 86_400, reset: 3_600, setup: 7 * 86_400 } as const

/** The purpose of a one-time link: confirming the address of a sign-up, or setting a password. */
export type LinkKind = keyof typeof linkSeconds

/** A person, with what signing in needs. The key is internal. */
export interface Person {
  readonly userKey: string
  readonly email: string
  /** PHC string; null: no password yet. */
  readonly passwordHash: string | null
}

/** How a person gets emails about its own sign-in. */
export interface MailAudience {
  readonly email: string
  readonly language: Language
  readonly timezone: string
}

/** A person with a new password, and what became of the person's API keys in all accounts. */
export interface PasswordChange extends Person {
  readonly revokedKeys: number
  /** Keys that continue to work. */
  readonly liveKeys: number
}

/** A valid one-time link. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly email: string
  /** Whether the person with this address has a password. */
  readonly hasPassword: boolean
  /** The number of API keys of the person, in all accounts. */
  readonly liveKeys: number
}

const people = (sql: SqlClient.SqlClient) =>
  sql`select id::text as "userKey", email, password_hash as "passwordHash" from app_user`

/** The API keys of a person that were not deleted, in all accounts. `is_live`: the key has not expired. */
const keysOf = (sql: SqlClient.SqlClient, userKey: Fragment) =>
  sql`
      select k.id, ${sql.literal(isLive("k"))} as is_live from api_key k join membership ms on ms.id = k.membership_id and ms.removed_at is null
      where ms.user_id = ${userKey} and k.revoked_at is null`

const hasOwner = (sql: SqlClient.SqlClient): Effect.Effect<boolean, StoreError> =>
  sql<{ readonly exists: boolean }>`
    select exists (select 1 from membership where role = 'owner' and removed_at is null) as "exists"`.pipe(
    Effect.map(([row]) => row?.exists === true),
    Effect.mapError(storeError("People.hasOwner")),
    Effect.withSpan("People.hasOwner")
  )

/**
 * Whether no account has an owner, until the transaction ends: accounts that others create meanwhile wait. Once an
 * owner exists, nothing is locked.
 */
export const isFirstOwner = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (yield* hasOwner(sql)) return false
  yield* sql`lock table account in share row exclusive mode`
  return !(yield* hasOwner(sql))
})

/**
 * The address that a link is sent to: for a sign-up the given one, unless it owns an account; otherwise the person's.
 */
const recipient = (sql: SqlClient.SqlClient, kind: LinkKind, email: string) =>
  kind === "signup"
    ? sql`
      select null::bigint as id, ${email}::text as email where not exists (
        select 1 from app_user u join membership ms on ms.user_id = u.id and ms.role = 'owner' and ms.removed_at is null
        where lower(u.email) = lower(${email}))`
    : sql`select id, email from app_user where lower(email) = lower(${email})`

/** Locks out anyone who knew the old password: ends all sessions and deletes links that could set another password. */
const change = (sql: SqlClient.SqlClient, userKey: string, passwordHash: string, revokeKeys: boolean) =>
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

/** A link that was sent by email confirms the address; one that was printed on a console does not. */
const resetPassword = (sql: SqlClient.SqlClient) =>
  operation("People.resetPassword", function* (tokenHash: Uint8Array, passwordHash: string, revokeKeys: boolean) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [link] = yield* sql<{ readonly userKey: string; readonly kind: string }>`
        delete from one_time_link
        where token_hash = ${tokenHash} and expires_at > mon_now() and kind in ('reset', 'setup')
        returning user_id::text as "userKey", kind`
        if (link === undefined) return null
        if (link.kind === "reset") {
          yield* sql`update app_user set email_confirmed_at = coalesce(email_confirmed_at, mon_now())
          where id = ${link.userKey}::bigint`
        }
        const [changed] = yield* change(sql, link.userKey, passwordHash, revokeKeys)
        if (link.kind === "reset" && changed !== undefined) yield* liftRefusal(sql, changed.email)
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
    ) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (onlyFirst && !(yield* isFirstOwner(sql))) return null
          const [link] = yield* sql<{ readonly email: string }>`
        delete from one_time_link where token_hash = ${tokenHash} and expires_at > mon_now() and kind = 'signup'
        returning email`
          if (link === undefined) return null
          yield* liftRefusal(sql, link.email)
          yield* sql`select 1 from app_user where lower(email) = lower(${link.email}) for update`
          yield* create({ email: link.email, name: wanted.name, plan, adopt: true })
          const [person] = yield* sql<Person>`
        update app_user set password_hash = coalesce(password_hash, ${wanted.passwordHash}::text),
          email_confirmed_at = coalesce(email_confirmed_at, mon_now()), name = coalesce(name, ${wanted.name}::text)
        where lower(email) = lower(${link.email})
        returning id::text as "userKey", email, password_hash as "passwordHash"`
          return person ?? null
        })
      )
    }
  )
}

/** People, their passwords and their one-time links. Tokens are passed as their SHA-256. */
export class People extends Context.Service<People>()("@mon/core-store/People", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Case-insensitive. */
    findByEmail: operation("People.findByEmail", function* (email: string) {
      const [row] = yield* sql<Person>`${people(sql)} where lower(email) = lower(${email})`
      return row ?? null
    }),
    findByKey: operation("People.findByKey", function* (userKey: string) {
      const [row] = yield* sql<Person>`${people(sql)} where id = ${userKey}::bigint`
      return row ?? null
    }),
    /** Null: there is no such person. */
    mailAudience: operation("People.mailAudience", function* (userKey: string) {
      const [row] = yield* sql<MailAudience>`
      select u.email, coalesce(us.language, 'en') as language, coalesce(us.timezone, 'UTC') as timezone
      from app_user u left join user_setting us on us.user_id = u.id where u.id = ${userKey}::bigint`
      return row ?? null
    }),
    /**
     * Stores a link and invalidates earlier ones of the same kind and address. A sign-up needs an address that owns no
     * account, the other kinds need a person. Returns the address as stored, or null when the condition is not met.
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
    /** Whether any account has an owner. */
    hasOwner: hasOwner(sql),
    findLink: operation("People.findLink", function* (tokenHash: Uint8Array) {
      const [row] = yield* sql<OpenLink>`
      select l.kind, coalesce(u.email, l.email) as email, u.password_hash is not null as "hasPassword",
        (select count(*)::int from (${keysOf(sql, sql`u.id`)}) keys where is_live) as "liveKeys"
      from one_time_link l left join app_user u on u.id = l.user_id or (l.user_id is null and lower(u.email) = lower(l.email))
      where l.token_hash = ${tokenHash} and l.expires_at > mon_now()`
      return row ?? null
    }),
    /**
     * Uses a sign-up link: creates an account for the person. Null as in {@link findLink}. With `onlyFirst` also null
     * if any account has an owner: of several people who sign up at once, one becomes the first.
     */
    signUp: signUp(sql),
    /**
     * Uses a link that sets a password; all sessions of the person end, and the API keys if `revokeKeys` is set. Null
     * as in {@link findLink}.
     */
    resetPassword: resetPassword(sql),
    /** Sets a password; all sessions and password links of the person end, and the API keys if `revokeKeys` is set. */
    setPassword: operation(
      "People.setPassword",
      function* (userKey: string, passwordHash: string, revokeKeys: boolean) {
        const [changed] = yield* change(sql, userKey, passwordHash, revokeKeys)
        return changed ?? null
      }
    ),
    /** The number of API keys that work in the name of a person, in all accounts. */
    countKeys: operation("People.countKeys", function* (userKey: string) {
      const [row] = yield* sql<{ readonly n: number }>`
      select count(*)::int as n from (${keysOf(sql, sql`${userKey}::bigint`)}) keys where is_live`
      return row?.n ?? 0
    }),
    /** Replaces a hash by another one of the same password, unless the password was changed meanwhile. */
    rehash: operation("People.rehash", function* (userKey: string, before: string, after: string) {
      yield* sql`update app_user set password_hash = ${after}
      where id = ${userKey}::bigint and password_hash = ${before}`
    }),
    /** Deletes at most `limit` expired links; returns how many. */
    purgeLinks: operation("People.purgeLinks", (limit: number) =>
      deleteBatch(sql, { table: "one_time_link", key: "token_hash", where: sql`expires_at <= mon_now()`, limit })
    )
  }))
}) {
  static readonly layer = Layer.effect(People, People.make)
}
