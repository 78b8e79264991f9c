import { isNightly } from "@mon/tooling/seed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { Ledger, type StoreError } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

const agencyAllowance = 12_000
const job = (n: number) => `00000000-0000-7000-8000-${n.toString().padStart(12, "0")}`

/** The three sums of an account: transactions, lots and movements. The sums must always be equal. */
const books = Effect.fn("books")(function* (accountKey: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ transactions: number; lots: number; movements: number; crooked: number }>`
    select
      coalesce((select sum(amount) from credit_transaction where account_id = ${accountKey}::bigint), 0)::int as transactions,
      coalesce((select sum(remaining) from credit_lot where account_id = ${accountKey}::bigint), 0)::int as lots,
      coalesce((select sum(m.amount) from credit_movement m join credit_lot l on l.id = m.lot_id
        where l.account_id = ${accountKey}::bigint), 0)::int as movements,
      (select count(*)::int from credit_transaction t where t.account_id = ${accountKey}::bigint and t.amount <>
        (select sum(amount) from credit_movement where transaction_id = t.id)) as crooked`
  if (row === undefined) return yield* Effect.die(new Error("no row"))
  assert.strictEqual(row.lots, row.transactions)
  assert.strictEqual(row.movements, row.transactions)
  assert.strictEqual(row.crooked, 0)
  assert.isAtLeast(row.transactions, 0)
  return row.transactions
})

const moveClock = (by: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
      as $$ select statement_timestamp() + interval '${by}' $$`)
  )

layer(layerStore, { excludeTestServices: true })("credits", (it) => {
  it.effect("are granted with the account and charged once per job", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const {
        viewer: { accountKey }
      } = yield* newAccount
      assert.strictEqual((yield* ledger.show(accountKey)).balance, agencyAllowance)
      const request = { amount: 700, jobId: job(1), description: "Campaign" }
      assert.deepStrictEqual(yield* ledger.reserve(accountKey, request), { _tag: "Reserved", balance: 11_300 })
      assert.deepStrictEqual(yield* ledger.reserve(accountKey, request), { _tag: "Reserved", balance: 11_300 })
      assert.deepStrictEqual(yield* ledger.reserve(accountKey, { ...request, amount: 12_000, jobId: job(2) }), {
        _tag: "Insufficient",
        need: 12_000,
        have: 11_300
      })
      assert.strictEqual(yield* ledger.refund(accountKey, { jobId: job(1), description: "Failed" }), 700)
      assert.strictEqual(yield* ledger.refund(accountKey, { jobId: job(1), description: "Failed" }), 0)
      assert.strictEqual(yield* books(accountKey), agencyAllowance)
    })
  )

  it.effect("pay for exactly as many of 40 concurrent jobs as they cover", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const {
        viewer: { accountKey }
      } = yield* newAccount
      const results = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, n) => n),
        (n) => ledger.reserve(accountKey, { amount: 700, jobId: job(100 + n), description: "Campaign" }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter((result) => result._tag === "Reserved").length, 17)
      assert.strictEqual(yield* books(accountKey), agencyAllowance - 17 * 700)
    })
  )

  it.effect("bought by one payment are added once, however often the payment is reported", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const {
        viewer: { accountKey }
      } = yield* newAccount
      const pack = { credits: 1_000, ref: "payment:1", description: "1,000 credits" }
      const purchases = yield* Effect.forEach(Array.from({ length: 10 }), () => ledger.buy(accountKey, pack), {
        concurrency: "unbounded"
      })
      assert.strictEqual(purchases.filter((added) => added).length, 1)
      assert.strictEqual(yield* books(accountKey), agencyAllowance + 1_000)
    })
  )

  it.effect("roll back with the caller's transaction", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const sql = yield* SqlClient.SqlClient
      const {
        viewer: { accountKey }
      } = yield* newAccount
      yield* sql
        .withTransaction(
          Effect.andThen(
            ledger.reserve(accountKey, { amount: 5, jobId: job(7), description: "Campaign" }),
            Effect.fail("no job")
          )
        )
        .pipe(Effect.ignore)
      assert.strictEqual(yield* books(accountKey), agencyAllowance)
    })
  )

  it.effect("add up after any sequence of operations, some of them concurrent", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const {
        viewer: { accountKey }
      } = yield* newAccount
      const verb = fc.oneof(
        fc.record({ kind: fc.constant("reserve" as const), n: fc.nat(5), amount: fc.integer({ min: 1, max: 9_000 }) }),
        fc.record({ kind: fc.constant("refund" as const), n: fc.nat(5), amount: fc.constant(0) }),
        fc.record({ kind: fc.constant("buy" as const), n: fc.nat(5), amount: fc.constantFrom(1_000, 5_000) }),
        fc.record({ kind: fc.constant("plan" as const), n: fc.nat(3), amount: fc.constant(0) })
      )
      let round = 1_000
      const context = yield* Effect.context<Ledger | SqlClient.SqlClient>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.array(fc.array(verb, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (batches) => {
            round += 10
            const one = ({
              amount,
              kind,
              n
            }: {
              kind: string
              n: number
              amount: number
            }): Effect.Effect<unknown, StoreError> =>
              kind === "reserve"
                ? ledger.reserve(accountKey, { amount, jobId: job(round + n), description: "Campaign" })
                : kind === "refund"
                  ? ledger.refund(accountKey, { jobId: job(round + n), description: "Failed" })
                  : kind === "buy"
                    ? ledger.buy(accountKey, { credits: amount, ref: `payment:${round}:${n}`, description: "Credits" })
                    : ledger.changePlan(accountKey, { plan: n % 2 === 0 ? "pro" : "agency", ref: `plan:${round}:${n}` })
            return Effect.runPromiseWith(context)(
              Effect.forEach(
                batches,
                (batch) => Effect.andThen(Effect.forEach(batch, one, { concurrency: "unbounded" }), books(accountKey)),
                {
                  discard: true
                }
              )
            )
          }),
          { numRuns: isNightly ? 25 : 8 }
        )
      )
    })
  )

  it.effect("spent under an earlier plan are deducted from the new allowance", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const {
        viewer: { accountKey }
      } = yield* newAccount
      yield* ledger.reserve(accountKey, { amount: 200, jobId: job(8), description: "Campaign" })
      assert.isTrue(yield* ledger.changePlan(accountKey, { plan: "pro", ref: "order:1" }))
      assert.isFalse(yield* ledger.changePlan(accountKey, { plan: "pro", ref: "order:1" }))
      assert.strictEqual(yield* books(accountKey), 1_000)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a year later", (it) => {
  it.effect(
    "the rest of the grant expires, a pack stays, a new grant is added, and a late refund is valid for 30 days",
    () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const {
          viewer: { accountKey }
        } = yield* newAccount
        yield* ledger.buy(accountKey, { credits: 50, ref: "payment:2", description: "Credits" })
        yield* ledger.reserve(accountKey, { amount: 300, jobId: job(9), description: "Campaign" })
        yield* moveClock("370 days")
        const standing = yield* ledger.show(accountKey)
        assert.strictEqual(standing.balance, agencyAllowance + 50)
        assert.deepStrictEqual(
          standing.transactions.map((one) => [one.type, one.amount]),
          [
            ["grant", agencyAllowance],
            ["expiry", -(agencyAllowance - 300)],
            ["usage", -300],
            ["purchase", 50],
            ["grant", agencyAllowance]
          ]
        )
        assert.strictEqual(yield* ledger.refund(accountKey, { jobId: job(9), description: "Failed" }), 300)
        assert.strictEqual(yield* books(accountKey), agencyAllowance + 350)
        yield* moveClock("401 days")
        assert.isAtLeast(yield* ledger.postDueEntries(100), 1)
        assert.strictEqual(yield* ledger.postDueEntries(100), 0)
        assert.strictEqual(yield* books(accountKey), agencyAllowance + 50)
      })
  )
})
