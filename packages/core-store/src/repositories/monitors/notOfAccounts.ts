import type * as SqlClient from "effect/sql/SqlClient"

/**
 * A condition that leaves out the monitors of some accounts. Empty for no accounts, so that a usual claim reads only
 * the schedule. A scalar subquery, because PostgreSQL never turns it into a join that reads the whole table.
 */
export const notOfAccounts = (sql: SqlClient.SqlClient, monitorId: string, accountKeys: ReadonlyArray<string>) =>
  accountKeys.length === 0
    ? sql.literal("")
    : sql`and (select o.account_id from monitor o where o.id = ${sql.literal(monitorId)}) <> all(${accountKeys}::bigint[])`
