import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { request } from "node:http"
import { contentCoding, matchesTag } from "../../src/http/HttpResponse.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
}

describe("Accept-Encoding", () => {
  it.each([
    [undefined, null],
    ["", null],
    ["identity", null],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.5, gzip", "gzip"],
    ["br ; q=0.5 , gzip ; q=0.4", "br"],
    ["gzip;q=0, br;q=0", null],
    ["*", "br"],
    ["*;q=0", null],
    ["br;q=0, *", "gzip"],
    ["gzip;q=0.001", "gzip"],
    [",,;q=1,gzip", "gzip"],
    ["brgzip", null]
  ])("%j selects %j", (field, coding) => {
    expect(contentCoding(field)).toBe(coding)
  })
})

describe("If-None-Match", () => {
  const tag = 'W/"abc"'
  it.each([
    [undefined, false],
    ["*", true],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", W/"abc"', true],
    ['"x,abc", "y"', false],
    ["abc", false],
    ['"ABC"', false]
  ])("%j matches: %j", (field, matches) => {
    expect(matchesTag(field, tag)).toBe(matches)
  })
})

describe("responses", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account()
    for (let n = 0; n < 10; n++) await addDomain(api, owner)
  })
  afterAll(() => world.close())

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET", key = owner.key) =>
    new Promise<Received>((resolve, reject) => {
      const sent = request(
        new URL(path, api.origin),
        { method, agent: false, headers: { "X-API-Key": key, ...headers } },
        (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Received["headers"],
              bytes: Buffer.concat(chunks)
            })
          )
        }
      )
      sent.on("error", reject)
      sent.end()
    })

  it.each([
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync]
  ])("are compressed with %s if the client accepts it", async (coding, decompress) => {
    const plain = await get("/api/v1/domains")
    expect(plain.headers["content-encoding"]).toBeUndefined()
    for (const path of ["/api/v1/domains", "/api/v1/openapi.json", "/docs", "/assets/mon.css"]) {
      const expected = await get(path)
      const { bytes, headers } = await get(path, { "Accept-Encoding": coding })
      expect(headers["content-encoding"]).toBe(coding)
      expect(headers["vary"]).toBe("Accept-Encoding")
      expect(headers["content-length"]).toBe(String(bytes.length))
      expect(bytes.length).toBeLessThan(expected.bytes.length / 2)
      expect(decompress(bytes).equals(expected.bytes)).toBe(true)
    }
  })

  it("vary with Accept-Encoding, compressed or not, so that caches do not mix them up", async () => {
    expect((await get("/api/v1/domains")).headers["vary"]).toBe("Accept-Encoding")
  })

  it("are not compressed if they are small", async () => {
    const { headers } = await get("/api/v1/settings", { "Accept-Encoding": "br" })
    expect([headers["content-encoding"], headers["vary"], headers["etag"]]).toEqual([undefined, undefined, undefined])
  })

  it.each(["/", "/signin"])("are not compressed if they are pages with forms or links: %s", async (path) => {
    const { headers } = await get(path, { "Accept-Encoding": "br", Accept: "text/html" })
    expect(headers["content-encoding"]).toBeUndefined()
    expect(headers["cache-control"]).toBe("no-store")
  })

  it("with signed links are not compressed, but have an ETag", async () => {
    const { id } = await addDomain(api, owner)
    await world.sql(
      `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, resolution)
      select gen_random_uuid(), m.account_id, m.id, now() - n * interval '1 hour', now() - n * interval '1 hour',
        now() - n * interval '1 hour' + interval '1 minute', 'recovered'
      from monitor m, generate_series(1, 10) n where m.public_id = $1::uuid`,
      id
    )
    const { headers, status } = await get("/api/v1/incidents", { "Accept-Encoding": "br" })
    expect([status, headers["content-encoding"], headers["vary"]]).toEqual([200, undefined, undefined])
    expect(headers["etag"]).toMatch(/^W\/"[\w-]{27}"$/u)
  })

  it("are 304 without a body if the client has them, compressed or not", async () => {
    for (const coding of ["identity", "gzip"]) {
      const first = await get("/api/v1/domains", { "Accept-Encoding": coding })
      const etag = first.headers["etag"] ?? ""
      const again = await get("/api/v1/domains", { "Accept-Encoding": coding, "If-None-Match": `"other", ${etag}` })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
      expect(again.headers["content-length"]).toBeUndefined()
      expect(again.headers["content-type"]).toBeUndefined()
      expect(again.headers["content-encoding"]).toBeUndefined()
      expect(again.headers["etag"]).toBe(etag)
      expect(again.headers["cache-control"]).toBe("private, no-cache")
      expect(again.headers["vary"]).toBe("Accept-Encoding")
      expect(Number(again.headers["x-ratelimit-remaining"])).toBeLessThan(
        Number(first.headers["x-ratelimit-remaining"])
      )
    }
  })

  it("have another ETag after a change, and for another account", async () => {
    const { etag = "" } = (await get("/api/v1/domains")).headers
    await addDomain(api, owner)
    const changed = await get("/api/v1/domains", { "If-None-Match": etag })
    expect(changed.status).toBe(200)
    expect(changed.headers["etag"]).not.toBe(etag)
    const stranger = await world.account()
    for (let n = 0; n < 5; n++) await addDomain(api, stranger)
    expect((await get("/api/v1/domains", { "If-None-Match": etag }, "GET", stranger.key)).status).toBe(200)
  })

  it("to HEAD have the header fields of GET and no body", async () => {
    for (const headers of [{}, { "Accept-Encoding": "br" }, { "If-None-Match": "*" }]) {
      const [full, head] = [await get("/api/v1/domains", headers), await get("/api/v1/domains", headers, "HEAD")]
      expect(head.status).toBe(full.status)
      expect(head.bytes.length).toBe(0)
      for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary", "cache-control"]) {
        expect([name, head.headers[name]]).toEqual([name, full.headers[name]])
      }
    }
  })

  it("to a change have no ETag and are not compressed", async () => {
    const { headers } = await get("/api/v1/notifications/pause", { "Accept-Encoding": "br" }, "POST")
    expect([headers["content-encoding"], headers["etag"], headers["cache-control"]]).toEqual([
      undefined,
      undefined,
      "no-store"
    ])
  })
})
