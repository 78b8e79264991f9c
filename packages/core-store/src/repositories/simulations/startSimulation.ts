import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { Simulations } from "./Simulations.ts"
import { selectSimulations, type SimulationRow, toSimulation } from "./SimulationRow.ts"

/**
 * Seconds until the account may start another one. The account's row is the lock that enforces it under concurrent
 * starts.
 */
const wait = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string, startsPerMinute: number) {
  yield* sql`select 1 from account where id = ${accountKey}::bigint for no key update`
  const [row] = yield* sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from created_at + interval '1 minute' - mon_now())))::int as seconds
    from simulation where account_id = ${accountKey}::bigint and created_at > mon_now() - interval '1 minute'
    order by id desc limit 1 offset ${startsPerMinute - 1}::int`
  return row?.seconds ?? 0
})

export const startSimulation = (
  sql: SqlClient.SqlClient,
  reserve: Ledger["Service"]["reserve"]
): Simulations["Service"]["start"] =>
  operation("Simulations.start", function* (scope, wanted, startsPerMinute) {
    const jobId = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const seconds = yield* wait(sql, scope.accountKey, startsPerMinute)
        if (seconds > 0) return { _tag: "TooSoon", seconds } as const
        if (wanted.credits > 0) {
          const reserved = yield* reserve(scope.accountKey, {
            amount: wanted.credits,
            jobId,
            description: `Campaign simulation: ${wanted.name}`
          })
          if (reserved._tag === "Insufficient") return reserved
        }
        yield* sql`
        insert into simulation (public_id, account_id, name, sending_domains, notes, prospect_entries, prospect_count, credits, total)
        values (${jobId}::uuid, ${scope.accountKey}::bigint, ${wanted.name}, ${wanted.sendingDomains}::text[],
          ${wanted.notes}::text[], ${wanted.prospectEntries}::text[], ${wanted.prospectEntries.length}::int, ${wanted.credits}::int, ${wanted.lookUps}::int)`
        const [row] = yield* sql<SimulationRow>`${selectSimulations(sql, scope)} and s.public_id = ${jobId}::uuid`
        if (row === undefined) return yield* Effect.die(new Error("Inserting a simulation returned no row."))
        return { _tag: "Started", simulation: toSimulation(row) } as const
      })
    )
  })
