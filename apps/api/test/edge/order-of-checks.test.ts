import { afterAll, beforeAll, describe, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const notPublic = "URL must point to a public domain."

describe("the order of errors", () => {
  let world: World
  let api: TestApi
  let full: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ zone: { "inside.example.com": { A: ["192.168.0.1"] } } })
    full = await world.account("free")
    for (let index = 0; index < 4; index++) await addDomain(api, full)
    await addDomain(api, full, { url: "inside-later.example.com" })
  })
  afterAll(() => world.close())

  const create = ({ key }: TestAccount, body: unknown) => api.send("POST", "/api/v1/domains", { key, body })

  it.each([
    ["URL is required.", { checkInterval: 5, timeout: 90, name: 1 }],
    [notPublic, { url: "localhost", checkInterval: 5, timeout: 90, name: 1 }],
    [
      "Timeout must be less than check interval.",
      { url: "inside.example.com", checkInterval: 5, timeout: 90, name: 1 }
    ],
    [
      "checkInterval must be a whole number of seconds between 59 and 86400.",
      { url: "inside.example.com", checkInterval: 50, timeout: 10 }
    ],
    ["Check interval must be at least 900 seconds on the Free plan.", { url: "inside.example.com", checkInterval: 60 }],
    ["Maximum domain limit (5) reached. Upgrade your plan to add more domains.", { url: "inside-later.example.com" }],
    ["Maximum domain limit (5) reached. Upgrade your plan to add more domains.", { url: "inside.example.com" }]
  ])("on creation: %s", async (message, body) => expectError(await create(full, body), 400, message))

  it("on creation reports a duplicate before a private address", async () => {
    const owner = await world.account()
    await addDomain(api, owner, { url: "moved.example.com" })
    const moved = await world.startApi({ zone: { "moved.example.com": { A: ["10.0.0.1"] } } })
    expectError(
      await moved.send("POST", "/api/v1/domains", { key: owner.key, body: { url: "moved.example.com" } }),
      400,
      "This domain is already being monitored."
    )
    expectError(await create(owner, { url: "inside.example.com" }), 400, notPublic)
  })

  it("is the body, then existence, then access, then the plan", async () => {
    const owner = await world.account("pro")
    const { id } = await addDomain(api, owner)
    const reader = await world.member(owner, [{ domainId: id, canWrite: false }])
    const writer = await world.member(owner, [{ domainId: id, canWrite: true }])
    const stranger = await world.account("free")
    const patch = ({ key }: TestAccount, body: unknown) => api.send("PATCH", `/api/v1/domains/${id}`, { key, body })
    const bad = { checkInterval: 1 }
    const short = { checkInterval: 100 }
    for (const caller of [stranger, reader, writer]) {
      expectError(
        await patch(caller, bad),
        400,
        "checkInterval must be a whole number of seconds between 59 and 86400."
      )
    }
    expectError(await patch(stranger, short), 404, "Domain not found.")
    expectError(await patch(reader, short), 403, "You have read-only access to this domain.")
    expectError(await patch(writer, short), 403, "Check interval must be at least 300 seconds on the Pro plan.")
    expectError(await create(writer, {}), 400, "URL is required.")
    expectError(
      await create(writer, { url: "a.example.com", checkInterval: 100 }),
      403,
      "Only the account owner can do this."
    )
  })
})
