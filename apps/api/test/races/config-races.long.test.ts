// A change during an apply takes effect either before or after the apply.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient, wholeFile } from "../ConfigFile.ts"
import { openWorld, type TestAccount, type World } from "../World.ts"

const ROUNDS = 200

type Client = ReturnType<typeof configClient>
type Ids = (section: string, key: string) => string

/** Returns a file that changes, adds and removes objects in each section. */
const changedFile = (owner: TestAccount): string =>
  wholeFile(owner)
    .replace("checkInterval: 120", "name: Shop\n    checkInterval: 300")
    .replace("secret-1", "secret-9")
    .replace("  old: { url: old.example.org, paused: true }\n", "  extra: { url: extra.example.org, tags: [] }\n")
    .replace('include: ["#price"]', 'include: ["#price", "#offer"]')
    .replace("name: Db", "name: Databases")
    .replace("topic: alerts-k3v9", "topic: alerts-new")
    .replace("name: Night", "name: Nightly")
    .replace("minutes: 60", "minutes: 45")
    .replace("2027-01-03T01:00:30Z", "2027-01-10T03:00:00Z")
    .replace("name: Checkout", "name: Basket")
    .replace("every: month", "every: week")

interface Other {
  readonly name: string
  readonly method: string
  readonly path: (id: Ids) => string
  readonly body?: (id: Ids) => object
}

const domain = (id: Ids, key: string) => `/domains/${id("domains", key)}`

const others: ReadonlyArray<Other> = [
  { name: "renames a domain", method: "PATCH", path: (id) => domain(id, "shop"), body: () => ({ name: "Renamed" }) },
  {
    name: "adds a header and leaves the secrets",
    method: "PATCH",
    path: (id) => domain(id, "shop"),
    body: () => ({
      request: { headers: { "X-Probe": "***", "X-More": "more" }, auth: { username: "mon", password: "***" } }
    })
  },
  {
    name: "changes several domains",
    method: "PATCH",
    path: () => "/domains/bulk",
    body: (id) => ({
      domainIds: [id("domains", "shop"), id("domains", "router")],
      updates: { request: { headers: { "X-Probe": "***" } }, checkInterval: 600 }
    })
  },
  { name: "deletes a domain that changes", method: "DELETE", path: (id) => domain(id, "shop") },
  { name: "deletes a domain that is deleted", method: "DELETE", path: (id) => domain(id, "old") },
  { name: "pauses a domain", method: "POST", path: (id) => `${domain(id, "shop")}/pause` },
  {
    name: "creates the domain that is created",
    method: "POST",
    path: () => "/domains",
    body: () => ({ url: "extra.example.org" })
  },
  {
    name: "creates another URL monitor",
    method: "POST",
    path: () => "/urls",
    body: () => ({ url: "https://other.example.org/" })
  },
  {
    name: "changes a URL monitor",
    method: "PATCH",
    path: (id) => `/urls/${id("urls", "pricing")}`,
    body: () => ({ checkInterval: 7_200 })
  },
  {
    name: "changes a tag",
    method: "PATCH",
    path: (id) => `/tags/${id("tags", "db")}`,
    body: () => ({ color: "#123456" })
  },
  { name: "deletes a tag", method: "DELETE", path: (id) => `/tags/${id("tags", "web")}` },
  { name: "creates a tag", method: "POST", path: () => "/tags", body: () => ({ name: "Databases" }) },
  {
    name: "changes a channel",
    method: "PATCH",
    path: (id) => `/channels/${id("channels", "ops")}`,
    body: () => ({ name: "Operations" })
  },
  {
    name: "changes the settings of a channel and leaves its secret",
    method: "PATCH",
    path: (id) => `/channels/${id("channels", "ops")}`,
    body: () => ({ settings: { topic: "alerts-by-hand", token: "***" } })
  },
  {
    name: "renames a channel and leaves its settings as they were",
    method: "PATCH",
    path: (id) => `/channels/${id("channels", "ops")}`,
    body: () => ({ name: "Operations", settings: { topic: "alerts-k3v9", token: "***" } })
  },
  { name: "deletes a channel", method: "DELETE", path: (id) => `/channels/${id("channels", "ops")}` },
  {
    name: "changes a route",
    method: "PATCH",
    path: (id) => `/routes/${id("routes", "night")}`,
    body: () => ({ reminderMinutes: 30 })
  },
  {
    name: "changes the minutes of a window",
    method: "PATCH",
    path: (id) => `/maintenance-windows/${id("maintenanceWindows", "sunday")}`,
    body: () => ({ minutes: 90 })
  },
  {
    name: "changes a status page",
    method: "PATCH",
    path: (id) => `/status-pages/${id("statusPages", "main")}`,
    body: () => ({ description: "All systems" })
  },
  {
    name: "changes a scheduled report",
    method: "PATCH",
    path: (id) => `/scheduled-reports/${id("scheduledReports", "customer")}`,
    body: () => ({ name: "For the customer" })
  }
]

/** Splits an outcome into lines, so that a difference is easy to see. */
const linesOf = (outcome: string): ReadonlyArray<string> => outcome.split(String.raw`\\n`)

/** Makes one request, and returns its status. */
type Run = () => Promise<number>

describe("applying a configuration file while something else changes", () => {
  let world: World
  let client: Client
  /** The client of another process of the service. */
  let elsewhere: Client
  beforeAll(async () => {
    world = await openWorld()
    client = configClient(await world.startApi())
    elsewhere = configClient(await world.startApi())
  })
  afterAll(() => world.close())

  /** Creates an account with a plan, and prepares the other change. */
  const begin = async ({ body, method, path }: Other) => {
    const owner = await world.account("agency")
    await client.applyFile(owner, wholeFile(owner))
    const rows = (await world.sql(
      "select section, key, target from config_key where account_id = (select id from account where public_id = $1::uuid)",
      owner.id
    )) as ReadonlyArray<{ readonly section: string; readonly key: string; readonly target: string }>
    const ids: Ids = (section, key) => rows.find((row) => row.section === section && row.key === key)?.target ?? key
    const plan = await client.planAs(owner, changedFile(owner))
    expect(plan.refused).toEqual([])
    const apply: Run = async () => (await client.applyAs(owner, plan, true)).status
    const change: Run = async () => (await elsewhere.as(owner)(method, path(ids), body?.(ids))).status
    return { owner, apply, change }
  }

  /** Returns all data of the account. The plans of both files show which secrets the account has. */
  const stateOf = async (owner: TestAccount) => {
    const plans = await Promise.all([wholeFile(owner), changedFile(owner)].map((file) => client.planAs(owner, file)))
    const text = JSON.stringify([await client.fileOf(owner), plans.map(({ refused, update }) => [refused, update])])
    return text
      .replaceAll(/sealed:[0-9a-f]{16}/gu, "sealed")
      .replaceAll(owner.email, "owner")
      .replaceAll(owner.id.slice(-12), "")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/gu, "id")
  }

  it(`leaves what one of them leaves after the other, in ${ROUNDS} rounds`, async () => {
    const orders = new Map<string, number>()
    const serial = new Map<string, ReadonlyMap<string, string>>()
    // The other change begins at a random moment of an apply.
    let applyMs = 0
    for (const other of others) {
      const first = await begin(other)
      const began = performance.now()
      const applied = await first.apply()
      applyMs = Math.max(applyMs, performance.now() - began)
      const applyFirst = [applied, await first.change()]
      const second = await begin(other)
      const changed = await second.change()
      const changeFirst = [await second.apply(), changed]
      serial.set(
        other.name,
        new Map([
          [JSON.stringify([applyFirst, await stateOf(first.owner)]), "apply first"],
          [JSON.stringify([changeFirst, await stateOf(second.owner)]), "change first"]
        ])
      )
      expect([other.name, applyFirst[0], changeFirst]).toEqual([other.name, 200, [409, expect.any(Number)]])
      expect([other.name, changed]).toEqual([other.name, other.method === "POST" ? expect.any(Number) : 200])
    }
    for (let round = 0; round < ROUNDS; round++) {
      const other = others[round % others.length]
      if (other === undefined) continue
      const { apply, change, owner } = await begin(other)
      const late = async () => {
        await world.sql(`select pg_sleep(${(Math.random() * applyMs) / 1_000})`)
        return change()
      }
      const statuses = await Promise.all([apply(), late()])
      const state = await stateOf(owner)
      const order = serial.get(other.name)?.get(JSON.stringify([statuses, state]))
      if (order === undefined) {
        const expected = [...(serial.get(other.name)?.keys() ?? [])].map(linesOf)
        expect([other.name, linesOf(JSON.stringify([statuses, state]))]).toEqual([other.name, expected])
        continue
      }
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect(orders.get("apply first") ?? 0).toBeGreaterThan(0)
    expect(orders.get("change first") ?? 0).toBeGreaterThan(0)
  }, 1_800_000)

  it("makes exactly one of two applies", async () => {
    for (let round = 0; round < 20; round++) {
      const owner = await world.account("agency")
      await client.applyFile(owner, wholeFile(owner))
      const plans = [await client.planAs(owner, changedFile(owner)), await elsewhere.planAs(owner, changedFile(owner))]
      const answers = await Promise.all(
        plans.map((plan, index) => (index === 0 ? client : elsewhere).applyAs(owner, plan, true))
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  }, 600_000)
})
