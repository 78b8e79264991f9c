import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { signUp, type Visitor, visitor } from "./Visitor.ts"

const preview = (who: Visitor, page: unknown, headers = {}) =>
  who.post("/status-preview", { page: typeof page === "string" ? page : JSON.stringify(page) }, headers)
const page = { name: "Example <Shop>", slug: "example-shop", components: [{ name: "Checkout" }] }

describe("the preview of a status page", () => {
  let world: World
  let api: TestApi
  let ann: Visitor
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    ann = await signUp(world, api, "ann.preview@example.net")
  }, 120_000)
  afterAll(() => world.close())

  it("is what readers would get, for a frame of the dashboard only", async () => {
    const answer = await preview(ann, page)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(answer.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'.*frame-ancestors 'self'$/u)
    expect(answer.headers["cache-control"]).toBe("no-store")
    expect(answer.text).toContain("Example &lt;Shop&gt;")
    expect(answer.text).toContain("Checkout")
  })

  it("says what is wrong with the input", async () => {
    expect([(await preview(ann, { ...page, slug: "X" })).status, (await preview(ann, "{")).status]).toEqual([400, 400])
    const zone = await preview(ann, { ...page, timezone: "Mars" })
    expect([zone.status, zone.text]).toEqual([400, "timezone must be the name of a time zone, such as Europe/Berlin."])
  })

  it("is for the owner, from the dashboard", async () => {
    expect((await preview(visitor(api), page)).headers["location"]).toBe("/signin")
    expect((await preview(ann, page, { Origin: "https://elsewhere.example" })).status).toBe(403)
  })
})
