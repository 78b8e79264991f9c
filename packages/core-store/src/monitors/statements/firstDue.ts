import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/**
 * Selects and locks the first `limit` rows of an ordered select of `monitor_id`. Locked rows are skipped.
 *
 * The limit is in the text and not in a parameter. For a parameter, PostgreSQL guesses that it selects a tenth of the
 * rows. A generic plan then seems so expensive that each claim is planned again, which takes an eighth of its time. The
 * limit in the text bounds the guess. It is a power of two, so that there are few different texts. Rows are locked only
 * when the outer limit fetches them.
 */
export const firstDue = (sql: SqlClient.SqlClient, limit: number, ordered: Fragment) => sql`
  select monitor_id from (
    ${ordered} limit ${sql.literal(String(2 ** Math.ceil(Math.log2(Math.max(limit, 1)))))} for update skip locked
  ) first limit ${limit}`
