import { BlobLinks, Blobs } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi } from "../World.ts"

const world = await openWorld()
let api: TestApi
let link: string

const png = Buffer.from("89504e470d0a1a0a", "hex")
const put = (keepUntil: Date) =>
  Effect.flatMap(Effect.service(Blobs), (blobs) => blobs.put({ bytes: png, contentType: "image/png", keepUntil }))
const linkTo = (hash: string) => Effect.flatMap(Effect.service(BlobLinks), (links) => links.make(hash))
const get = (path: string, init: RequestInit = {}) => fetch(`${api.origin}${path}`, init)

beforeAll(async () => {
  api = await world.startApi()
  link = await world.run(Effect.flatMap(put(new Date("2100-01-01")), linkTo))
})
afterAll(() => world.close())

describe("an image", () => {
  it("is served to anybody with its signed URL, without a key", async () => {
    const response = await get(`/images/${link}`)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    expect(response.headers.get("content-type")).toBe("image/png")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
    expect(response.headers.get("cache-control")).toMatch(/^private, max-age=\d+, immutable$/u)
    expect(response.headers.get("x-request-id")).toMatch(/\S/u)
    expect((await get(`/images/${link}`, { method: "HEAD" })).headers.get("content-length")).toBe(String(png.length))
  })

  it("returns the same 404 for a forged, expired or unknown URL", async () => {
    const [hash = "", query = ""] = link.split("?")
    const claims = new URLSearchParams(query)
    const other = await world.run(linkTo("0".repeat(64)))
    const later = String(Number(claims.get("expires")) + 1)
    const changed = [
      hash,
      `${hash}?expires=${later}&signature=${claims.get("signature")}`,
      `${hash}?expires=${claims.get("expires")}&signature=${"A".repeat(43)}`,
      `${"f".repeat(64)}?${query}`,
      other,
      `../api/v1/status?${query}`,
      `%00?${query}`
    ]
    for (const address of changed) {
      const response = await get(`/images/${address}`)
      expect([response.status, await response.json()], address).toEqual([
        address.startsWith("..") ? 401 : 404,
        {
          success: false,
          message: address.startsWith("..") ? "Missing or invalid API key." : "Not found."
        }
      ])
    }
    world.clock.advance(7 * 24 * 3_600_000 + 1)
    expect((await get(`/images/${link}`)).status).toBe(404)
  })

  it("returns 404 for other methods", async () => {
    expect((await get(`/images/${link}`, { method: "POST" })).status).toBe(404)
  })
})
