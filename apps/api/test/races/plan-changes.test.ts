import { EffectiveIntervals, MonitorSchedule } from "@mon/core-store"
import { defaultConfirmationPolicy, type PlanName } from "@mon/model"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { down } from "./down.ts"
import { openTransaction, untilWaiting } from "./OpenTransaction.ts"

/** Changes the account's plan and everything that depends on the plan, as a payment does. */
const changePlan = ({ id }: TestAccount, plan: PlanName) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [account] = yield* sql<{ key: string }>`
      update account set plan = ${plan} where public_id = ${id}::uuid returning id::text as key`
    yield* (yield* EffectiveIntervals).apply(account?.key ?? "")
  })

describe("a change of the plan", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const intervals = async ({ id }: TestAccount) =>
    (
      await world.sql(
        `select s.interval_ms::int as ms from monitor_schedule s join monitor m on m.id = s.monitor_id join account a on a.id = m.account_id
      where a.public_id = $1::uuid order by m.id`,
        id
      )
    ).map((row) => (row as { readonly ms: number }).ms)

  it.each([
    ["domain", "/domains", { url: "fast.example.com", checkInterval: 60 }, 900_000],
    ["page", "/urls", { url: "https://fast.example.com/", checkInterval: 3_600 }, 86_400_000]
  ] as const)("while a %s is made holds for it too", async (_, path, body, ms) => {
    const owner = await world.account("agency")
    const changed = await openTransaction(world, changePlan(owner, "free"))
    const response = api.send("POST", `/api/v1${path}`, { key: owner.key, body })
    await untilWaiting(world)
    await changed.commit()
    expect(await response).toMatchObject({ status: 201, data: { checkInterval: body.checkInterval } })
    expect(await intervals(owner)).toEqual([ms])
  })

  it("applies to a domain that is created at the same time", async () => {
    const owner = await world.account("agency")
    const held = await openTransaction(
      world,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select 1 from account where public_id = ${owner.id}::uuid for no key update`
      )
    )
    const response = api.send("POST", "/api/v1/domains", {
      key: owner.key,
      body: { url: "first.example.com", checkInterval: 60 }
    })
    await untilWaiting(world)
    const changed = world.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(changePlan(owner, "free")))
    )
    await untilWaiting(world, 2)
    await held.commit()
    await changed
    expect((await response).status).toBe(201)
    expect(await intervals(owner)).toEqual([900_000])
  })

  it("applies to intervals that are changed in bulk at the same time", async () => {
    const owner = await world.account("agency")
    const ids = [await addDomain(api, owner), await addDomain(api, owner)].map(({ id }) => id)
    const changed = await openTransaction(world, changePlan(owner, "free"))
    const response = api.send("PATCH", "/api/v1/domains/bulk", {
      key: owner.key,
      body: { domainIds: ids, updates: { checkInterval: 60 } }
    })
    await untilWaiting(world)
    await changed.commit()
    expect((await response).data).toEqual({ updated: 2, failed: 0, errors: [] })
    expect(await intervals(owner)).toEqual([900_000, 900_000])
  })

  it("does not deadlock with a check that opens an incident", async () => {
    const owner = await world.account("agency")
    await addDomain(api, owner, { checkInterval: 60 })
    const claims = await world.run(Effect.flatMap(MonitorSchedule, (schedule) => schedule.claim(1_000, 30_000)))
    const keys = claims.map(({ monitorKey }) => monitorKey)
    const policy = { ...defaultConfirmationPolicy, failuresToDown: 1, deterministicFailuresToDown: 1 }
    const recorded = await openTransaction(
      world,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select 1 from monitor_schedule where monitor_id = any(${keys}::bigint[]) for update`
      ),
      Effect.flatMap(MonitorSchedule, (schedule) => schedule.record(claims.map(down), policy))
    )
    const changed = world.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(changePlan(owner, "free")))
    )
    await untilWaiting(world)
    expect(await recorded.commit()).toMatchObject({ accepted: claims.length, opened: claims.length })
    await changed
    expect(await intervals(owner)).toEqual([900_000])
  })
})
