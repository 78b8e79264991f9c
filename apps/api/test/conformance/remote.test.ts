// What `npm run conformance` asks of any service, asked of this one.
import { BASE_PATH, MonApi, routesOf } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { waitMs } from "../../conformance/RateLimitWait.ts"
import { rows, runConformance, type Verdict } from "../../conformance/run.ts"
import { complaint, integer, text } from "../../conformance/Shape.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const keyed = routesOf(MonApi).filter(({ group }) => group !== "system")
const served = new Set(keyed.map(({ method, path }) => `${method} ${path.slice(BASE_PATH.length)}`))

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

  it.each(["free", "agency"] as const)("are answered on the plan %s, and nothing is left behind", async (plan) => {
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
    const { data } = await api.ask("GET", "/api/v1/status", { key })
    expect(data).toMatchObject({ domains: { total: 0 }, urls: { total: 0 } })
    expect((await api.ask("GET", "/api/v1/tags", { key })).body).toMatchObject({ data: [] })
  })

  it("are all there: one at least for each endpoint of the contract that the interface has", () => {
    const asked = new Set(rows.map(({ endpoint }) => endpoint))
    expect([...served].filter((endpoint) => !asked.has(endpoint))).toEqual(["GET /domains/:id/advisories"])
  })

  it("differ where an answer does", () => {
    expect(complaint({ a: integer, b: [text] }, { a: 1, b: ["x"], more: true })).toBeNull()
    expect(complaint({ a: integer }, { a: 1.5 })).toBe("body.a is 1.5 and not a whole number")
    expect(complaint({ a: [{ b: text }] }, { a: [{ b: "x" }, {}] })).toBe("body.a[1].b is missing")
    expect(complaint({ a: [] }, { a: [1] })).toBe("body.a is [1] and not empty")
    expect(complaint({ a: "x" }, { a: "y" })).toBe('body.a is "y" and not "x"')
  })
})

describe("the pace", () => {
  it("waits for the end of a window that is used up, and never before", () => {
    expect(waitMs(headers("0", "1800000060"), 1_800_000_050_000)).toBe(11_000)
    expect(waitMs(headers("1", "1800000060"), 1_800_000_050_000)).toBe(0)
    expect(waitMs(headers("0", "1800000060"), 1_800_000_070_000)).toBe(0)
    expect(waitMs(new Headers(), 0)).toBe(0)
  })
})
