// An agent changes something only by applying a plan, only once, and only with the key that made the plan.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { answerOf, connectClient, textOf } from "./McpConnection.ts"

const file = (name: string) =>
  JSON.stringify({ version: 1, project: "agent", domains: { shop: { url: "shop.example.com", name } } })

const namesOf = ({ body }: ApiResponse) =>
  (body as { readonly data: ReadonlyArray<{ readonly name: string }> }).data.map(({ name }) => name)

describe("an agent", () => {
  let world: World
  let api: TestApi
  let account: TestAccount
  let readKey: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    account = await world.account()
    readKey = await world.keyFor(account.membershipId, { scope: "read" })
  })
  afterAll(() => world.close())

  const call = async (key: string, name: string, args: Record<string, unknown>) => {
    const client = await connectClient(api, key)
    try {
      return await client.callTool({ name, arguments: args })
    } finally {
      await client.close()
    }
  }
  const domains = async () => namesOf(await api.send("GET", "/api/v1/domains", { key: account.key }))

  it("proposes a change, which changes nothing, and applies it once", async () => {
    const plan = answerOf(await call(account.key, "plan_config", { document: file("Shop") }))
    expect(plan).toMatchObject({
      changes: 1,
      create: [{ section: "domains", untrusted: { key: "shop", fields: { url: "https://shop.example.com" } } }]
    })
    expect(await domains()).toEqual([])
    const { planId } = plan
    const applied = await call(account.key, "apply_config", { planId })
    expect(answerOf(applied)).toMatchObject({ created: 1, updated: 0, deleted: 0 })
    expect(await domains()).toEqual(["Shop"])
    const again = await call(account.key, "apply_config", { planId })
    expect(again.isError).toBe(true)
    expect(await domains()).toEqual(["Shop"])
    const { data } = (await api.send("GET", "/api/v1/audit", { key: account.key })).body as {
      data: ReadonlyArray<object>
    }
    const actor = "key"
    expect(data).toMatchObject([
      { action: "domains.create", actor },
      { action: "config.apply", actor }
    ])
  })

  it("cannot apply the plan of another key", async () => {
    const { planId } = answerOf(await call(account.key, "plan_config", { document: file("Other") }))
    const otherKey = await world.keyFor(account.membershipId)
    const result = await call(otherKey, "apply_config", { planId })
    expect(result.isError).toBe(true)
    expect(await domains()).toEqual(["Shop"])
  })

  it("can propose with a read key, but has no tool to apply", async () => {
    const client = await connectClient(api, readKey)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain("plan_config")
    expect(tools.map(({ name }) => name)).not.toContain("apply_config")
    const { planId } = answerOf(await client.callTool({ name: "plan_config", arguments: { document: file("Read") } }))
    expect(planId).toEqual(expect.any(String))
    await expect(client.callTool({ name: "apply_config", arguments: { planId } })).rejects.toThrow(/no such tool/u)
    await client.close()
    expect(await domains()).toEqual(["Shop"])
  })

  it("does not delete without allowDelete", async () => {
    const document = JSON.stringify({ version: 1, project: "agent" })
    const { planId, ...plan } = answerOf(await call(account.key, "plan_config", { document }))
    expect(plan).toMatchObject({ delete: [{ section: "domains", untrusted: { key: "shop", name: "Shop" } }] })
    const refused = await call(account.key, "apply_config", { planId })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringMatching(/allowDelete/u)])
    expect(await domains()).toEqual(["Shop"])
  })

  it("gets the mistakes of a file as an answer, with their lines", async () => {
    const document = "version: 1\nproject: agent\ndomains:\n  shop: { url: shop.example.com, checkInterval: 1 }\n"
    expect(answerOf(await call(account.key, "plan_config", { document }))).toMatchObject({
      planId: null,
      refused: [{ line: 4, untrusted: { path: "domains.shop.checkInterval" } }]
    })
  })
})
