import { assert, layer } from "@effect/vitest"
import { Prices, type Sku } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { Billing, Ledger, type PaymentEvent, type PaymentEventKind, type AccessScope } from "../src/index.ts"
import { periodsOf, planAt } from "../src/accounts/Licences.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"

const START = "2026-11-21T08:00:00Z"

interface EventFields {
  readonly kind: PaymentEventKind
  /** The number of minutes after the start. */
  readonly at?: number
  readonly amountCents?: number
  /** Whether the event names the order. Disputes name only the payment. */
  readonly named?: boolean
}

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))

const free = Effect.fn("free")(function* () {
  const made = yield* newAccount
  const sql = yield* SqlClient.SqlClient
  yield* sql`update account set plan = 'free' where id = ${made.viewer.accountKey}::bigint`
  return made.viewer
})

const order = Effect.fn("order")(function* (viewer: AccessScope, sku: Sku) {
  const { articles, currency } = yield* Prices
  const { amountCents, title } = articles[sku]
  const id = randomUUID()
  yield* (yield* Billing).createOrder(viewer, {
    id,
    sku,
    description: title,
    amountCents,
    currency,
    processor: "stripe"
  })
  return id
})

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

let eventCount = 0

const eventsOf = (orderId: string, events: ReadonlyArray<EventFields>): ReadonlyArray<PaymentEvent> =>
  events.map(({ amountCents = null, at = 0, kind, named = !kind.startsWith("dispute") }) => ({
    eventId: `evt_${++eventCount}`,
    kind,
    orderId: named ? orderId : null,
    paymentRef: kind === "expired" ? null : `pi_${orderId}`,
    amountCents,
    receiptUrl: null,
    occurredAt: new Date(Date.parse(START) + at * 60_000)
  }))

const standing = Effect.fn("standing")(function* (viewer: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const [account] = yield* sql<object>`
    select plan, plan_expires_at, (select coalesce(sum(amount), 0)::int from credit_transaction t where t.account_id = a.id) as sum,
      (select coalesce(sum(remaining), 0)::int from credit_lot l where l.account_id = a.id) as lots
    from account a where id = ${viewer.accountKey}::bigint`
  const { balance, transactions } = yield* (yield* Ledger).show(viewer.accountKey)
  const licences = yield* sql<object>`
    select kind, sku, starts_at, ends_at, revoked_at is not null as revoked from licence
    where account_id = ${viewer.accountKey}::bigint order by starts_at, sku`
  const history = yield* (yield* Billing).history(viewer, 10)
  return {
    account,
    balance,
    transactions: transactions.map(({ amount, description, type }) => ({ amount, description, type })),
    licences,
    orders: history.map(({ status, type }) => ({ status, type }))
  }
})

const stories: Readonly<
  Record<string, { readonly sku: Sku; readonly events: ReadonlyArray<EventFields>; readonly status: string }>
> = {
  paid: { sku: "pro", events: [{ kind: "paid" }], status: "paid" },
  "completed twice": {
    sku: "pro",
    events: [
      { kind: "paid", at: 5 },
      { kind: "paid", at: 1 }
    ],
    status: "paid"
  },
  "pending, then paid": { sku: "agency", events: [{ kind: "pending" }, { kind: "paid", at: 3 }], status: "paid" },
  "pending, then failed": { sku: "pro", events: [{ kind: "pending" }, { kind: "failed", at: 3 }], status: "failed" },
  expired: { sku: "pro", events: [{ kind: "expired" }], status: "expired" },
  refunded: {
    sku: "credits_1000",
    events: [{ kind: "paid" }, { kind: "refunded", at: 2, amountCents: 900 }],
    status: "refunded"
  },
  "refunded in two parts": {
    sku: "pro",
    events: [
      { kind: "paid" },
      { kind: "refunded", at: 2, amountCents: 4_000 },
      { kind: "refunded", at: 3, amountCents: 9_900 }
    ],
    status: "refunded"
  },
  "refunded in part": {
    sku: "credits_5000",
    events: [{ kind: "paid" }, { kind: "refunded", at: 2, amountCents: 100 }],
    status: "partially_refunded"
  },
  "disputed and won": {
    sku: "agency",
    events: [{ kind: "paid" }, { kind: "disputed", at: 2 }, { kind: "dispute_won", at: 9 }],
    status: "paid"
  },
  "disputed and lost": {
    sku: "pro",
    events: [{ kind: "paid" }, { kind: "disputed", at: 2, named: false }, { kind: "dispute_lost", at: 9 }],
    status: "charged_back"
  },
  "an add-on, refunded": {
    sku: "domains_50",
    events: [{ kind: "paid" }, { kind: "refunded", at: 2, amountCents: 19_900 }],
    status: "refunded"
  }
}

layer(layerStore, { excludeTestServices: true })("payments", (it) => {
  for (const [name, { sku, status, events }] of Object.entries(stories)) {
    it.effect(`${name}: every order of events, each delivered twice, has the same result`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [known] = yield* sql<{ there: boolean }>`select to_regclass('test_clock') is not null as there`
        if (known?.there !== true) yield* installClock("2026-11-21T09:00:00Z")
        const billing = yield* Billing
        const ends: Array<unknown> = []
        for (const sequence of permutations(events)) {
          const viewer = yield* free()
          const id = yield* order(viewer, sku)
          const list = eventsOf(id, sequence)
          assert.strictEqual(yield* billing.receive("stripe", [...list, ...list]), list.length)
          assert.strictEqual(yield* billing.receive("stripe", list.toReversed()), 0)
          ends.push(yield* standing(viewer))
        }
        for (const end of ends) assert.deepStrictEqual(end, ends[0])
        assert.deepInclude(ends[0], { orders: [{ status, type: sku }] })
        const { account, balance } = ends[0] as { account: { sum: number; lots: number }; balance: number }
        assert.deepStrictEqual([account.sum, account.lots], [balance, balance])
      })
    )
  }

  it.effect("a renewal starts when the plan ends, whichever payment becomes known first", () =>
    Effect.gen(function* () {
      const billing = yield* Billing
      const ends: Array<unknown> = []
      for (const reversed of [false, true]) {
        const viewer = yield* free()
        const lists = [
          eventsOf(yield* order(viewer, "pro"), [{ kind: "paid", at: 0 }]),
          eventsOf(yield* order(viewer, "pro"), [{ kind: "paid", at: 30 }])
        ]
        for (const list of reversed ? lists.toReversed() : lists) yield* billing.receive("stripe", list)
        ends.push(yield* standing(viewer))
      }
      assert.deepStrictEqual(ends[1], ends[0])
      assert.deepInclude(ends[0], {
        account: { plan: "pro", plan_expires_at: new Date("2028-11-20T08:00:00Z"), sum: 1_200, lots: 1_200 }
      })
    })
  )

  it.effect("an upgrade grants the rest of the better allowance, and the lower plan returns when it ends", () =>
    Effect.gen(function* () {
      const billing = yield* Billing
      const viewer = yield* free()
      yield* billing.receive("stripe", eventsOf(yield* order(viewer, "agency"), [{ kind: "paid", at: 0 }]))
      yield* billing.receive("stripe", eventsOf(yield* order(viewer, "pro"), [{ kind: "paid", at: 30 }]))
      yield* (yield* Ledger).reserve(viewer.accountKey, {
        amount: 100,
        jobId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
        description: "job"
      })
      assert.strictEqual((yield* (yield* Ledger).show(viewer.accountKey)).balance, 11_900)
      yield* setClock("2027-11-21T08:10:00Z")
      assert.strictEqual(yield* billing.applyDue(100), 1)
      assert.strictEqual(yield* billing.applyDue(100), 0)
      assert.deepInclude((yield* standing(viewer)).account, {
        plan: "pro",
        plan_expires_at: new Date("2027-11-21T08:30:00Z")
      })
      yield* setClock("2026-11-21T09:00:00Z")
    })
  )

  it.effect("spent credits of a refunded pack stay spent", () =>
    Effect.gen(function* () {
      const billing = yield* Billing
      const viewer = yield* free()
      const id = yield* order(viewer, "credits_1000")
      yield* billing.receive("stripe", eventsOf(id, [{ kind: "paid" }]))
      const before = (yield* (yield* Ledger).show(viewer.accountKey)).balance
      yield* (yield* Ledger).reserve(viewer.accountKey, {
        amount: before - 400,
        jobId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6f",
        description: "job"
      })
      yield* billing.receive("stripe", eventsOf(id, [{ kind: "refunded", at: 2, amountCents: 900 }]))
      assert.strictEqual((yield* (yield* Ledger).show(viewer.accountKey)).balance, 0)
    })
  )

  it.effect("of another account can be neither read nor changed", () =>
    Effect.gen(function* () {
      const billing = yield* Billing
      const mine = yield* free()
      const theirs = yield* free()
      const id = yield* order(mine, "domains_10")
      yield* billing.recordSession(theirs, id, {
        sessionId: "s",
        url: "https://elsewhere.example/",
        expiresAt: new Date(START)
      })
      yield* billing.receive("stripe", eventsOf(id, [{ kind: "paid" }]))
      assert.deepStrictEqual(yield* billing.history(theirs, 10), [])
      assert.deepStrictEqual(yield* billing.addons(theirs), [])
      assert.deepInclude((yield* billing.addons(mine))[0], { type: "domains_10", quantity: 1 })
      assert.strictEqual((yield* billing.history(mine, 10))[0]?.status, "paid")
      assert.isNull(yield* billing.find("local", id))
    })
  )

  it.effect("the best current plan is in force", () =>
    Effect.sync(() => {
      const periods = periodsOf([
        { key: "2", plan: "agency", paidAt: day(10) },
        { key: "1", plan: "pro", paidAt: day(1) },
        { key: "3", plan: "pro", paidAt: day(20) }
      ])
      assert.deepInclude(planAt(periods, "free", day(5)), { plan: "pro", expiresAt: day(1 + 730) })
      assert.deepInclude(planAt(periods, "free", day(30)), { plan: "agency", expiresAt: day(10 + 365) })
      assert.deepInclude(planAt(periods, "agency", day(30)), { plan: "agency", expiresAt: null })
      assert.deepInclude(planAt(periods, "free", day(800)), { plan: "free", expiresAt: null })
    })
  )
})
