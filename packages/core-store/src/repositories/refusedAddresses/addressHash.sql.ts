import type * as SqlClient from "effect/sql/SqlClient"

/** SQL for the hash of the address in the expression `address`. Two forms of one address have the same hash. */
export const addressHash = (address: string): string => `sha256(convert_to(lower(trim(${address})), 'UTF8'))`

/** SQL for the hash of an address. */
export const hashOfAddress = (sql: SqlClient.SqlClient, address: string) =>
  sql`sha256(convert_to(lower(trim(${address}::text)), 'UTF8'))`

/** Ends the refusal of an address whose owner has followed a link in an email to it. */
export const liftRefusal = (sql: SqlClient.SqlClient, address: string) =>
  sql<{ readonly code: number }>`
    delete from refused_address where address_hash = ${hashOfAddress(sql, address)} returning code`
