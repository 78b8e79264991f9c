import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "./Ledger.ts"
import { postEntry, type Movement } from "./postEntry.ts"
import { lockAndPostDueEntries } from "./postDueEntries.ts"

interface Spendable {
  readonly key: string
  readonly remaining: number
}

/** The deduction from each lot, in order, that together make up an amount. The lots must hold enough. */
const drawFromLots = (lots: ReadonlyArray<Spendable>, amount: number): ReadonlyArray<Movement> => {
  const movements: Array<Movement> = []
  let left = amount
  for (const lot of lots) {
    if (left === 0) break
    const deducted = Math.min(left, lot.remaining)
    movements.push({ lot: lot.key, amount: -deducted })
    left -= deducted
  }
  return movements
}

export const reserveCredits = (sql: SqlClient.SqlClient): Ledger["Service"]["reserve"] =>
  operation("Ledger.reserve", function* (accountKey, { amount, description, jobId }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* lockAndPostDueEntries(sql, accountKey)
        const lots = yield* sql<Spendable>`
        select id::text as key, remaining from credit_lot
        where account_id = ${accountKey}::bigint and remaining > 0
        order by expires_at nulls last, id`
        const balance = lots.reduce((sum, lot) => sum + lot.remaining, 0)
        const [already] = yield* sql`
        select 1 from credit_transaction
        where account_id = ${accountKey}::bigint and job_id = ${jobId}::uuid and type = 'usage'`
        if (already !== undefined) return { _tag: "Reserved", balance } as const
        if (balance < amount) return { _tag: "Insufficient", need: amount, have: balance } as const
        yield* postEntry(
          sql,
          accountKey,
          {
            type: "usage",
            description,
            jobId,
            ref: `usage:${jobId}`,
            movements: drawFromLots(lots, amount)
          },
          "moved"
        )
        return { _tag: "Reserved", balance: balance - amount } as const
      })
    )
  })
