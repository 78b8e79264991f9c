import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "./Ledger.ts"
import { postEntry } from "./postEntry.ts"
import { lockAndPostDueEntries } from "./postDueEntries.ts"
import { isPosted } from "./buyCredits.ts"

/** Deducts what is left of the pack; credits that were spent stay spent. */
export const refundPack = (sql: SqlClient.SqlClient): Ledger["Service"]["refundPack"] =>
  operation("Ledger.refundPack", function* (accountKey, { description, ref }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* lockAndPostDueEntries(sql, accountKey)
        if (yield* isPosted(sql, accountKey, `${ref}:returned`)) return 0
        const lots = yield* sql<{ key: string; remaining: number }>`
        select l.id::text as key, l.remaining from credit_transaction t
        join credit_movement m on m.transaction_id = t.id join credit_lot l on l.id = m.lot_id
        where t.account_id = ${accountKey}::bigint and t.ref = ${ref} and l.kind = 'pack' and l.remaining > 0`
        const movements = lots.map(({ key, remaining }) => ({ lot: key, amount: -remaining }))
        yield* postEntry(
          sql,
          accountKey,
          { type: "purchase", description, jobId: null, ref: `${ref}:returned`, movements },
          "moved"
        )
        return lots.reduce((sum, { remaining }) => sum + remaining, 0)
      })
    )
  })
