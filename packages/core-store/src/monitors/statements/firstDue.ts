import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/**
 * Selects and locks the first `limit` rows of an ordered select of `monitor_id`; rows that are locked are skipped.
 *
 * For a limit in a parameter, PostgreSQL guesses a tenth of the rows. A plan for all parameters then seems so expensive
 * that each claim is planned anew, for an eighth of its time. A limit in the text bounds the guess: a power of two, so
 * that there are few texts. Rows are locked only as the outer limit fetches them.
 */
export const firstDue = (sql: SqlClient.SqlClient, limit: number, ordered: Fragment) => sql`
  select monitor_id from (
    ${ordered} limit ${sql.literal(String(2 ** Math.ceil(Math.log2(Math.max(limit, 1)))))} for update skip locked
  ) first limit ${limit}`
