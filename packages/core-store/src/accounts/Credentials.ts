import type { KeyScope, PlanName, Principal } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { operation, storeError, type StoreError } from "../sql/operation.ts"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { type AccessScope, type MemberRow, principalRoles, scopeRole } from "../access/AccessScope.ts"
import { hasHash } from "../access/keyHash.sql.ts"
import { isLive, keyScope, olderKeys } from "./ApiKeys.ts"

/**
 * The person of a live API key, and the number of requests in the current rate-limit window, including this request.
 */
export interface Credential {
  readonly scope: KeyScope
  /**
   * The number of live keys of the person in the account that are older than the key in use. The plan limits how many
   * keys work.
   */
  readonly olderKeys: number
  readonly principal: Principal
  readonly viewer: AccessScope
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  /** The number of domain monitors that add-ons allow beyond a paid plan in force. */
  readonly extraDomains: number
  readonly hits: number
  /** Whether the deletion of the account was requested. */
  readonly accountEnds: boolean
  /** Whether the operator has suspended the account. */
  readonly isSuspended: boolean
}

interface Row extends MemberRow {
  readonly scope: KeyScope
  readonly older_keys: number
  readonly user_id: string
  readonly account_id: string
  readonly membership_id: string
  readonly account_key: string
  readonly user_key: string
  readonly membership_key: string
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly extra_domains: number
  readonly account_ends: boolean
  readonly is_suspended: boolean
  readonly hits: number
}

/** Skips a locked row, so that no request waits for a change of its key. */
const authenticateStatement = `
  with p as (
    select k.id as key_id, ${keyScope("k")} as scope, k.last_used_at < date_trunc('minute', mon_now()) is not false as is_first_use,
      (${olderKeys("k")})::int as older_keys, u.public_id as user_id, a.public_id as account_id, ms.public_id as membership_id, ms.role, ms.member_role,
      a.id::text as account_key, u.id::text as user_key, ms.id::text as membership_key, a.plan, a.plan_expires_at,
      a.deletes_at is not null as account_ends, a.suspended_at is not null as is_suspended,
      coalesce((select sum(l.domains) from licence l where l.account_id = a.id and l.revoked_at is null and l.kind = 'addon'
        and l.starts_at <= mon_now() and l.ends_at > mon_now()), 0)::int as extra_domains
    from api_key k
    join membership ms on ms.id = k.membership_id and ms.removed_at is null
    join account a on a.id = ms.account_id
    join app_user u on u.id = ms.user_id
    where ${hasHash("k", "$1::bytea")} and ${isLive("k")}
  ), used as (
    update api_key set last_used_at = date_trunc('minute', mon_now()) where id = (
      select k.id from api_key k where k.id = (select key_id from p where is_first_use)
        and k.last_used_at < date_trunc('minute', mon_now()) is not false
      for no key update skip locked)
  ), w as (
    insert into rate_window (bucket, window_start, hits) select 'user:' || p.user_key, $2::bigint, 1 from p
    on conflict (bucket, window_start) do update set hits = rate_window.hits + 1
    returning hits
  )
  select p.*, w.hits from p, w`

const toCredential = (row: Row): Credential => ({
  scope: row.scope,
  olderKeys: row.older_keys,
  principal: {
    userId: row.user_id,
    accountId: row.account_id,
    membershipId: row.membership_id,
    ...principalRoles(row)
  },
  viewer: {
    accountKey: row.account_key,
    userKey: row.user_key,
    membershipKey: row.membership_key,
    role: scopeRole(row)
  },
  plan: row.plan,
  planExpiresAt: row.plan_expires_at,
  extraDomains: row.extra_domains,
  hits: row.hits,
  accountEnds: row.account_ends,
  isSuspended: row.is_suspended
})

const toStoreError = storeError("Credentials.authenticateAndCount")

/**
 * Runs directly on the connection pool and without a tracing span, because every request begins with this statement.
 */
const authenticateAndCount =
  ({ run }: PostgresJs["Service"]) =>
  (keyHash: Uint8Array, windowStart: number): Effect.Effect<Credential | null, StoreError> =>
    run((sql) => sql.unsafe<Array<Row>>(authenticateStatement, [keyHash, windowStart], { prepare: true })).pipe(
      Effect.map(([row]) => (row === undefined ? null : toCredential(row))),
      Effect.mapError(toStoreError)
    )

const countStatement = `
  insert into rate_window (bucket, window_start, hits) values ($1::text, $2::bigint, 1)
  on conflict (bucket, window_start) do update set hits = rate_window.hits + 1
  returning hits`

const toCountError = storeError("Credentials.count")

const count =
  ({ run }: PostgresJs["Service"]) =>
  (kind: "session" | "work", { userKey }: AccessScope, windowStart: number): Effect.Effect<number, StoreError> =>
    run((sql) =>
      sql.unsafe<Array<Pick<Row, "hits">>>(countStatement, [`${kind}:${userKey}`, windowStart], { prepare: true })
    ).pipe(
      Effect.map(([row]) => row?.hits ?? 0),
      Effect.mapError(toCountError)
    )

/**
 * Finds the person of an API key and counts the request, in one statement. Every API request runs this statement, so it
 * must be fast.
 */
export class Credentials extends Context.Service<Credentials>()("@mon/core-store/Credentials", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    return {
      /**
       * Returns the person of a live key, or null. `keyHash` is the SHA-256 of the key, and `windowStart` is the start
       * of the rate-limit window in Unix seconds. All processes share the count of requests. The first use of a key in
       * each minute is recorded.
       */
      authenticateAndCount: authenticateAndCount(driver),
      /**
       * Counts a request in a rate-limit window of the caller and returns the new count. This window is separate from
       * the window that the caller's API keys share. `session`: requests with a session. `work`: requests that cause
       * work, with a session or a key.
       */
      count: count(driver),
      /**
       * Deletes at most `limit` rate-limit windows that began before a time in Unix seconds. Returns the number of
       * deleted windows.
       */
      purgeWindows: operation("Credentials.purgeWindows", (before: number, limit: number) =>
        deleteBatch(sql, {
          table: "rate_window",
          key: "bucket, window_start",
          where: sql`window_start < ${before}::bigint`,
          limit
        })
      )
    }
  })
}) {
  static readonly layer = Layer.effect(Credentials, Credentials.make)
}
