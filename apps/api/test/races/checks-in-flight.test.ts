import { type Claim, MonitorSchedule, PageChecks, type PageCheckResult, type PageClaim } from "@mon/core-store"
import { defaultConfirmationPolicy, uuidv7 } from "@mon/model"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { down } from "./down.ts"
import { openTransaction, untilWaiting } from "./OpenTransaction.ts"

/** Confirms a state change with a single check. */
const policy = { ...defaultConfirmationPolicy, failuresToDown: 1, deterministicFailuresToDown: 1 }

const record = (claims: ReadonlyArray<Claim>) =>
  Effect.flatMap(MonitorSchedule, (schedule) => schedule.record(claims.map(down), policy))

const failed = ({ claimedAt }: PageClaim): PageCheckResult => ({
  at: claimedAt,
  state: "error",
  statusCode: 500,
  responseUs: 1_000,
  error: { code: "http_status", message: "It answered with status 500." },
  page: null,
  change: null,
  screenshot: null,
  notificationId: uuidv7(claimedAt, new Uint8Array(10))
})

interface Way {
  readonly how: string
  readonly method: string
  readonly path: (id: string) => string
  readonly body?: (id: string) => object
}

/** The ways to stop monitoring while a check is in flight. */
const ways: ReadonlyArray<Way> = [
  { how: "a deletion", method: "DELETE", path: (id) => `/domains/${id}` },
  {
    how: "a bulk deletion",
    method: "DELETE",
    path: () => "/domains/bulk",
    body: (id) => ({ domainIds: [id], confirmation: "DELETE" })
  },
  { how: "a pause", method: "POST", path: (id) => `/domains/${id}/pause` }
]

describe("checks in flight", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const send = (method: string, path: string, body?: object) =>
    api.send(method, `/api/v1${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })
  const claimed = async (count = 1) => {
    owner = await world.account()
    const ids: Array<string> = []
    for (let created = 0; created < count; created++) ids.push((await addDomain(api, owner)).id)
    const keys = await world.sql(
      "select m.id::text as key from monitor m join account a on a.id = m.account_id where a.public_id = $1::uuid",
      owner.id
    )
    const mine = new Set(keys.map((row) => (row as { readonly key: string }).key))
    const claims = await world.run(Effect.flatMap(MonitorSchedule, (schedule) => schedule.claim(1_000, 30_000)))
    return { claims: claims.filter(({ monitorKey }) => mine.has(monitorKey)), ids, id: ids[0] ?? "" }
  }
  const traces = async (id: string) =>
    (
      await world.sql(
        `select (select count(*)::int from incident i where i.monitor_id = m.id) as incidents,
        (select count(*)::int from incident i where i.monitor_id = m.id and i.resolved_at is null) as open,
        (select count(*)::int from notification n where n.monitor_id = m.id) as notifications,
        (select count(*)::int from check_history h where h.monitor_id = m.id) as checks
      from monitor m where m.public_id = $1::uuid`,
        id
      )
    )[0]

  it.each(ways)("that are recorded while $how waits leave no open incident", async ({ body, method, path }) => {
    const { claims, id } = await claimed()
    const recorded = await openTransaction(world, record(claims))
    expect(recorded.value).toMatchObject({ opened: 1 })
    const response = send(method, path(id), body?.(id))
    await untilWaiting(world)
    await recorded.commit()
    expect((await response).status).toBe(200)
    expect(await traces(id)).toEqual({ incidents: 1, open: 0, notifications: 1, checks: 1 })
  })

  it.each(ways)("that are recorded during $how leave no trace", async ({ body, method, path }) => {
    const { claims, id } = await claimed()
    const gone = await openTransaction(
      world,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
      select 1 from monitor_schedule s join monitor m on m.id = s.monitor_id where m.public_id = ${id}::uuid for update of s`
      )
    )
    const response = send(method, path(id), body?.(id))
    await untilWaiting(world)
    const recorded = world.run(record(claims))
    await untilWaiting(world, 2)
    await gone.commit()
    expect((await response).status).toBe(200)
    expect(await recorded).toMatchObject({ accepted: 0, opened: 0, notified: 0 })
    expect(await traces(id)).toEqual({ incidents: 0, open: 0, notifications: 0, checks: 0 })
  })

  it("that started with a previous interval change nothing", async () => {
    const { claims, ids } = await claimed(2)
    expect(
      (await send("PATCH", "/domains/bulk", { domainIds: ids, updates: { checkInterval: 900 } })).data
    ).toMatchObject({ updated: 2 })
    expect(await world.run(record(claims))).toMatchObject({ accepted: 0, opened: 0 })
    for (const id of ids) expect(await traces(id)).toEqual({ incidents: 0, open: 0, notifications: 0, checks: 0 })
  })

  it("of many domains do not deadlock with a bulk deletion", async () => {
    const { claims, ids } = await claimed(30)
    const backwards = { domainIds: ids.toReversed(), confirmation: "DELETE" }
    const [outcome, response] = await Promise.all([
      world.run(record(claims.toReversed())),
      send("DELETE", "/domains/bulk", backwards)
    ])
    expect(response.data).toEqual({ deleted: 30, failed: 0, errors: [] })
    expect([0, 30]).toContain(outcome.accepted)
    const open = await world.sql(
      "select 1 from incident i join account a on a.id = i.account_id where a.public_id = $1::uuid and resolved_at is null",
      owner.id
    )
    expect(open).toEqual([])
  })

  describe("of pages", () => {
    const page = async () => {
      owner = await world.account()
      const { id } = (await send("POST", "/urls", { url: "https://shop.example.com/prices" })).data
      return id
    }
    const viewer = async (id: string) => {
      const [row] = await world.sql(
        `select a.id::text as "accountKey", ms.id::text as "membershipKey", ms.user_id::text as "userKey", ms.role
        from monitor m join account a on a.id = m.account_id join membership ms on ms.account_id = a.id where m.public_id = $1::uuid`,
        id
      )
      return row as {
        readonly accountKey: string
        readonly membershipKey: string
        readonly userKey: string
        readonly role: "owner"
      }
    }

    it("are not started manually while the page is being deleted", async () => {
      const id = await page()
      const who = await viewer(id)
      const deleted = await openTransaction(
        world,
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
        with gone as (update monitor set deleted_at = mon_now() where public_id = ${id}::uuid returning id)
        update monitor_schedule set next_at = null, lease_token = null where monitor_id in (select id from gone)`
        )
      )
      const claim = world.run(Effect.flatMap(PageChecks, (checks) => checks.claimManually(who, id, 30_000)))
      await untilWaiting(world)
      await deleted.commit()
      expect(await claim).toBeNull()
    })

    it("are not recorded if the page is deleted during a manual check", async () => {
      const id = await page()
      const who = await viewer(id)
      const claim = await world.run(Effect.flatMap(PageChecks, (checks) => checks.claimManually(who, id, 30_000)))
      if (claim?._tag !== "Claimed") throw new Error("The page could not be claimed.")
      expect((await send("DELETE", `/urls/${id}`)).status).toBe(200)
      expect(
        await world.run(Effect.flatMap(PageChecks, (checks) => checks.record(claim.claim, failed(claim.claim))))
      ).toBe(false)
      expect(await traces(id)).toMatchObject({ notifications: 0 })
    })
  })
})
