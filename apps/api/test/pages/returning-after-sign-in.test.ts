import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pageEndpoints } from "../../src/web/pageEndpoints.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

/** Addresses of other sites in spellings that browsers, or parsers on the way, accept as a path. */
const elsewhere = [
  "https://evil.com",
  "https:evil.com",
  "//evil.com",
  "///evil.com",
  "////evil.com",
  "/\\evil.com",
  "\\\\evil.com",
  "\\/evil.com",
  "/.//evil.com",
  "/..//evil.com",
  "/../..//evil.com",
  "/%2e//evil.com",
  "/%2e%2e//evil.com",
  "/.%2E//evil.com",
  "/a/..//evil.com",
  "/a/%2e%2e//evil.com",
  "/settings/..//evil.com",
  "/.///\\evil.com",
  "/./\\evil.com",
  "/%2f/evil.com",
  "/%5cevil.com",
  "/\t/evil.com",
  "/\n/evil.com",
  "\t//evil.com",
  " //evil.com",
  "/ /evil.com",
  "/settings\r\nLocation: //evil.com",
  "/settings//evil.com",
  "/settings@evil.com",
  "/@evil.com",
  "//evil.com/settings",
  "/／evil.com",
  "/settings#//evil.com",
  "/outbox/..//evil.com",
  "/outbox///evil.com",
  "javascript:alert(1)",
  "data:text/html,hi",
  "/unknown",
  "/api/v1/status",
  ""
]

const own = [
  "/",
  "/app/settings",
  "/settings/sign-in?done=linked",
  "/accounts",
  "/docs",
  "/operator",
  "/outbox",
  "/outbox/0198-a_b",
  "/outbox/7/html",
  "/app/incidents/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  "/app/domains/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  "/app/pages/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e/changes/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6f"
]

describe("signing in", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
    person = await signUp(world, api, "ann@example.net")
  })
  afterAll(() => world.close())

  const signInFor = (next: string) =>
    visitor(api).post("/signin", { email: "ann@example.net", password: PASSWORD, next })

  it.each(elsewhere)("never leads to %j", async (next) => {
    const withSession = await person.get(`/signin?next=${encodeURIComponent(next)}`)
    expect([withSession.status, withSession.headers["location"]]).toEqual([303, "/"])
    const asked = await visitor(api).get(`/signin?next=${encodeURIComponent(next)}`)
    expect(asked.text).toContain('name="next" value="/"')
    const afterwards = await signInFor(next)
    expect([afterwards.status, afterwards.headers["location"]]).toEqual([303, "/"])
  })

  it.each(own)("leads back to %s", async (next) => {
    expect((await person.get(`/signin?next=${encodeURIComponent(next)}`)).headers["location"]).toBe(next)
    expect((await signInFor(next)).headers["location"]).toBe(next)
  })

  it("leads back to every page that asks for it", async () => {
    // The second step of a sign-in leads back to the first step.
    const gets = pageEndpoints
      .filter(({ method, path }) => method === "GET" && path !== "/signin/code")
      .map(({ path }) => path.replaceAll(/:\w+/gu, "0198-a"))
    const asking: Array<string> = []
    for (const path of gets) {
      const { headers } = await visitor(api).get(path)
      if (headers["location"]?.startsWith("/signin") !== true) continue
      asking.push(path)
      expect(headers["location"]).toBe(`/signin?next=${encodeURIComponent(path)}`)
      expect((await signInFor(path)).headers["location"]).toBe(path)
    }
    expect(asking).toEqual(expect.arrayContaining(["/settings/sign-in", "/accounts", "/outbox", "/outbox/0198-a"]))
  })
})
