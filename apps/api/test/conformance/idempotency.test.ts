import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectApiHeaders, expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const sendWithKey = ({ send }: TestApi, { key }: TestAccount, path: string, idempotencyKey: string, body: unknown) =>
  send("POST", `/api/v1${path}`, { key, body, headers: { "Idempotency-Key": idempotencyKey } })

describe("Idempotency-Key", () => {
  let world: World
  let api: TestApi
  let second: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    second = await world.startApi()
  })
  afterAll(() => world.close())

  const post = (account: TestAccount, path: string, idempotencyKey: string, body: unknown, server = api) =>
    sendWithKey(server, account, path, idempotencyKey, body)

  it("replays the response to a repeated request on every server, and creates nothing twice", async () => {
    const owner = await world.account()
    const first = await post(owner, "/domains", "k-1", { url: "once.example.com" })
    expect(first.status).toBe(201)
    expect(first.headers["idempotency-replayed"]).toBeUndefined()
    for (const server of [api, second]) {
      const again = await post(owner, "/domains", "k-1", '{ "url" : "once.example.com" }', server)
      expect(again.status).toBe(201)
      expect(again.text).toBe(first.text)
      expect(again.headers["idempotency-replayed"]).toBe("true")
      expectApiHeaders(again)
    }
    expect((await api.send("GET", "/api/v1/domains", { key: owner.key })).body).toMatchObject({
      pagination: { total: 1 }
    })
  })

  it("replays a webhook's secret, which is stored sealed", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const newWebhook = { domainId: id, url: "https://hooks.example.com/", events: ["test"] }
    const first = await post(owner, "/webhooks", "hook", newWebhook)
    expect((await post(owner, "/webhooks", "hook", newWebhook)).data["secret"]).toBe(first.data["secret"])
    const stored = JSON.stringify(await world.sql("select answer from idempotent_request"))
    expect(stored).not.toContain(first.data["secret"])
    expect(stored).not.toContain("whsec_")
  })

  it("makes concurrent duplicates wait for the first request and return its response", async () => {
    const owner = await world.account()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(owner, "/tags", "twins", { name: "Twin" }, n % 2 === 0 ? api : second))
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses.filter(({ headers }) => headers["idempotency-replayed"] === "true")).toHaveLength(9)
  })

  it("refuses the same key with a different body or path", async () => {
    const owner = await world.account()
    await post(owner, "/tags", "same", { name: "One" })
    const message = "This Idempotency-Key was already used for a different request."
    expectError(await post(owner, "/tags", "same", { name: "Two" }), 400, message)
    expectError(await post(owner, "/domains", "same", { name: "One" }), 400, message)
  })

  it("stores no errors, so that a failed request can be corrected and repeated", async () => {
    const owner = await world.account()
    expect((await post(owner, "/tags", "corrected", { name: "" })).status).toBe(400)
    const { headers, status } = await post(owner, "/tags", "corrected", { name: "Good" })
    expect([status, headers["idempotency-replayed"]]).toEqual([201, undefined])
  })

  it("is separate for each user", async () => {
    const [owner, stranger] = [await world.account(), await world.account()]
    const mine = await post(owner, "/tags", "shared", { name: "Shared" })
    const theirs = await post(stranger, "/tags", "shared", { name: "Shared" })
    expect(theirs.headers["idempotency-replayed"]).toBeUndefined()
    expect(theirs.data.id).not.toBe(mine.data.id)
  })

  it("expires after 24 hours", async () => {
    const owner = await world.account()
    await post(owner, "/tags", "daily", { name: "Monday" })
    await world.sql("update idempotent_request set created_at = now() - interval '24 hours'")
    expect((await post(owner, "/tags", "daily", { name: "Tuesday" })).status).toBe(201)
  })

  it.each(["", "x".repeat(256), "with space", "ümlaut"])("is refused with 400 if it is %j", async (key) => {
    expectError(
      await post(await world.account(), "/tags", key, { name: "Key" }),
      400,
      "Idempotency-Key must be 1 to 255 visible ASCII characters."
    )
  })

  it("has no effect on requests that create nothing", async () => {
    const owner = await world.account()
    for (const _ of [1, 2]) {
      const response = await post(owner, "/notifications/pause", "pause", {})
      expect([response.status, response.headers["idempotency-replayed"]]).toEqual([200, undefined])
    }
  })
})
