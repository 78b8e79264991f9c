import { Ledger, SimulationJobs, Simulations, type AccessScope } from "@mon/core-store"
import { planTable } from "@mon/model"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const campaign = (name: string, credits: number) => ({
  name,
  sendingDomains: ["sender.example.com"],
  notes: [],
  prospectEntries: ["ann@a.example.org"],
  credits,
  lookUps: credits
})

/** The simulation costs 20 credits. */
const twentyDomains = (index: number) => ({
  sendingDomains: ["sender.example.com"],
  prospectEntries: Array.from({ length: 19 }, (_, n) => `a@p${index}-${n}.example.org`)
})

const RATE = 1_000

describe("concurrent changes of credits", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: { simulationStartsPerMinute: RATE } })
  })
  afterAll(() => world.close())

  const viewerOf = async ({ id }: TestAccount) => {
    const [row] = await world.sql(
      `select a.id::text as "accountKey", ms.id::text as "membershipKey", ms.user_id::text as "userKey", ms.role
      from account a join membership ms on ms.account_id = a.id where a.public_id = $1::uuid`,
      id
    )
    return row as AccessScope
  }

  const books = async ({ accountKey }: AccessScope) => {
    const [row] = await world.sql(
      `select coalesce((select sum(amount) from credit_transaction where account_id = $1::bigint), 0)::int as booked,
        coalesce((select sum(remaining) from credit_lot where account_id = $1::bigint), 0)::int as held,
        coalesce((select min(remaining) from credit_lot where account_id = $1::bigint), 0)::int as least,
        coalesce((select -sum(t.amount) from credit_transaction t join simulation s on s.public_id = t.job_id
          where t.account_id = $1::bigint and t.type = 'usage'), 0)::int as used,
        coalesce((select sum(credits) from simulation where account_id = $1::bigint), 0)::int as charged`,
      accountKey
    )
    return row as {
      readonly booked: number
      readonly held: number
      readonly least: number
      readonly used: number
      readonly charged: number
    }
  }

  it("add up over simulations, a purchase, plan changes and refunds", async () => {
    const owner = await world.account("pro")
    const viewer = await viewerOf(owner)
    const start = (index: number) =>
      Effect.flatMap(Simulations, (simulations) => simulations.start(viewer, campaign(`c${index}`, 70), RATE))
    const buy = (ref: string) =>
      Effect.flatMap(Ledger, (ledger) =>
        ledger.buy(viewer.accountKey, { credits: 500, ref, description: "500 credits" })
      )
    const change = (plan: "agency" | "pro", ref: string) =>
      Effect.flatMap(Ledger, (ledger) => ledger.changePlan(viewer.accountKey, { plan, ref }))
    const giveBack = (ref: string) =>
      Effect.flatMap(Ledger, (ledger) => ledger.refundPack(viewer.accountKey, { ref, description: "Payment returned" }))
    const failAll = Effect.gen(function* () {
      const jobs = yield* SimulationJobs
      const claims = yield* jobs.claim(100, 20_000)
      yield* Effect.forEach(
        claims,
        (claim) => jobs.fail(claim, { code: "prober_fault", message: "It did not work." }),
        { concurrency: "unbounded" }
      )
    })
    const works: ReadonlyArray<
      Effect.Effect<unknown, unknown, Simulations | Ledger | SimulationJobs | SqlClient.SqlClient>
    > = [
      ...Array.from({ length: 12 }, (_, index) => start(index)),
      ...Array.from({ length: 4 }, () => buy("order:1")),
      change("agency", "plan:1"),
      ...Array.from({ length: 12 }, (_, index) => start(100 + index)),
      failAll,
      change("pro", "plan:2"),
      giveBack("order:1"),
      failAll,
      ...Array.from({ length: 12 }, (_, index) => start(200 + index)),
      failAll
    ]
    await world.run(Effect.all(works, { concurrency: "unbounded", discard: true }))
    const { booked, charged, held, least, used } = await books(viewer)
    expect(held).toBe(booked)
    expect(least).toBeGreaterThanOrEqual(0)
    expect(used).toBe(charged)
    const { balance } = await world.run(Effect.flatMap(Ledger, (ledger) => ledger.show(viewer.accountKey)))
    expect(balance).toBe(booked)
    expect((await api.send("GET", "/api/v1/simulation-credits", { key: owner.key })).data["balance"]).toBe(balance)
    expect(
      await world.sql(
        "select ref from credit_transaction where account_id = $1::bigint and ref = 'order:1'",
        viewer.accountKey
      )
    ).toHaveLength(1)
  })

  it("allow exactly as many simulations over HTTP as the credits cover", async () => {
    const owner = await world.account("free")
    const responses = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        api.send("POST", "/api/v1/campaign-simulate", { key: owner.key, body: twentyDomains(index) })
      )
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 402, 402, 402, 402, 402, 402])
    expect(await books(await viewerOf(owner))).toMatchObject({
      booked: 0,
      held: 0,
      used: planTable.free.annualSimulationCredits
    })
  })
})
