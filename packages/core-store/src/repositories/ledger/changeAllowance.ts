import { Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "./Ledger.ts"
import { postEntry } from "./postEntry.ts"
import { anniversaryAfter, grantYear, lockAndPostDueEntries } from "./postDueEntries.ts"
import { isPosted } from "./buyCredits.ts"

interface OldLot {
  readonly key: string
  readonly granted: number
  readonly remaining: number
}

/**
 * The old allowance ends, and what was spent of it is deducted from the new one, so that switching plans gains nothing.
 */
export const changeAllowance = (sql: SqlClient.SqlClient): Ledger["Service"]["changePlan"] =>
  operation("Ledger.changePlan", function* (accountKey, { plan, ref }) {
    const { [plan]: limits } = yield* Effect.service(Plans)
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const account = yield* lockAndPostDueEntries(sql, accountKey)
        if (account === null || (yield* isPosted(sql, accountKey, ref))) return false
        const old = yield* sql<OldLot>`
        select id::text as key, granted, remaining from credit_lot
        where account_id = ${accountKey}::bigint and kind = 'annual' and not closed`
        const spent = old.reduce((sum, lot) => sum + lot.granted - lot.remaining, 0)
        for (const lot of old) {
          yield* postEntry(
            sql,
            accountKey,
            {
              type: "expiry",
              description: "Allowance of the earlier plan ended",
              jobId: null,
              ref: `expiry:${lot.key}`,
              movements: lot.remaining === 0 ? [] : [{ lot: lot.key, amount: -lot.remaining }]
            },
            "moved"
          )
          yield* sql`update credit_lot set closed = true where id = ${lot.key}::bigint`
        }
        const credits = Math.max(0, limits.annualSimulationCredits - spent)
        yield* grantYear(sql, accountKey, credits, anniversaryAfter(account.now, account.now), ref)
        return credits > 0
      })
    )
  })
