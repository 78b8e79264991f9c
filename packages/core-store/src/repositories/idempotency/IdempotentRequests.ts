import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type StoreError, storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A request with an idempotency key: the SHA-256 of the key, and of the request. */
export interface KeyedRequest {
  readonly keyHash: Uint8Array
  readonly fingerprint: Uint8Array
}

/**
 * `Mine`: the request is new, and the caller handles it. `Busy`: the same request is being handled. `Done`: the
 * encrypted response. `Different`: the key was used for another request.
 */
export type ClaimRequestResult =
  | { readonly _tag: "Mine"; readonly leaseToken: string }
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Done"; readonly answer: string }
  | { readonly _tag: "Different" }

/** Responses of requests with an idempotency key, by user, for a day. */
export class IdempotentRequests extends Context.Service<
  IdempotentRequests,
  {
    /** Leases a request for `leaseMs`; after that another caller may handle it. */
    readonly claim: (
      scope: AccessScope,
      request: KeyedRequest,
      leaseMs: number
    ) => Effect.Effect<ClaimRequestResult, StoreError>
    /** Extends a lease; false when it was lost. */
    readonly renew: (
      scope: AccessScope,
      keyHash: Uint8Array,
      leaseToken: string,
      leaseMs: number
    ) => Effect.Effect<boolean, StoreError>
    /** Stores the encrypted response; null deletes the request, so that it can be made again. */
    readonly settle: (
      scope: AccessScope,
      keyHash: Uint8Array,
      leaseToken: string,
      answer: string | null
    ) => Effect.Effect<void, StoreError>
    /** Deletes requests older than `olderThanSeconds`; returns how many. */
    readonly purge: (olderThanSeconds: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/IdempotentRequests") {}

/** How long a response is stored. */
const RETENTION_SECONDS = 86_400

interface Row {
  readonly mine: boolean
  readonly lease_token: string
  readonly answer: string | null
  readonly same: boolean
}

const outcome = ({ answer, lease_token, mine, same }: Row): ClaimRequestResult => {
  if (mine) return { _tag: "Mine", leaseToken: lease_token }
  if (!same) return { _tag: "Different" }
  return answer === null ? { _tag: "Busy" } : { _tag: "Done", answer }
}

const claim = (sql: SqlClient.SqlClient): IdempotentRequests["Service"]["claim"] =>
  Effect.fn("IdempotentRequests.claim")(
    function* ({ userKey }, { fingerprint, keyHash }, leaseMs) {
      const lease = sql`mon_now() + ${leaseMs}::double precision * interval '1 millisecond'`
      const old = sql`r.created_at <= mon_now() - ${RETENTION_SECONDS}::int * interval '1 second'`
      const [claimed] = yield* sql<Row>`
      insert into idempotent_request as r (user_id, key_hash, fingerprint, lease_token, lease_until)
      values (${userKey}::bigint, ${keyHash}, ${fingerprint}, gen_random_uuid(), ${lease})
      on conflict (user_id, key_hash) do update set fingerprint = excluded.fingerprint, lease_token = excluded.lease_token,
        lease_until = excluded.lease_until, answer = null, created_at = mon_now()
      where ${old} or (r.answer is null and r.lease_until <= mon_now() and r.fingerprint = excluded.fingerprint)
      returning true as mine, r.lease_token, r.answer, true as same`
      if (claimed !== undefined) return outcome(claimed)
      const [found] = yield* sql<Row>`
      select false as mine, lease_token, answer, fingerprint = ${fingerprint} as same
      from idempotent_request where user_id = ${userKey}::bigint and key_hash = ${keyHash}`
      return found === undefined ? ({ _tag: "Busy" } satisfies ClaimRequestResult) : outcome(found)
    },
    Effect.mapError(storeError("IdempotentRequests.claim"))
  )

const renew = (sql: SqlClient.SqlClient): IdempotentRequests["Service"]["renew"] =>
  Effect.fn("IdempotentRequests.renew")(
    function* ({ userKey }, keyHash, leaseToken, leaseMs) {
      const rows = yield* sql`
      update idempotent_request set lease_until = mon_now() + ${leaseMs}::double precision * interval '1 millisecond'
      where user_id = ${userKey}::bigint and key_hash = ${keyHash} and lease_token = ${leaseToken}::uuid and answer is null
      returning 1`
      return rows.length > 0
    },
    Effect.mapError(storeError("IdempotentRequests.renew"))
  )

const settle = (sql: SqlClient.SqlClient): IdempotentRequests["Service"]["settle"] =>
  Effect.fn("IdempotentRequests.settle")(
    function* ({ userKey }, keyHash, leaseToken, answer) {
      const own = sql`user_id = ${userKey}::bigint and key_hash = ${keyHash} and lease_token = ${leaseToken}::uuid`
      yield* answer === null
        ? sql`delete from idempotent_request where ${own}`
        : sql`update idempotent_request set answer = ${answer} where ${own}`
    },
    Effect.mapError(storeError("IdempotentRequests.settle"))
  )

const purge = (sql: SqlClient.SqlClient): IdempotentRequests["Service"]["purge"] =>
  Effect.fn("IdempotentRequests.purge")(
    function* (olderThanSeconds) {
      const rows = yield* sql`
      delete from idempotent_request where created_at < mon_now() - ${olderThanSeconds}::int * interval '1 second' returning 1`
      return rows.length
    },
    Effect.mapError(storeError("IdempotentRequests.purge"))
  )

/** {@link IdempotentRequests} over PostgreSQL. */
export const layerIdempotentRequests: Layer.Layer<IdempotentRequests, never, SqlClient.SqlClient> = Layer.effect(
  IdempotentRequests,
  Effect.map(SqlClient.SqlClient, (sql) =>
    IdempotentRequests.of({ claim: claim(sql), renew: renew(sql), settle: settle(sql), purge: purge(sql) })
  )
)
