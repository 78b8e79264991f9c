import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const MIB = 1_048_576

describe("request bodies", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account()
  })
  afterAll(() => world.close())

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    api.ask("POST", "/api/v1/domains", { key: owner.key, body, headers })

  it.each([
    "{",
    "nonsense",
    "[]",
    '[{"url":"a.example.com"}]',
    "null",
    "7",
    '"text"',
    '{"url":"a",}',
    "url=example.com"
  ])("%s is not a JSON object: 400", async (body) =>
    expectError(await post(body), 400, "Request body is not valid JSON.")
  )

  it("bytes that are no UTF-8 are not JSON", async () => {
    expectError(
      await post(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)),
      400,
      "Request body is not valid JSON."
    )
  })

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "nonsense"
  ])("is JSON whatever its content type says: %s", async (type) => {
    const { url } = await addDomain(api, owner)
    expectError(await post({ url }, { "Content-Type": type }), 400, "This domain is already being monitored.")
  })

  it("an empty one counts as {}", async () => {
    expectError(await post(""), 400, "URL is required.")
    expectError(await post(undefined), 400, "URL is required.")
  })

  it("of exactly 1 MiB is read", async () => {
    const filler = "x".repeat(MIB - JSON.stringify({ filler: "" }).length)
    expectError(await post({ filler }), 400, "URL is required.")
  })

  it("over 1 MiB: 413, with a length told and without", async () => {
    const body = JSON.stringify({ url: "big.example.com", filler: "x".repeat(MIB) })
    expectError(await post(body), 413, "Request body is too large.")
    expectError(
      await post(undefined, { "Content-Length": String(64 * MIB), "X-Never-Sent": "1" }),
      413,
      "Request body is too large."
    )
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${api.origin}/api/v1/domains`,
        {
          method: "POST",
          agent: false,
          headers: { "X-API-Key": owner.key, "Transfer-Encoding": "chunked" }
        },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        }
      )
      sent.on("error", reject)
      for (let index = 0; index < 3; index++) sent.write("x".repeat(MIB / 2))
      sent.end()
    })
    expect(chunked).toBe(413)
  })

  it("is not read before the key and the limit", async () => {
    expectError(await api.ask("POST", "/api/v1/domains", { body: "nonsense" }), 401, "Missing or invalid API key.")
    expectError(await api.ask("POST", "/api/v1/no-such-route", { key: owner.key, body: "nonsense" }), 404, "Not found.")
  })

  it("in a DELETE is read", async () => {
    const { id } = await addDomain(api, owner)
    const answer = await api.ask("DELETE", "/api/v1/domains/bulk", {
      key: owner.key,
      body: { domainIds: [id], confirmation: "DELETE" }
    })
    expect(answer.body).toEqual({ success: true, data: { deleted: 1, failed: 0, errors: [] } })
  })

  it("fields named like the prototype's change nothing", async () => {
    const answer = await post('{"__proto__":{"url":"proto.example.com"},"constructor":{"prototype":{}}}')
    expectError(answer, 400, "URL is required.")
  })
})
