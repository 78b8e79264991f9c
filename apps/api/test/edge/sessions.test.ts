import { planTable } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RequestOptions } from "../ApiConnection.ts"
import { expectError } from "../Expected.ts"
import { behindProxy, signUp, type Visitor } from "../pages/Visitor.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

type Headers = Readonly<Record<string, string>>

const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]
const SITES = [null, "same-origin", "same-site", "cross-site", "none", "", "same-origin, same-origin"]

describe("requests with a session cookie", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  let account: TestAccount
  beforeAll(async () => {
    world = await openWorld(planTable)
    api = await world.startApi({ settings: behindProxy })
    person = await signUp(world, api, "ann@example.com")
    account = await world.account("agency")
  })
  afterAll(() => world.close())

  const nextWindow = () => world.clock.advance(60_000 - (world.clock.now() % 60_000))
  const cookie = (): string => [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const send = (method: string, path: string, headers: Headers, options: RequestOptions = {}) =>
    api.send(method, `/api/v1${path}`, { ...options, headers: { Cookie: cookie(), ...headers } })

  /** The possible origins of a request, each with whether its host is the host of the request. */
  const origins = (): ReadonlyArray<readonly [string | null, boolean]> => [
    [null, false],
    [api.origin, true],
    [`https://127.0.0.1:${api.port}`, true],
    ["http://127.0.0.1", false],
    [`http://127.0.0.1:${api.port + 1}`, false],
    [`http://127.0.0.1:${api.port}.example.com`, false],
    ["https://attacker.example", false],
    ["null", false],
    ["", false],
    [`${api.origin}, ${api.origin}`, false]
  ]

  it.each(METHODS)("count with %s exactly if the browser states that one of our pages sent them", async (method) => {
    for (const site of SITES) {
      nextWindow()
      for (const [origin, sameHost] of origins()) {
        const headers = {
          ...(site === null ? {} : { "Sec-Fetch-Site": site }),
          ...(origin === null ? {} : { Origin: origin })
        }
        const { status } = await send(method, "/settings", headers, method === "PATCH" ? { body: {} } : {})
        const safe = method === "GET" || method === "HEAD"
        const counts = site === null ? (origin === null ? safe : sameHost) : site === "same-origin"
        const served = safe || method === "PATCH" ? 200 : 404
        expect({ site, origin, status }).toEqual({ site, origin, status: counts ? served : 401 })
      }
    }
  })

  it("change nothing for another site, and change what one of our pages asks for", async () => {
    nextWindow()
    const timezone = async () => (await send("GET", "/settings", {})).data["timezone"]
    const attack = { body: { timezone: "Asia/Tokyo" } }
    for (const headers of [
      {},
      { Origin: "https://attacker.example" },
      { "Sec-Fetch-Site": "cross-site", Origin: api.origin },
      { "Sec-Fetch-Site": "same-site", Origin: api.origin },
      { "Content-Type": "text/plain", Origin: "null" }
    ]) {
      expectError(await send("PATCH", "/settings", headers, attack), 401, "Missing or invalid API key.")
      expectError(await send("POST", "/tags", headers, { body: { name: "x" } }), 401, "Missing or invalid API key.")
    }
    expect(await timezone()).toBe("UTC")
    expect((await send("PATCH", "/settings", { "Sec-Fetch-Site": "same-origin" }, attack)).status).toBe(200)
    expect(await timezone()).toBe("Asia/Tokyo")
  })

  it("get no header that opens them to other origins", async () => {
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const { headers } = await send(method, "/settings", {
        Origin: "https://attacker.example",
        "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers": "x-api-key"
      })
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([])
    }
  })

  it("count only beside no API key, even if the key is wrong", async () => {
    nextWindow()
    const mine = await send("GET", "/account", {})
    expect(mine.data["email"]).toBe("ann@example.com")
    const theirs = await send("GET", "/account", {}, { key: account.key })
    expect(theirs.data["email"]).toBe(account.email)
    for (const wrong of ["", "nonsense", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"]) {
      expectError(await send("GET", "/account", { "X-API-Key": wrong }), 401, "Missing or invalid API key.")
      expectError(
        await send("GET", "/account", { Authorization: `Bearer ${wrong}` }),
        401,
        "Missing or invalid API key."
      )
    }
    // Credentials for a proxy in front of Mon are not credentials of Mon.
    expect((await send("GET", "/account", { Authorization: "Basic dXNlcjpwYXNz" })).status).toBe(200)
  })

  it("count for a while at most: not with a wrong cookie, and not after the person has signed out", async () => {
    nextWindow()
    for (const wrong of ["mon_session=nonsense", `__Host-${cookie()}`, "mon_session=", ""]) {
      expectError(await send("GET", "/account", { Cookie: wrong }), 401, "Missing or invalid API key.")
    }
    const other = await signUp(world, api, "bob@example.com")
    const theirs = { Cookie: [...other.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
    expect((await send("GET", "/account", theirs)).status).toBe(200)
    await other.post("/signout", {})
    expectError(await send("GET", "/account", theirs), 401, "Missing or invalid API key.")
  })

  it("do not count outside of the API", async () => {
    for (const path of ["/s/shop/", "/metrics.json"]) {
      expect((await api.send("GET", path, { headers: { Cookie: cookie() } })).status).toBe(404)
    }
  })

  it("spend a window of 600 a minute for each person, not the window of the API key", async () => {
    nextWindow()
    const first = await send("GET", "/account", {})
    expect(first.headers["x-ratelimit-limit"]).toBe("600")
    expect(first.headers["x-ratelimit-remaining"]).toBe("599")
    await world.sql("update rate_window set hits = 600 where bucket like 'session:%'")
    expectError(await send("GET", "/account", {}), 429, expect.stringMatching(/^Rate limit exceeded\./u))
    nextWindow()
    expect((await send("GET", "/account", {})).headers["x-ratelimit-remaining"]).toBe("599")
  })

  it("that cause work share one window of the plan's size with API keys", async () => {
    nextWindow()
    const membershipId = (await world.sql(
      `select ms.public_id::text as id from membership ms join app_user u on u.id = ms.user_id where u.email = $1`,
      "ann@example.com"
    )) as ReadonlyArray<{ id: string }>
    const key = await world.keyFor(membershipId[0]?.id ?? "")
    const fresh = { body: { domain: "example.com", fresh: true } }
    const same = { "Sec-Fetch-Site": "same-origin" }
    for (let used = 1; used <= planTable.free.requestsPerMinute; used++) {
      const { status } =
        used % 2 === 0
          ? await send("POST", "/email-health", same, fresh)
          : await api.send("POST", "/api/v1/email-health", { key, ...fresh })
      expect(status).toBe(200)
    }
    const refused = await send("POST", "/email-health", same, fresh)
    expectError(refused, 429, expect.stringMatching(/^Rate limit exceeded\./u))
    expect(refused.headers["x-ratelimit-limit"]).toBe("20")
    expectError(
      await api.send("POST", "/api/v1/email-health", { key, ...fresh }),
      429,
      expect.stringMatching(/^Rate limit exceeded\./u)
    )
    expect((await send("POST", "/email-health", same, { body: { domain: "example.com" } })).status).toBe(200)
  })

  it("that ask for previews count in that window too, and everything else stays possible", async () => {
    nextWindow()
    const same = { "Sec-Fetch-Site": "same-origin" }
    const page = { body: { url: "shop.example.com" } }
    for (let used = 1; used <= planTable.free.requestsPerMinute; used++)
      expect((await send("POST", "/urls/preview", same, page)).status).toBe(200)
    const refused = await send("POST", "/urls/preview", same, page)
    expectError(refused, 429, expect.stringMatching(/^Rate limit exceeded\./u))
    expect(refused.headers["x-ratelimit-limit"]).toBe("20")
    expect((await send("GET", "/urls", same)).status).toBe(200)
    nextWindow()
    expect((await send("POST", "/urls/preview", same, page)).status).toBe(200)
  })

  it("are logged as the work of a session", async () => {
    nextWindow()
    const spans: Array<{ readonly attributes: ReadonlyMap<string, unknown> }> = []
    const traced = await world.startApi({ settings: behindProxy, spans: spans as never })
    await traced.send("PATCH", "/api/v1/settings", {
      headers: { Cookie: cookie(), "Sec-Fetch-Site": "same-origin" },
      body: { timezone: "UTC" }
    })
    expect(spans.map(({ attributes }) => attributes.get("actor"))).toContain("session")
  })
})

describe("the header Authorization", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it("may have the API key as a bearer token, and yields to X-API-Key", async () => {
    const one = await world.account()
    const other = await world.account()
    const email = async (headers: Headers) => (await api.send("GET", "/api/v1/account", { headers })).data["email"]
    for (const scheme of ["Bearer", "bearer", "BEARER "]) {
      expect(await email({ Authorization: `${scheme} ${one.key}` })).toBe(one.email)
    }
    expect(await email({ Authorization: `Bearer ${one.key}`, "X-API-Key": other.key })).toBe(other.email)
    for (const wrong of [`Bearer${one.key}`, `Token ${one.key}`, one.key, `Bearer ${one.key}x`]) {
      const response = await api.send("GET", "/api/v1/account", { headers: { Authorization: wrong } })
      expectError(response, 401, "Missing or invalid API key.")
    }
  })
})
