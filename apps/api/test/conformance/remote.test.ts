// Runs the rows of `npm run conformance` against this service.
import { BASE_PATH, MonApi, routesOf } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { waitMs } from "../../conformance/RateLimitWait.ts"
import { rows, runConformance, type Verdict } from "../../conformance/run.ts"
import { mismatch, integer, text } from "../../conformance/Shape.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const keyed = routesOf(MonApi).filter(({ group }) => group !== "system")
const served = new Set(keyed.map(({ method, path }) => `${method} ${path.slice(BASE_PATH.length)}`))

/** Endpoints that the interface does not have. Their own tests cover them. */
const extensions = [
  "DELETE /keys/:id",
  "DELETE /second-factor",
  "DELETE /sessions",
  "DELETE /sessions/:id",
  "GET /account/export",
  "GET /audit",
  "GET /audit/export",
  "GET /config",
  "POST /config/apply",
  "POST /config/plan",
  "GET /second-factor",
  "GET /sessions",
  "PATCH /second-factor/requirement",
  "POST /second-factor",
  "POST /second-factor/recovery-codes",
  "POST /second-factor/setup",
  "DELETE /settings/whatsapp",
  "GET /domains/:id/advisories",
  "GET /domains/:id/timeline/events",
  "GET /domains/:id/repairs",
  "GET /domains/:domainId/markers",
  "POST /domains/:domainId/markers",
  "POST /domains/:id/email-health/verify",
  "POST /incidents/:id/verify",
  "DELETE /domains/:domainId/markers/:id",
  "GET /domains/:id/dns",
  "GET /keys",
  "GET /prometheus",
  "GET /reports/availability",
  "GET /reports/availability/export",
  "GET /reports/availability/pdf",
  "GET /routes/people",
  "DELETE /scheduled-reports/:id",
  "GET /scheduled-reports",
  "PATCH /scheduled-reports/:id",
  "POST /scheduled-reports",
  "DELETE /status-pages/:id",
  "DELETE /status-pages/:id/host",
  "DELETE /status-pages/:id/posts/:postId",
  "DELETE /status-pages/:id/posts/:postId/updates/:updateId",
  "DELETE /status-pages/:id/subscribers/:subscriberId",
  "GET /status-pages",
  "GET /status-pages/:id",
  "GET /status-pages/:id/audience",
  "GET /status-pages/:id/drafts",
  "GET /status-pages/:id/posts",
  "GET /status-pages/:id/posts/:postId",
  "GET /status-pages/:id/subscribers",
  "GET /status-pages/:id/subscribers/export",
  "PATCH /status-pages/:id",
  "PATCH /status-pages/:id/components/:componentId",
  "PATCH /status-pages/:id/posts/:postId",
  "PATCH /status-pages/:id/posts/:postId/updates/:updateId",
  "POST /status-pages",
  "POST /status-pages/:id/posts",
  "POST /status-pages/:id/posts/:postId/updates",
  "POST /status-pages/:id/host/check",
  "POST /status-pages/preview",
  "PUT /status-pages/:id/host",
  "GET /settings/whatsapp",
  "GET /webhooks/:id/deliveries",
  "PATCH /account",
  "PATCH /keys/:id",
  "PATCH /team/:membershipId",
  "POST /account/confirm",
  "POST /account/password",
  "POST /keys",
  "POST /settings/whatsapp",
  "POST /settings/whatsapp/confirm",
  "POST /team/:membershipId/link",
  "POST /domains/:id/try",
  "POST /domains/try",
  "POST /urls/:id/preview",
  "POST /urls/preview"
].toSorted()

const headers = (remaining: string, reset: string) =>
  new Headers({ "X-RateLimit-Remaining": remaining, "X-RateLimit-Reset": reset })

describe("the rows of the interface", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it.each(["free", "agency"] as const)("conform on the plan %s, and leave nothing behind", async (plan) => {
    const { key } = await world.account(plan)
    const verdicts: Array<Verdict> = []
    await runConformance(
      { baseUrl: api.origin, key },
      (verdict) => verdicts.push(verdict),
      ({ endpoint }) => served.has(endpoint)
    )
    const faults = verdicts.filter(({ outcome }) => outcome !== "conforms")
    expect(faults.map(({ reason, row }) => `${row.section} ${row.endpoint}: ${reason}`)).toEqual([])
    expect(verdicts.length).toBeGreaterThan(60)
    const { data } = await api.send("GET", "/api/v1/status", { key })
    expect(data).toMatchObject({ domains: { total: 0 }, urls: { total: 0 } })
    expect((await api.send("GET", "/api/v1/tags", { key })).body).toMatchObject({ data: [] })
  })

  it("cover every endpoint that the interface and the contract share", () => {
    const covered = new Set(rows.map(({ endpoint }) => endpoint))
    expect([...served].filter((endpoint) => !covered.has(endpoint)).toSorted()).toEqual(extensions)
  })

  it("report how a value differs from its expected shape", () => {
    expect(mismatch({ a: integer, b: [text] }, { a: 1, b: ["x"], more: true })).toBeNull()
    expect(mismatch({ a: integer }, { a: 1.5 })).toBe("body.a is 1.5, expected a whole number")
    expect(mismatch({ a: [{ b: text }] }, { a: [{ b: "x" }, {}] })).toBe("body.a[1].b is missing")
    expect(mismatch({ a: [] }, { a: [1] })).toBe("body.a is [1], expected an empty list")
    expect(mismatch({ a: "x" }, { a: "y" })).toBe('body.a is "y", expected "x"')
  })
})

describe("the rate-limit wait", () => {
  it("lasts until the end of a window whose requests are used up, and is 0 otherwise", () => {
    expect(waitMs(headers("0", "1800000060"), 1_800_000_050_000)).toBe(11_000)
    expect(waitMs(headers("1", "1800000060"), 1_800_000_050_000)).toBe(0)
    expect(waitMs(headers("0", "1800000060"), 1_800_000_070_000)).toBe(0)
    expect(waitMs(new Headers(), 0)).toBe(0)
  })
})
