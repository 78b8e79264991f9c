import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import { type ClaimRequestResult, IdempotentRequests } from "../IdempotentRequests.ts"

/** How long an answer is kept. */
const KEPT_SECONDS = 86_400

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
      const old = sql`r.created_at <= mon_now() - ${KEPT_SECONDS}::int * interval '1 second'`
      const [taken] = yield* sql<Row>`
      insert into idempotent_request as r (user_id, key_hash, fingerprint, lease_token, lease_until)
      values (${userKey}::bigint, ${keyHash}, ${fingerprint}, gen_random_uuid(), ${lease})
      on conflict (user_id, key_hash) do update set fingerprint = excluded.fingerprint, lease_token = excluded.lease_token,
        lease_until = excluded.lease_until, answer = null, created_at = mon_now()
      where ${old} or (r.answer is null and r.lease_until <= mon_now() and r.fingerprint = excluded.fingerprint)
      returning true as mine, r.lease_token, r.answer, true as same`
      if (taken !== undefined) return outcome(taken)
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

const forget = (sql: SqlClient.SqlClient): IdempotentRequests["Service"]["forget"] =>
  Effect.fn("IdempotentRequests.forget")(
    function* (olderThanSeconds) {
      const rows = yield* sql`
      delete from idempotent_request where created_at < mon_now() - ${olderThanSeconds}::int * interval '1 second' returning 1`
      return rows.length
    },
    Effect.mapError(storeError("IdempotentRequests.forget"))
  )

/** {@link IdempotentRequests} over PostgreSQL. */
export const layerIdempotentRequests: Layer.Layer<IdempotentRequests, never, SqlClient.SqlClient> = Layer.effect(
  IdempotentRequests,
  Effect.map(SqlClient.SqlClient, (sql) =>
    IdempotentRequests.of({ claim: claim(sql), renew: renew(sql), settle: settle(sql), forget: forget(sql) })
  )
)
