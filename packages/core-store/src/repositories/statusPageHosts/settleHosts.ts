import { statusPageHostLimits, type StatusPageHostAddress } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isHeldByOther } from "./storedHost.ts"

const LOCK = "status page host:"

/** A host whose TXT record was looked up. */
interface LookedUpHost {
  /** Internal key of the account (bigint as text). */
  readonly accountKey: string
  readonly hostname: string
}

/**
 * What a lookup of the TXT record means for the status page with the host name: whoever proves it first has it; without
 * the record it is released. Runs in the transaction that records the lookup.
 */
export const settleHosts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey, hostname }: LookedUpHost,
  isPublished: boolean,
  address: StatusPageHostAddress | null
) {
  const which = sql`h.account_id = ${accountKey}::bigint and h.hostname = ${hostname}`
  const [known] = yield* sql`select 1 from status_page_host h where ${which}`
  if (known === undefined) return
  // Two accounts may prove the same name at the same moment.
  yield* sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${hostname}::text, 0))`
  if (isPublished) {
    const isHeld = sql.literal(isHeldByOther("h"))
    yield* sql`
      update status_page_host h set found_at = mon_now(), checked_at = mon_now(),
        address = coalesce(${address}::text, h.address),
        proven_at = case when ${isHeld} then h.proven_at
          when h.proven_at is null or h.released_at is not null then mon_now() else h.proven_at end,
        released_at = case when ${isHeld} then h.released_at end,
        missing_notified_at = null, release_notified_at = null
      where ${which}`
  } else {
    yield* sql`
      update status_page_host h set found_at = null, checked_at = mon_now(),
        address = coalesce(${address}::text, h.address),
        released_at = coalesce(h.released_at, case when h.proven_at is not null
          and p.absent_since <= mon_now() - ${statusPageHostLimits.releaseDays}::int * interval '1 day' then mon_now() end)
      from host_proof p where ${which} and p.account_id = h.account_id and p.hostname = h.hostname`
  }
  // On its first day, a name is looked up often: its owner waits for it.
  yield* sql`
    update host_proof p set next_at = mon_now() + interval '10 minutes' from status_page_host h
    where ${which} and p.account_id = h.account_id and p.hostname = h.hostname
      and h.proven_at is null and h.created_at > mon_now() - interval '1 day'`
})
