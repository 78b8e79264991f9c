import { CheckUrlNow } from "@mon/checks"
import type { PagePreview } from "@mon/model"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const preview: PagePreview = {
  statusCode: 200,
  contentType: "text/html; charset=utf-8",
  title: "Shop",
  lineCount: 1,
  lines: ["39 EUR"],
  leftOut: [{ option: "ignoreLines", lineCount: 1, lines: ["7 visitors"] }],
  cause: null,
  error: null
}

describe("POST /urls/preview", () => {
  let world: World
  let api: TestApi
  const asked: Array<unknown> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      zone: { "inside.example.com": { A: ["10.0.0.1"] } },
      checkUrlNow: Layer.succeed(CheckUrlNow, {
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

  const send = ({ key }: TestAccount, body: unknown) => api.send("POST", "/api/v1/urls/preview", { key, body })

  it("shows what would be compared, and stores nothing", async () => {
    const owner = await world.account("pro")
    const rules = { include: ["main"], ignoreLines: [{ text: "visitors" }], render: true }
    const answer = await send(owner, { url: "https://shop.example.com/a#b", timeoutSeconds: 5, ...rules })
    expectResponse(answer, 200, { success: true, data: preview })
    expect(asked.at(-1)).toMatchObject({ timeoutMs: 5_000, render: true, rules: { include: ["main"], exclude: [] } })
    const { body } = await api.send("GET", "/api/v1/urls", { key: owner.key })
    expect(body).toMatchObject({ data: [] })
  })

  it("refuses private addresses, invalid options, and rendering on the Free plan", async () => {
    const owner = await world.account("free")
    const sentence = "URL must point to a public domain."
    for (const url of ["inside.example.com", "http://127.0.0.1/"])
      expectError(await send(owner, { url }), 400, sentence)
    expectError(await send(owner, {}), 400, "URL is required.")
    const url = "shop.example.com"
    expectError(await send(owner, { url, include: ["p[["] }), 400, 'include[0]: "p[[" is not a CSS selector.')
    expectError(await send(owner, { url, render: true }), 400, "The Free plan does not include render.")
  })

  it("is for the owner, and says when Mon is too busy", async () => {
    const owner = await world.account("free")
    expect((await send(await world.member(await world.account("pro"), []), { url: "a.example.com" })).status).toBe(403)
    expectError(
      await send(owner, { url: "busy.example.com" }),
      503,
      "Mon is too busy to read the page. Please try again in a minute."
    )
  })
  it("is refused to read-only keys, which cause no request to the page", async () => {
    const owner = await world.account("pro")
    const readKey = await world.keyFor(owner.membershipId, { scope: "read" })
    const before = asked.length
    const answer = await send({ ...owner, key: readKey }, { url: "shop.example.com" })
    expectError(answer, 403, "This API key is read-only.")
    expect(asked.length).toBe(before)
  })
})
