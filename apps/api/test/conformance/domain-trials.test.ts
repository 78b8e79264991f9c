import { messages } from "@mon/api-contract"
import { DomainTrials } from "@mon/checks"
import type { DomainTrial } from "@mon/model"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const trial: DomainTrial = {
  status: "down",
  slow: null,
  statusCode: 200,
  responseTimeMs: 12,
  timings: { dnsMs: 1, connectMs: 2, tlsMs: 3, waitMs: 4, downloadMs: 2 },
  finalUrl: "https://shop.example.com/",
  error: { code: "expectation_failed", message: "Expected the text “In stock”, not found." },
  expectations: [{ expected: "the text “In stock”", holds: false, found: "not found" }],
  certificateProblems: [],
  contentFault: null,
  contentType: "text/html",
  excerpt: "<h1>Shop</h1>"
}

const inStock = [{ text: "In stock" }]
const headers = { "X-Key": "canary" }

describe("a trial of a domain", () => {
  let world: World
  let api: TestApi
  const asked: Array<Parameters<DomainTrials["Service"]["run"]>[0]> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      zone: { "inside.example.com": { A: ["10.0.0.1"] } },
      trials: Layer.succeed(DomainTrials, {
        run: (target) =>
          Effect.sync(() => {
            asked.push(target)
            return trial
          })
      })
    })
  })
  afterAll(() => world.close())

  const send = ({ key }: Pick<TestAccount, "key">, path: string, body: unknown) =>
    api.send("POST", `/api/v1/domains${path}`, { key, body })

  it("answers with the check, and stores nothing", async () => {
    const owner = await world.account("pro")
    const body = { url: "Shop.example.com/a?b#c", timeoutSeconds: 5, degradedAfterMs: 800, expect: inStock }
    expectResponse(await send(owner, "/try", body), 200, { success: true, data: trial })
    expect(asked.at(-1)).toMatchObject({
      url: "https://shop.example.com/a",
      timeoutMs: 5_000,
      degradedAfterMs: 800,
      expect: inStock,
      request: null
    })
    const { body: list } = await api.send("GET", "/api/v1/domains", { key: owner.key })
    expect(list).toMatchObject({ data: [] })
  })

  it("is refused for what could not be created, and names the field", async () => {
    const owner = await world.account("free")
    const before = asked.length
    const url = "shop.example.com"
    for (const each of ["inside.example.com", "http://127.0.0.1/"])
      expectError(await send(owner, "/try", { url: each }), 400, "URL must point to a public domain.")
    expectError(await send(owner, "/try", {}), 400, "URL is required.")
    for (const [option, field] of [
      [{ expect: [{ matches: "(" }] }, "expect[0]"],
      [{ request: { headers: { Host: "a" } } }, "request.headers"],
      [{ timeoutSeconds: 0 }, "timeoutSeconds"]
    ] as const) {
      const { body, status } = await send(owner, "/try", { url, ...option })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
    }
    const pro = await world.account("pro")
    const { body, status } = await send(pro, "/try", { url, checkInterval: 3_600, request: { method: "POST" } })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("TXT")])
    expect(asked.length).toBe(before)
  })

  it("of a change uses what is stored, and stored secrets only where they stay", async () => {
    const owner = await world.account("pro")
    const created = await send(owner, "", { url: "kept.example.com", request: { headers }, expect: inStock })
    const path = `/${created.data.id}/try`
    expectResponse(await send(owner, path, {}), 200, { success: true, data: trial })
    const stored = asked.at(-1)
    expect(stored).toMatchObject({ url: "https://kept.example.com", expect: inStock, timeoutMs: 30_000 })
    expect(stored?.request?.headers?.["X-Key"]).not.toMatch(/canary|\*\*\*/u)
    await send(owner, path, { request: { headers: { "x-key": "***", "X-New": "other" } }, expect: [] })
    expect(asked.at(-1)).toMatchObject({
      expect: [],
      request: { headers: { "x-key": stored?.request?.headers?.["X-Key"] } }
    })
    expect(JSON.stringify(asked.at(-1))).not.toContain("other")
    const before = asked.length
    const { body, status } = await send(owner, path, { request: { headers: { "X-Unknown": "***" } } })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("request.headers.X-Unknown")])
    expectError(
      await send(owner, "/try", { url: "kept.example.com", request: { headers: { "X-Key": "***" } } }),
      400,
      messages.enterAgain("request.headers.X-Key")
    )
    expect(asked.length).toBe(before)
    const { data } = await api.send("GET", `/api/v1/domains/${created.data.id}`, { key: owner.key })
    expect(data).toMatchObject({ request: { headers: { "X-Key": "***" } }, expect: inStock })
  })

  it("is for those who may make the change", async () => {
    const owner = await world.account("pro")
    const { id } = (await send(owner, "", { url: "team.example.com" })).data
    const member = await world.member(owner, [])
    const readKey = await world.keyFor(owner.membershipId, { scope: "read" })
    const before = asked.length
    expect((await send(member, "/try", { url: "a.example.com" })).status).toBe(403)
    expect((await send(member, `/${id}/try`, {})).status).toBe(404)
    expect((await send(await world.account("pro"), `/${id}/try`, {})).status).toBe(404)
    expectError(await send({ key: readKey }, `/${id}/try`, {}), 403, "This API key is read-only.")
    expect(asked.length).toBe(before)
  })
})
