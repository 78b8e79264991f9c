// Every creation, change, move and deletion of a route names the monitors whose alerts go to different receivers
// afterwards.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const unknownTarget =
  "targets and fallback must contain only email, whatsapp, webhooks, ids of your channels, and ids or email addresses of people in your account. targets can also contain your on-call schedules."

const to = (...targets: ReadonlyArray<string>) => [{ afterMinutes: 0, targets }]

describe("a change of routes", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Pick<TestAccount, "key">) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })

  /**
   * Creates an account with two domains, one channel in the default route, and one channel outside of the default
   * route.
   */
  const setUp = async () => {
    const owner = await world.account("agency")
    const send = as(owner)
    const shop = await addDomain(api, owner, { name: "Shop" })
    await addDomain(api, owner, { name: "Docs" })
    const channel = async (name: string, inDefaultRoute: boolean) =>
      (await send("POST", "/channels", { kind: "ntfy", name, inDefaultRoute, settings: { topic: `k3v9-${name}` } }))
        .data.id
    return { owner, send, shop: shop.id, ops: await channel("Ops", true), night: await channel("Night", false) }
  }

  it("answers with the monitors whose alerts others receive, and tries it before", async () => {
    const { night, send, shop } = await setUp()
    const route = { name: "Shop", kinds: ["down"], monitorIds: [shop], steps: to("email", night) }
    const change = {
      monitors: ["Shop"],
      kinds: ["down"],
      before: ["email", "Ops"],
      after: ["email", "Night"],
      message: "Night will receive alerts about Shop (down), and Ops will no longer receive them."
    }
    expectResponse(await send("POST", "/routes/try", route), 200, { success: true, data: { receivers: [change] } })
    expect((await send("GET", "/routes")).body).toMatchObject({ data: [] })
    const created = await send("POST", "/routes", route)
    expect(created.body).toMatchObject({ success: true, data: { name: "Shop", receivers: [change] } })
    const { id } = created.data
    const renamed = { success: true, data: { receivers: [] } }
    expectResponse(await send("POST", `/routes/${id}/try`, { name: "Shops" }), 200, renamed)
    const without = { ...change, before: change.after, after: change.before }
    const message = "Ops will receive alerts about Shop (down), and Night will no longer receive them."
    const removal = [{ ...without, message }]
    expectResponse(await send("GET", `/routes/${id}/removal`), 200, { success: true, data: { receivers: removal } })
    expect((await send("GET", "/routes")).body).toMatchObject({ data: [{ id, name: "Shop" }] })
    const deleted = { id, deleted: true, receivers: removal }
    expectResponse(await send("DELETE", `/routes/${id}`), 200, { success: true, data: deleted })
  })

  it("names who loses alerts when routes change places, and when nobody is left", async () => {
    const { night, ops, send } = await setUp()
    await send("POST", "/routes", { name: "All", steps: to("email") })
    const { id } = (await send("POST", "/routes", { name: "Down", kinds: ["down"], steps: to(night) })).data
    const first = { monitors: ["Shop", "Docs"], kinds: ["down"], before: ["email"], after: ["Night"] }
    expect((await send("POST", `/routes/${id}/try`, { position: 0 })).data).toMatchObject({ receivers: [first] })
    expect((await send("PATCH", `/routes/${id}`, { position: 0 })).data).toMatchObject({ receivers: [first] })
    await send("PATCH", `/channels/${ops}`, { isActive: false })
    const back = { ...first, before: ["Night"], after: ["email"] }
    expect((await send("POST", `/routes/${id}/try`, { steps: to(ops) })).data).toMatchObject({ receivers: [back] })
  })

  it("refuses trials as it refuses changes, changes nothing, and is not in the audit log", async () => {
    const { owner, send, shop } = await setUp()
    expectError(
      await send("POST", "/routes/try", { name: "x" }),
      400,
      "steps must be a list of 1 to 10 steps with afterMinutes and targets."
    )
    expectError(await send("POST", "/routes/try", { name: "x", steps: to(absent) }), 400, unknownTarget)
    expectError(await send("POST", `/routes/${absent}/try`, { name: "x" }), 404, "Route not found.")
    expectError(await send("GET", `/routes/${absent}/removal`), 404, "Route not found.")
    const member = as(await world.member(owner, [{ domainId: shop, canWrite: true }]))
    for (const [method, path] of [
      ["POST", "/routes/try"],
      ["POST", `/routes/${absent}/try`],
      ["GET", `/routes/${absent}/removal`]
    ] as const)
      expectError(
        await member(method, path, method === "GET" ? undefined : { name: "x", steps: to("email") }),
        403,
        "Only the account owner can do this."
      )
    const log = await send("GET", "/audit")
    const actions = (log.body as { data: ReadonlyArray<{ action: string }> }).data.map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith("routes."))).toEqual([])
  })
})
