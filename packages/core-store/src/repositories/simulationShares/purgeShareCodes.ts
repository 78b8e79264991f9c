import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { SimulationShares } from "./SimulationShares.ts"

/** Codes count towards their limits for a day, wrong codes for thirty days. */
export const purgeShareCodes = (sql: SqlClient.SqlClient): SimulationShares["Service"]["purge"] =>
  operation("SimulationShares.purge", function* (limit) {
    const [row] = yield* sql<{ n: number }>`
      with codes as (
        delete from share_challenge where id in (
          select id from share_challenge where created_at <= mon_now() - interval '1 day' order by id limit ${limit})
        returning 1
      ), wrong as (
        delete from share_wrong_code where id in (
          select id from share_wrong_code where at <= mon_now() - interval '30 days' order by id limit ${limit})
        returning 1
      )
      select ((select count(*) from codes) + (select count(*) from wrong))::int as n`
    return row?.n ?? 0
  })
