import { Secrets } from "@mon/core-store"
import { nextReportAt } from "@mon/notifications"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { openTransaction, untilWaiting } from "./OpenTransaction.ts"

const steps = [{ afterMinutes: 0, targets: ["email"] }]

type Send = (method: string, path: string, body?: unknown) => ReturnType<TestApi["send"]>

const tooOften = {
  status: 400,
  body: { message: "request.method POST needs a checkInterval of at least 300 seconds." }
}

const idOf = async (sent: ReturnType<TestApi["send"]>) => String((await sent).data["id"])
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

interface Rule {
  readonly rule: string
  /** Creates the object that two requests change. Returns its path and the bodies of the requests. */
  readonly changes: () => Promise<readonly [path: string, first: object, second: object]>
  readonly second: object
}

describe("two changes at the same time", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    owner = await world.account("agency")
    const secrets = await world.run(Effect.service(Secrets))
    const proof = (host: string) => ({ TXT: [`mon-proof=${secrets.sign("host proof", `${owner.id} ${host}`)}`] })
    api = await world.startApi({
      zone: { "_mon.one.example.com": proof("one.example.com"), "_mon.two.example.com": proof("two.example.com") }
    })
  })
  afterAll(() => world.close())

  const send: Send = (method, path, body) => api.send(method, `/api/v1${path}`, { key: owner.key, body })

  const rules: ReadonlyArray<Rule> = [
    {
      rule: "a method that may change something has a long interval",
      changes: async () => {
        const { id } = await addDomain(api, owner, { url: "one.example.com", checkInterval: 600 })
        return [`/domains/${id}`, { checkInterval: 60 }, { request: { method: "POST" } }]
      },
      second: tooOften
    },
    {
      rule: "a short interval has a method that changes nothing",
      changes: async () => {
        const { id } = await addDomain(api, owner, { url: "two.example.com", checkInterval: 600 })
        return [`/domains/${id}`, { request: { method: "POST" } }, { checkInterval: 60 }]
      },
      second: tooOften
    },
    {
      rule: "a window ends after it starts",
      changes: async () => {
        const window = { name: "Release", startsAt: at(1), endsAt: at(4), wholeAccount: true }
        const id = await idOf(send("POST", "/maintenance-windows", window))
        return [`/maintenance-windows/${id}`, { startsAt: at(3) }, { endsAt: at(2) }]
      },
      second: { status: 400 }
    },
    {
      rule: "a route chooses something",
      changes: async () => {
        const { id: monitor } = await addDomain(api, owner)
        const tag = await idOf(send("POST", "/tags", { name: "Shop" }))
        const id = await idOf(send("POST", "/routes", { name: "Shop", steps, monitorIds: [monitor], tagIds: [tag] }))
        return [`/routes/${id}`, { monitorIds: [] }, { tagIds: [] }]
      },
      second: { status: 400 }
    },
    {
      rule: "a report is sent when its interval begins in its time zone",
      changes: async () => {
        const report = { name: "Availability", every: "week", recipients: ["reader@else.example"], timezone: "UTC" }
        const id = await idOf(send("POST", "/scheduled-reports", report))
        return [`/scheduled-reports/${id}`, { every: "month" }, { timezone: "Asia/Tokyo" }]
      },
      second: { status: 200, data: { nextAt: nextReportAt("month", "Asia/Tokyo", Date.now()).toISOString() } }
    }
  ]

  it.each(rules)("keep the rule that $rule", async ({ changes, second }) => {
    const [path, one, other] = await changes()
    const lock = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select from account where public_id = ${owner.id}::uuid for no key update`
    )
    const { commit } = await openTransaction(world, lock)
    const earlier = send("PATCH", path, one)
    await untilWaiting(world, 1)
    const later = send("PATCH", path, other)
    await untilWaiting(world, 2)
    await commit()
    expect((await earlier).status).toBe(200)
    expect(await later).toMatchObject(second)
  })
})
