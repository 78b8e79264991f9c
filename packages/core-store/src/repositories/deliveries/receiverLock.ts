import type * as SqlClient from "effect/sql/SqlClient"

const LOCK = "receiver:"

/**
 * Claims at one receiver (a webhook or an alert channel, by its public id) run one after another until their
 * transactions end: a claim must see the leases that others are about to take.
 */
export const lockReceiver = (sql: SqlClient.SqlClient, target: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${target}::text, 0))`
