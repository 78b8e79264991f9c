import { effectivePlan, type PlanName, Plans, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"

/** The reason why a balance of credits changed. */
export type CreditTransactionType = "grant" | "purchase" | "usage" | "refund" | "expiry"

/** The change of one lot by an entry of the ledger. Deductions are negative. */
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
 * Writes one transaction with its movements and applies the movements to the lots. `made` is a newly created lot, which
 * already contains its credits. Must run in a transaction that has locked the account.
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

interface AccountRow {
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly now: Date
}

interface LotRow {
  readonly key: string
  readonly kind: "annual" | "pack" | "refund"
  readonly remaining: number
  readonly expires_at: Date
}

/**
 * Returns the first anniversary of `start` that is later than `after`. The anniversary of 29 February is always 1
 * March.
 */
export const anniversaryAfter = (start: Date, after: Date): Date => {
  const next = new Date(start)
  for (let year = start.getUTCFullYear() + 1; next.getTime() <= after.getTime(); year++) next.setUTCFullYear(year)
  return next
}

/**
 * Locks the account for the rest of the transaction and posts the due entries: the expiry of each expired lot and, if
 * an annual lot expired, the grant of the new plan year. Returns the account's current plan.
 */
export const lockAndPostDueEntries = Effect.fn("Ledger.lockAndPostDueEntries")(function* (
  sql: SqlClient.SqlClient,
  accountKey: string
) {
  const [account] = yield* sql<AccountRow>`
    select plan, plan_expires_at, mon_now() as now from account where id = ${accountKey}::bigint for no key update`
  if (account === undefined) return null
  const plan = effectivePlan(account.plan, account.plan_expires_at, account.now)
  const over = yield* sql<LotRow>`
    select id::text as key, kind, remaining, expires_at from credit_lot
    where account_id = ${accountKey}::bigint and expires_at <= ${account.now}::timestamptz and not closed
    order by expires_at, id`
  for (const lot of over) {
    yield* postEntry(
      sql,
      accountKey,
      {
        type: "expiry",
        description: "Unused credits expired",
        jobId: null,
        ref: `expiry:${lot.key}`,
        movements: lot.remaining === 0 ? [] : [{ lot: lot.key, amount: -lot.remaining }]
      },
      "moved"
    )
    yield* sql`update credit_lot set closed = true where id = ${lot.key}::bigint`
  }
  const year = over.findLast((lot) => lot.kind === "annual")
  if (year !== undefined) {
    const { [plan]: limits } = yield* Effect.service(Plans)
    yield* grantYear(sql, accountKey, limits.annualSimulationCredits, anniversaryAfter(year.expires_at, account.now))
  }
  return { plan, now: account.now }
})

/** The allowance expires at the end of the plan year. */
export const grantYear = Effect.fn("Ledger.grantYear")(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  credits: number,
  expiresAt: Date,
  ref: string | null = null
) {
  if (credits <= 0) return
  const lot = yield* makeLot(sql, accountKey, { kind: "annual", credits, expiresAt })
  yield* postEntry(
    sql,
    accountKey,
    {
      type: "grant",
      description: "Annual simulation credits",
      jobId: null,
      ref: ref ?? `annual:${lot}`,
      movements: [{ lot, amount: credits }]
    },
    "made"
  )
})

/** Posts the entries that are due. Must be called before a balance is read. Acquires no lock if nothing is due. */
export const postEntriesIfDue = Effect.fn("Ledger.postEntriesIfDue")(function* (
  sql: SqlClient.SqlClient,
  accountKey: string
) {
  const [due] = yield* sql`
    select 1 from credit_lot where account_id = ${accountKey}::bigint and expires_at <= mon_now() and not closed limit 1`
  if (due !== undefined) yield* sql.withTransaction(lockAndPostDueEntries(sql, accountKey))
})

export const postDueEntries = (sql: SqlClient.SqlClient) =>
  operation("Ledger.postDueEntries", function* (limit: number) {
    const accounts = yield* sql<{ key: string }>`
      select account_id::text as key from credit_lot where expires_at <= mon_now() and not closed
      group by account_id order by min(expires_at) limit ${limit}`
    yield* Effect.forEach(accounts, ({ key }) => sql.withTransaction(lockAndPostDueEntries(sql, key)), {
      discard: true
    })
    return accounts.length
  })
