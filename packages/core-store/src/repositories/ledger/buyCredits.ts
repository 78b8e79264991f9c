import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "./Ledger.ts"
import { postEntry, makeLot } from "./postEntry.ts"
import { lockAndPostDueEntries } from "./postDueEntries.ts"

/** Whether a transaction with this `ref` was already posted. Call it under the account's lock. */
export const isPosted = (sql: SqlClient.SqlClient, accountKey: string, ref: string) =>
  Effect.map(
    sql`select 1 from credit_transaction where account_id = ${accountKey}::bigint and ref = ${ref}`,
    (rows) => rows.length > 0
  )

export const buyCredits = (sql: SqlClient.SqlClient): Ledger["Service"]["buy"] =>
  operation("Ledger.buy", function* (accountKey, { credits, description, ref }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* lockAndPostDueEntries(sql, accountKey)
        if (yield* isPosted(sql, accountKey, ref)) return false
        const lot = yield* makeLot(sql, accountKey, { kind: "pack", credits, expiresAt: null })
        yield* postEntry(
          sql,
          accountKey,
          {
            type: "purchase",
            description,
            jobId: null,
            ref,
            movements: [{ lot, amount: credits }]
          },
          "made"
        )
        return true
      })
    )
  })
