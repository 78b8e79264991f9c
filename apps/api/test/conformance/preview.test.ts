import { messages } from "@mon/api-contract"
import { CheckPageNow } from "@mon/checks"
import type { PagePreview } from "@mon/model"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const preview: PagePreview = {
  status: "error",
  slow: null,
  statusCode: 200,
  responseTimeMs: 12,
  timings: { dnsMs: 1, connectMs: 2, tlsMs: 3, waitMs: 4, downloadMs: 2 },
  finalUrl: "https://shop.example.com/a",
  error: { code: "expectation_failed", message: "Expected the text “In stock”, not found." },
  expectations: [{ expected: "the text “In stock”", holds: false, found: "not found" }],
  certificateProblems: [],
  contentFault: null,
  contentType: "text/html; charset=utf-8",
  title: "Shop",
  lineCount: 1,
  lines: ["39 EUR"],
  leftOut: [{ option: "ignoreLines", lineCount: 1, lines: ["7 visitors"] }],
  cause: null
}

const inStock = [{ text: "In stock" }]
const headers = { "X-Key": "canary" }

describe("a preview of a page", () => {
  let world: World
  let api: TestApi
  const asked: Array<Parameters<CheckPageNow["Service"]["preview"]>[0]> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      zone: { "inside.example.com": { A: ["10.0.0.1"] } },
      checkPageNow: Layer.succeed(CheckPageNow, {
        check: () => Effect.succeed(null),
        preview: (target) =>
          Effect.sync(() => {
            asked.push(target)
            return target.url.includes("busy") ? null : preview
          })
      })
    })
  })
  afterAll(() => world.close())

  const send = ({ key }: Pick<TestAccount, "key">, path: string, body: unknown) =>
    api.send("POST", `/api/v1/urls${path}`, { key, body })

  it("is a check with all options, and stores nothing", async () => {
    const owner = await world.account("pro")
    const rules = { include: ["main"], ignoreLines: [{ text: "visitors" }], render: true }
    const options = { timeoutSeconds: 5, screenshotWaitMs: 7, degradedAfterMs: 800, expect: inStock, ...rules }
    const answer = await send(owner, "/preview", { url: "https://shop.example.com/a#b", ...options })
    expectResponse(answer, 200, { success: true, data: preview })
    expect(asked.at(-1)).toMatchObject({
      url: "https://shop.example.com/a",
      timeoutMs: 5_000,
      screenshotWaitMs: 7,
      degradedAfterMs: 800,
      expect: inStock,
      request: null,
      render: true,
      rules: { include: ["main"], exclude: [] }
    })
    const { body } = await api.send("GET", "/api/v1/urls", { key: owner.key })
    expect(body).toMatchObject({ data: [] })
  })

  it("is refused for what could not be created, and names the field", async () => {
    const owner = await world.account("free")
    const before = asked.length
    const sentence = "URL must point to a public domain."
    for (const url of ["inside.example.com", "http://127.0.0.1/"])
      expectError(await send(owner, "/preview", { url }), 400, sentence)
    expectError(await send(owner, "/preview", {}), 400, "URL is required.")
    const url = "shop.example.com"
    for (const [option, field] of [
      [{ include: ["p[["] }, 'include[0]: "p[[" is not a CSS selector.'],
      [{ render: true }, "The Free plan does not include render."],
      [{ expect: [{ matches: "(" }] }, "expect[0]"],
      [{ request: { headers: { Host: "a" } } }, "request.headers"],
      [{ request: { headers: { "X-Key": "***" } } }, "request.headers.X-Key"],
      [{ timeoutSeconds: 0 }, "timeoutSeconds"]
    ] as const) {
      const { body, status } = await send(owner, "/preview", { url, ...option })
      expect([status, body]).toEqual([400, { success: false, message: expect.stringContaining(field) }])
    }
    const pro = await world.account("pro")
    const { body, status } = await send(pro, "/preview", { url, request: { method: "POST" } })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("TXT")])
    expect(asked.length).toBe(before)
  })

  it("of a change uses what is stored, and stored secrets only where they stay", async () => {
    const owner = await world.account("pro")
    const options = { request: { headers }, expect: inStock, exclude: [".ad"], render: true, screenshotWaitMs: 7 }
    const created = await send(owner, "", { url: "kept.example.com/a", ...options })
    const path = `/${created.data.id}/preview`
    expectResponse(await send(owner, path, {}), 200, { success: true, data: preview })
    const stored = asked.at(-1)
    expect(stored).toMatchObject({
      url: "https://kept.example.com/a",
      expect: inStock,
      timeoutMs: 30_000,
      screenshotWaitMs: 7,
      render: true,
      rules: { include: [], exclude: [".ad"] }
    })
    expect(stored?.request?.headers?.["X-Key"]).not.toMatch(/canary|\*\*\*/u)
    const change = { expect: [], timeout: 9, include: ["main"], render: false, degradedAfterMs: 800 }
    await send(owner, path, { request: { headers: { "x-key": "***", "X-New": "other" } }, ...change })
    expect(asked.at(-1)).toMatchObject({
      expect: [],
      timeoutMs: 9_000,
      degradedAfterMs: 800,
      render: false,
      rules: { include: ["main"], exclude: [".ad"] },
      request: { headers: { "x-key": stored?.request?.headers?.["X-Key"] } }
    })
    expect(JSON.stringify(asked.at(-1))).not.toContain("other")
    await send(owner, path, { request: null })
    expect(asked.at(-1)).toMatchObject({ request: null, expect: inStock })
    const before = asked.length
    for (const [patch, status, field] of [
      [{ request: { headers: { "X-Unknown": "***" } } }, 400, messages.enterAgain("request.headers.X-Unknown")],
      [{ exclude: ["p[["] }, 400, "exclude[0]"],
      [{ request: { headers, method: "POST" } }, 400, "TXT"],
      [{ checkInterval: 60, expect: inStock }, 403, "on the Pro plan"]
    ] as const) {
      const { body, status: got } = await send(owner, path, patch)
      expect([got, JSON.stringify(body)]).toEqual([status, expect.stringContaining(field)])
    }
    expect(asked.length).toBe(before)
    const { data } = await api.send("GET", `/api/v1/urls/${created.data.id}`, { key: owner.key })
    expect(data).toMatchObject({ ...options, request: { headers: { "X-Key": "***" } } })
  })

  it("is for those who may make the change", async () => {
    const owner = await world.account("pro")
    const { id } = (await send(owner, "", { url: "team.example.com" })).data
    const member = await world.member(owner, [])
    const readKey = await world.keyFor(owner.membershipId, { scope: "read" })
    const before = asked.length
    const url = "a.example.com"
    expect((await send(member, "/preview", { url })).status).toBe(403)
    expect((await send(member, `/${id}/preview`, {})).status).toBe(403)
    expect((await send(await world.account("pro"), `/${id}/preview`, {})).status).toBe(404)
    for (const [path, body] of [
      ["/preview", { url }],
      [`/${id}/preview`, {}]
    ] as const)
      expectError(await send({ key: readKey }, path, body), 403, "This API key is read-only.")
    expect(asked.length).toBe(before)
  })

  it("says when Mon is too busy", async () => {
    const owner = await world.account("pro")
    const { id } = (await send(owner, "", { url: "busy.example.com" })).data
    const sentence = "Mon is too busy to read the page. Please try again in a minute."
    expectError(await send(owner, "/preview", { url: "busy.example.com" }), 503, sentence)
    expectError(await send(owner, `/${id}/preview`, {}), 503, sentence)
  })
})
