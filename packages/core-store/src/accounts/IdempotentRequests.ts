import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A request with an idempotency key. */
export interface KeyedRequest {
  /** The SHA-256 of the key. */
  readonly keyHash: Uint8Array
  /** The SHA-256 of the request's content. */
  readonly fingerprint: Uint8Array
  /**
   * The token of the lease. The caller chooses the token, and can therefore release a lease even if its confirmation
   * was lost.
   */
  readonly leaseToken: string
  /** The id of the object that the request creates. A repetition of the request uses the id of the first attempt. */
  readonly workId: string
}

/** The fields that identify the lease of a claimed request. */
export type RequestLease = Pick<KeyedRequest, "keyHash" | "leaseToken">

/**
 * The result of a claim. `Mine`: the caller must handle the request. `Busy`: another caller is handling the request.
 * `Done`: the request was handled before, and the result has the encrypted response. `Different`: the key was used for
 * another request.
 */
export type ClaimRequestResult =
  | { readonly _tag: "Mine"; readonly workId: string }
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Done"; readonly answer: string }
  | { readonly _tag: "Different" }

const RETENTION_SECONDS = 86_400

interface Row {
  readonly mine: boolean
  readonly work_id: string
  readonly answer: string | null
  readonly same: boolean
}

const outcome = ({ answer, mine, same, work_id }: Row): ClaimRequestResult => {
  if (mine) return { _tag: "Mine", workId: work_id }
  if (!same) return { _tag: "Different" }
  return answer === null ? { _tag: "Busy" } : { _tag: "Done", answer }
}

const claim = (sql: SqlClient.SqlClient) =>
  operation("IdempotentRequests.claim", function* (scope: AccessScope, request: KeyedRequest, leaseMs: number) {
    const { fingerprint, keyHash, leaseToken, workId } = request
    const lease = sql`mon_now() + ${leaseMs}::double precision * interval '1 millisecond'`
    const old = sql`r.created_at <= mon_now() - ${RETENTION_SECONDS}::int * interval '1 second'`
    const [claimed] = yield* sql<Row>`
      insert into idempotent_request as r (user_id, key_hash, fingerprint, lease_token, lease_until, work_id)
      values (${scope.userKey}::bigint, ${keyHash}, ${fingerprint}, ${leaseToken}::uuid, ${lease}, ${workId}::uuid)
      on conflict (user_id, key_hash) do update set fingerprint = excluded.fingerprint, lease_token = excluded.lease_token,
        lease_until = excluded.lease_until, answer = null,
        work_id = case when ${old} then excluded.work_id else coalesce(r.work_id, excluded.work_id) end,
        created_at = case when ${old} then mon_now() else r.created_at end
      where ${old} or (r.answer is null and r.lease_until <= mon_now() and r.fingerprint = excluded.fingerprint)
      returning true as mine, r.work_id::text, r.answer, true as same`
    if (claimed !== undefined) return outcome(claimed)
    const [found] = yield* sql<Row>`
      select false as mine, work_id::text, answer, fingerprint = ${fingerprint} as same
      from idempotent_request where user_id = ${scope.userKey}::bigint and key_hash = ${keyHash}`
    return found === undefined ? ({ _tag: "Busy" } satisfies ClaimRequestResult) : outcome(found)
  })

/** SQL for the request of a lease that still belongs to the caller and has no response yet. */
const leased = (sql: SqlClient.SqlClient, { userKey }: AccessScope, { keyHash, leaseToken }: RequestLease) =>
  sql`user_id = ${userKey}::bigint and key_hash = ${keyHash} and lease_token = ${leaseToken}::uuid and answer is null`

/**
 * Responses to requests with an idempotency key. The responses are stored per user for a day.
 *
 * `settle` must be called in the transaction that does the work, and locks the request until that transaction ends. If
 * the connection is lost, the next caller therefore waits until the first transaction has been committed or rolled
 * back.
 */
export class IdempotentRequests extends Context.Service<IdempotentRequests>()("@mon/core-store/IdempotentRequests", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases a request to the caller for `leaseMs`. When the lease has expired, another caller may handle the request.
     */
    claim: claim(sql),
    /** Extends a lease. False if the lease was lost. */
    renew: operation("IdempotentRequests.renew", function* (scope: AccessScope, lease: RequestLease, leaseMs: number) {
      const rows = yield* sql`
      update idempotent_request set lease_until = mon_now() + ${leaseMs}::double precision * interval '1 millisecond'
      where ${leased(sql, scope, lease)} returning 1`
      return rows.length > 0
    }),
    /**
     * Stores the encrypted response. If the response is null, deletes the stored request, so that a client can repeat
     * the request. Returns false if the lease was lost; the caller must then roll back its transaction.
     */
    settle: operation(
      "IdempotentRequests.settle",
      function* (scope: AccessScope, lease: RequestLease, answer: string | null) {
        const rows = yield* answer === null
          ? sql`delete from idempotent_request where ${leased(sql, scope, lease)} returning 1`
          : sql`update idempotent_request set answer = ${answer} where ${leased(sql, scope, lease)} returning 1`
        return rows.length > 0
      }
    ),
    /**
     * Ends the lease of a request without a response, so that a repetition need not wait. The idempotency key stays in
     * use.
     */
    release: operation("IdempotentRequests.release", (scope: AccessScope, lease: RequestLease) =>
      Effect.asVoid(sql`update idempotent_request set lease_until = mon_now() where ${leased(sql, scope, lease)}`)
    ),
    /** Deletes at most `limit` requests older than `olderThanSeconds`. Returns the number of deleted requests. */
    purge: operation("IdempotentRequests.purge", (olderThanSeconds: number, limit: number) =>
      deleteBatch(sql, {
        table: "idempotent_request",
        key: "user_id, key_hash",
        where: sql`created_at < mon_now() - ${olderThanSeconds}::int * interval '1 second'`,
        limit
      })
    )
  }))
}) {
  static readonly layer = Layer.effect(IdempotentRequests, IdempotentRequests.make)
}
