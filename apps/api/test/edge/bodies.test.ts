import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const MIB = 1_048_576

const deep = (levels: number) => `{"url":"deep.example.com","x":${"[".repeat(levels)}${"]".repeat(levels)}}`
const many = (values: number) => `{"url":"many.example.com","x":[${"0,".repeat(values - 1)}0]}`

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
    api.send("POST", "/api/v1/domains", { key: owner.key, body, headers })

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
  ])("are refused with 400 if they are not a JSON object: %s", async (body) =>
    expectError(await post(body), 400, "Request body is not valid JSON.")
  )

  it.each([{}, { "Idempotency-Key": "deep" }])(
    "are refused with 400 if they are nested too deeply: %j",
    async (headers) => {
      const message = "Request body is nested too deeply: more than 64 levels."
      expectError(await post(deep(400_000), headers), 400, message)
      expectError(await post(`{"url":${"[".repeat(400_000)}${"]".repeat(400_000)}}`, headers), 400, message)
      expectError(await post(deep(64), headers), 400, message)
      expect((await post(deep(63).replace("deep.", `deep${Object.keys(headers).length}.`), headers)).status).toBe(201)
    }
  )

  it("are refused with 400 before they are parsed if they hold too many values", async () => {
    const message = "Request body holds too many values: more than 20000."
    expectError(await post(many(200_000)), 400, message)
    expectError(await post(`{${'"a":0,'.repeat(30_000)}"url":"a"}`), 400, message)
    // Commas and brackets inside strings do not count as values.
    const text = ',[{\\"'.repeat(30_000)
    expect((await post(`{"url":"many.example.com","x":"${text}"}`)).status).toBe(201)
  })

  it("are refused as invalid JSON if they are not UTF-8", async () => {
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
  ])("are read as JSON whatever their content type: %s", async (type) => {
    const { url } = await addDomain(api, owner)
    expectError(await post({ url }, { "Content-Type": type }), 400, "This domain is already being monitored.")
  })

  it("count as {} if they are empty", async () => {
    expectError(await post(""), 400, "URL is required.")
    expectError(await post(undefined), 400, "URL is required.")
  })

  it("are accepted up to exactly 1 MiB", async () => {
    const filler = "x".repeat(MIB - JSON.stringify({ filler: "" }).length)
    expectError(await post({ filler }), 400, "URL is required.")
  })

  it("over 1 MiB are refused with 413, with and without a Content-Length", async () => {
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

  it("are not read before the key and the rate limit are checked", async () => {
    expectError(await api.send("POST", "/api/v1/domains", { body: "nonsense" }), 401, "Missing or invalid API key.")
    expectError(
      await api.send("POST", "/api/v1/no-such-endpoint", { key: owner.key, body: "nonsense" }),
      404,
      "Not found."
    )
  })

  it("are read for DELETE", async () => {
    const { id } = await addDomain(api, owner)
    const response = await api.send("DELETE", "/api/v1/domains/bulk", {
      key: owner.key,
      body: { domainIds: [id], confirmation: "DELETE" }
    })
    expect(response.body).toEqual({ success: true, data: { deleted: 1, failed: 0, errors: [] } })
  })

  it("cannot change an object's prototype through field names", async () => {
    const response = await post('{"__proto__":{"url":"proto.example.com"},"constructor":{"prototype":{}}}')
    expectError(response, 400, "URL is required.")
  })
})
