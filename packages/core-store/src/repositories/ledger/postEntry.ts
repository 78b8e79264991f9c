import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import type { CreditTransactionType } from "./Ledger.ts"

/** The change of one lot by an entry; deductions are negative. */
export interface Movement {
  readonly lot: string
  readonly amount: number
}

export interface Entry {
  readonly type: CreditTransactionType
  readonly description: string
  readonly jobId: string | null
  readonly ref: string | null
  readonly movements: ReadonlyArray<Movement>
}

/**
 * Writes one transaction with its movements and applies them to the lots (`made`: not to a lot that was just created,
 * which already holds its grant). Runs inside the caller's transaction, under the account's lock.
 */
export const postEntry = Effect.fn("Ledger.postEntry")(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  entry: Entry,
  lots: "made" | "moved"
) {
  const amount = entry.movements.reduce((sum, movement) => sum + movement.amount, 0)
  if (amount === 0) return
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const movements = JSON.stringify(entry.movements)
  yield* sql`
    with posted as (
      insert into credit_transaction (public_id, account_id, amount, type, description, job_id, ref)
      values (${id}::uuid, ${accountKey}::bigint, ${amount}, ${entry.type}, ${entry.description},
        ${entry.jobId}::uuid, ${entry.ref})
      returning id
    )
    insert into credit_movement (transaction_id, lot_id, amount)
    select posted.id, m.lot, m.amount
    from posted, jsonb_to_recordset(${movements}::text::jsonb) as m(lot bigint, amount int)`
  if (lots === "made") return
  yield* sql`
    update credit_lot l set remaining = l.remaining + m.amount
    from jsonb_to_recordset(${movements}::text::jsonb) as m(lot bigint, amount int)
    where l.id = m.lot and l.account_id = ${accountKey}::bigint`
})

/** Creates a lot and returns its key. */
export const makeLot = Effect.fn("Ledger.makeLot")(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  lot: { readonly kind: "annual" | "pack" | "refund"; readonly credits: number; readonly expiresAt: Date | null }
) {
  const [row] = yield* sql<{ key: string }>`
    insert into credit_lot (account_id, kind, granted, remaining, expires_at)
    values (${accountKey}::bigint, ${lot.kind}, ${lot.credits}, ${lot.credits}, ${lot.expiresAt}::timestamptz)
    returning id::text as key`
  if (row === undefined) return yield* Effect.die(new Error("Inserting a credit lot returned no row."))
  return row.key
})
