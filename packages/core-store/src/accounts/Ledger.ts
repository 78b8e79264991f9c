import { type PlanName, Plans } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import {
  anniversaryAfter,
  type CreditTransactionType,
  grantYear,
  lockAndPostDueEntries,
  makeLot,
  type Movement,
  postDueEntries,
  postEntriesIfDue,
  postEntry
} from "./postEntry.ts"

/** One entry in the ledger. Positive amounts add credits, and negative amounts deduct credits. */
export interface CreditTransaction {
  readonly id: string
  readonly amount: number
  readonly type: CreditTransactionType
  readonly description: string
  readonly jobId: string | null
  readonly createdAt: Date
}

/** The current credits of an account and its latest transactions. */
export interface CreditUsage {
  readonly balance: number
  /** The time at which the annual grant is renewed. Null if there is no annual grant. */
  readonly renewsAt: Date | null
  /** The 50 newest transactions. */
  readonly transactions: ReadonlyArray<CreditTransaction>
}

/**
 * The result of a reservation. Either all credits of a job are reserved, or, if the account has too few credits, none.
 */
export type Reservation =
  | { readonly _tag: "Reserved"; readonly balance: number }
  | { readonly _tag: "Insufficient"; readonly need: number; readonly have: number }

const transactionsShown = 50

const showCredits = (sql: SqlClient.SqlClient) =>
  operation("Ledger.show", function* (accountKey: string): Returns<CreditUsage> {
    yield* postEntriesIfDue(sql, accountKey)
    // One statement reads the balance and the transactions, so that they are consistent.
    const rows = yield* sql<CreditTransaction & { readonly balance: number; readonly renewsAt: Date | null }>`
      with usage as (
        select coalesce((select sum(amount) from credit_transaction where account_id = ${accountKey}::bigint), 0)::int
            as balance,
          (select max(expires_at) from credit_lot
            where account_id = ${accountKey}::bigint and kind = 'annual' and not closed) as renews_at
      )
      select usage.balance, usage.renews_at as "renewsAt", t.public_id as id, t.amount, t.type, t.description,
        t.job_id as "jobId", t.created_at as "createdAt"
      from usage left join lateral (
        select * from credit_transaction where account_id = ${accountKey}::bigint order by id desc limit ${transactionsShown}
      ) t on true
      order by t.id desc`
    const [first] = rows
    return {
      balance: first?.balance ?? 0,
      renewsAt: first?.renewsAt ?? null,
      transactions: rows
        .filter((row) => row.id !== null)
        .map(({ amount, createdAt, description, id, jobId, type }) => ({
          id,
          amount,
          type,
          description,
          jobId,
          createdAt
        }))
    }
  })

interface Spendable {
  readonly key: string
  readonly remaining: number
}

/** Splits an amount into deductions from lots, in the order of the lots. The lots must have enough credits. */
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

export const reserveCredits = (sql: SqlClient.SqlClient) =>
  operation(
    "Ledger.reserve",
    function* (
      accountKey: string,
      request: { readonly amount: number; readonly jobId: string; readonly description: string }
    ): Returns<Reservation> {
      const { amount, description, jobId } = request
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
    }
  )

/** The number of days for which a refund is valid if its original lot has expired. */
const lateRefundDays = 30
const dayMs = 86_400_000

interface Deduction {
  readonly lot: string
  readonly amount: number
  readonly open: boolean
}

const creditsOf = (lots: ReadonlyArray<Deduction>) => lots.reduce((total, lot) => total + lot.amount, 0)

export const refundJob = (sql: SqlClient.SqlClient) =>
  operation(
    "Ledger.refund",
    function* (accountKey: string, request: { readonly jobId: string; readonly description: string }) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const account = yield* lockAndPostDueEntries(sql, accountKey)
          if (account === null) return 0
          const deductions = yield* sql<Deduction>`
        select l.id::text as lot, -m.amount as amount, not l.closed as open
        from credit_transaction t
        join credit_movement m on m.transaction_id = t.id
        join credit_lot l on l.id = m.lot_id
        where t.account_id = ${accountKey}::bigint and t.job_id = ${request.jobId}::uuid and t.type = 'usage'
          and not exists (select 1 from credit_transaction r
            where r.account_id = t.account_id and r.job_id = t.job_id and r.type = 'refund')`
          const late = creditsOf(deductions.filter((lot) => !lot.open))
          const movements = deductions.filter((lot) => lot.open).map(({ amount, lot }) => ({ lot, amount }))
          if (late > 0) {
            const expiresAt = new Date(account.now.getTime() + lateRefundDays * dayMs)
            const lot = yield* makeLot(sql, accountKey, { kind: "refund", credits: late, expiresAt })
            // The new lot begins empty, because the movement below adds the credits.
            yield* sql`update credit_lot set remaining = 0 where id = ${lot}::bigint`
            movements.push({ lot, amount: late })
          }
          yield* postEntry(
            sql,
            accountKey,
            {
              type: "refund",
              description: request.description,
              jobId: request.jobId,
              ref: `refund:${request.jobId}`,
              movements
            },
            "moved"
          )
          return creditsOf(deductions)
        })
      )
    }
  )

/** The caller must have locked the account. */
const isPosted = (sql: SqlClient.SqlClient, accountKey: string, ref: string) =>
  Effect.map(
    sql`select 1 from credit_transaction where account_id = ${accountKey}::bigint and ref = ${ref}`,
    (rows) => rows.length > 0
  )

const buyCredits = (sql: SqlClient.SqlClient) =>
  operation(
    "Ledger.buy",
    function* (
      accountKey: string,
      pack: { readonly credits: number; readonly ref: string; readonly description: string }
    ) {
      const { credits, description, ref } = pack
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
    }
  )

/** Deducts only the unspent credits of a pack. */
const refundPack = (sql: SqlClient.SqlClient) =>
  operation(
    "Ledger.refundPack",
    function* (accountKey: string, pack: { readonly ref: string; readonly description: string }) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* lockAndPostDueEntries(sql, accountKey)
          if (yield* isPosted(sql, accountKey, `${pack.ref}:returned`)) return 0
          const lots = yield* sql<{ key: string; remaining: number }>`
        select l.id::text as key, l.remaining from credit_transaction t
        join credit_movement m on m.transaction_id = t.id join credit_lot l on l.id = m.lot_id
        where t.account_id = ${accountKey}::bigint and t.ref = ${pack.ref} and l.kind = 'pack' and l.remaining > 0`
          const movements = lots.map(({ key, remaining }) => ({ lot: key, amount: -remaining }))
          yield* postEntry(
            sql,
            accountKey,
            { type: "purchase", description: pack.description, jobId: null, ref: `${pack.ref}:returned`, movements },
            "moved"
          )
          return lots.reduce((sum, { remaining }) => sum + remaining, 0)
        })
      )
    }
  )

interface OldLot {
  readonly key: string
  readonly granted: number
  readonly remaining: number
}

/**
 * Replaces the allowance of the plan year. Credits that were spent from the old allowance are deducted from the new
 * allowance, so that switching plans gains nothing.
 */
const changeAllowance = (sql: SqlClient.SqlClient) =>
  operation(
    "Ledger.changePlan",
    function* (accountKey: string, change: { readonly plan: PlanName; readonly ref: string }) {
      const { [change.plan]: limits } = yield* Effect.service(Plans)
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const account = yield* lockAndPostDueEntries(sql, accountKey)
          if (account === null || (yield* isPosted(sql, accountKey, change.ref))) return false
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
          yield* grantYear(sql, accountKey, credits, anniversaryAfter(account.now, account.now), change.ref)
          return credits > 0
        })
      )
    }
  )

/**
 * The simulation credits of an account. Credits are held in lots, and the lot that expires next is spent first. The
 * balance is always the sum of an append-only list of transactions. Each method first posts the expiries and renewals
 * that are due, and joins the caller's transaction if there is one. `accountKey` is the internal key. `ref` and `jobId`
 * make each entry idempotent.
 */
export class Ledger extends Context.Service<Ledger>()("@mon/core-store/Ledger", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    show: showCredits(sql),
    /** Deducts all credits of a job, or none if the account has too few. Idempotent per job. */
    reserve: reserveCredits(sql),
    /**
     * Refunds the credits of a job once. The credits return to the lots that they came from. If a lot has expired, its
     * credits go to a new lot that is valid for 30 days. Returns the refunded amount.
     */
    refund: refundJob(sql),
    /**
     * Adds a pack of credits, which does not expire. Idempotent per payment. Returns whether this call added the pack.
     */
    buy: buyCredits(sql),
    /**
     * Deducts the unspent credits of a pack whose payment was refunded, once. Returns the deducted amount. `ref` is the
     * reference of the purchase.
     */
    refundPack: refundPack(sql),
    /**
     * Starts a plan year with the plan's allowance. An upgrade within a year grants the new allowance minus the credits
     * already spent from the old allowance. Returns whether this call posted the entry.
     */
    changePlan: changeAllowance(sql),
    /**
     * Posts the expiries and renewals that are due in at most `limit` accounts. A periodic task of the worker calls
     * this method. Returns the number of accounts.
     */
    postDueEntries: postDueEntries(sql)
  }))
}) {
  static readonly layer = Layer.effect(Ledger, Ledger.make)
}
