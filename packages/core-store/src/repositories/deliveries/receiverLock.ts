import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

const LOCK = "receiver:"

/**
 * Takes the lock of a receiver (a webhook or an alert channel, by its public id). Claims at one receiver run one after
 * another until their transactions end: a claim must see the leases that others are about to take.
 */
export const receiverLock = (sql: SqlClient.SqlClient, target: Fragment) =>
  sql`pg_advisory_xact_lock(hashtextextended(${LOCK} || ${target}, 0))`

/** {@link receiverLock} as a statement of its own. */
export const lockReceiver = (sql: SqlClient.SqlClient, target: string) =>
  sql`select ${receiverLock(sql, sql`${target}::text`)}`
