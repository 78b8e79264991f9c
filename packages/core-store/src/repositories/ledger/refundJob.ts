import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "./Ledger.ts"
import { postEntry, makeLot } from "./postEntry.ts"
import { lockAndPostDueEntries } from "./postDueEntries.ts"

/** Lifetime of a refund whose original lot has expired. */
const lateRefundDays = 30
const dayMs = 86_400_000

interface Deduction {
  readonly lot: string
  readonly amount: number
  readonly open: boolean
}

const sum = (lots: ReadonlyArray<Deduction>) => lots.reduce((total, lot) => total + lot.amount, 0)

export const refundJob = (sql: SqlClient.SqlClient): Ledger["Service"]["refund"] =>
  operation("Ledger.refund", function* (accountKey, { description, jobId }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const account = yield* lockAndPostDueEntries(sql, accountKey)
        if (account === null) return 0
        const deductions = yield* sql<Deduction>`
        select l.id::text as lot, -m.amount as amount, not l.closed as open
        from credit_transaction t
        join credit_movement m on m.transaction_id = t.id
        join credit_lot l on l.id = m.lot_id
        where t.account_id = ${accountKey}::bigint and t.job_id = ${jobId}::uuid and t.type = 'usage'
          and not exists (select 1 from credit_transaction r
            where r.account_id = t.account_id and r.job_id = t.job_id and r.type = 'refund')`
        const late = sum(deductions.filter((lot) => !lot.open))
        const movements = deductions.filter((lot) => lot.open).map(({ amount, lot }) => ({ lot, amount }))
        if (late > 0) {
          const expiresAt = new Date(account.now.getTime() + lateRefundDays * dayMs)
          const lot = yield* makeLot(sql, accountKey, { kind: "refund", credits: late, expiresAt })
          // The movement below fills the lot, as it does for lots that have not expired.
          yield* sql`update credit_lot set remaining = 0 where id = ${lot}::bigint`
          movements.push({ lot, amount: late })
        }
        yield* postEntry(
          sql,
          accountKey,
          { type: "refund", description, jobId, ref: `refund:${jobId}`, movements },
          "moved"
        )
        return sum(deductions)
      })
    )
  })
