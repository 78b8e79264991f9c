// Reading and creating domains.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, newDomainRecord, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

describe("domains", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      zone: { "inside.example.com": { A: ["10.0.0.1"] }, "mixed.example.com": { A: ["93.184.215.14", "127.0.0.1"] } }
    })
  })
  afterAll(() => world.close())

  const get = ({ key }: TestAccount, path: string) => api.send("GET", `/api/v1${path}`, { key })
  const post = ({ key }: TestAccount, body: unknown) => api.send("POST", "/api/v1/domains", { key, body })

  it("POST /domains returns the created domain with defaults", async () => {
    const owner = await world.account("pro")
    expectResponse(await post(owner, { url: "shop.example.com" }), 201, {
      success: true,
      data: newDomainRecord({ url: "https://shop.example.com", hostname: "shop.example.com", name: "shop.example.com" })
    })
  })

  it("POST /domains accepts every settable field", async () => {
    const owner = await world.account("agency")
    const body = {
      url: "http://Bücher.example.com:8080/a/b?query=1#part",
      name: "Books",
      checkInterval: 59,
      timeout: 5,
      ccEmails: ["ops@example.com", "dev@example.org"],
      screenshotOnFailure: false,
      emailHealthEnabled: false,
      emailHealthInterval: 3_600,
      cardColor: "#abcdef",
      nobodyKnowsThis: true
    }
    expectResponse(await post(owner, body), 201, {
      success: true,
      data: newDomainRecord({
        url: "http://xn--bcher-kva.example.com:8080/a/b",
        hostname: "xn--bcher-kva.example.com",
        name: "Books",
        checkInterval: 59,
        timeoutSeconds: 5,
        ccEmails: ["ops@example.com", "dev@example.org"],
        screenshotOnFailure: false,
        emailHealthEnabled: false,
        emailHealthInterval: 3_600,
        cardColor: "#abcdef"
      })
    })
  })

  it("POST /domains defaults to the plan's minimum interval, and timeoutSeconds takes precedence over timeout", async () => {
    const free = await world.account("free")
    const { data } = await post(free, { url: "free.example.com", timeout: 10, timeoutSeconds: 12 })
    expect(data).toMatchObject({ checkInterval: 900, timeoutSeconds: 12 })
  })

  it("POST /domains treats another port or a www prefix as a different domain", async () => {
    const owner = await world.account()
    for (const url of ["port.example.com", "port.example.com:8443", "www.port.example.com"]) {
      expect((await post(owner, { url })).status).toBe(201)
    }
  })

  it.each(["inside.example.com", "mixed.example.com"])(
    "POST /domains returns 400 for %s, which resolves to a private address",
    async (url) => {
      expectError(await post(await world.account(), { url }), 400, "URL must point to a public domain.")
    }
  )

  it.each([
    [{ checkInterval: 58 }, "checkInterval must be a whole number of seconds between 59 and 86400."],
    [{ checkInterval: 86_401 }, "checkInterval must be a whole number of seconds between 59 and 86400."],
    [{ checkInterval: "300" }, "checkInterval must be a whole number of seconds between 59 and 86400."],
    [{ checkInterval: 300.5 }, "checkInterval must be a whole number of seconds between 59 and 86400."],
    [{ timeout: 4 }, "timeout must be a whole number of seconds between 5 and 30."],
    [{ timeout: 31 }, "timeout must be a whole number of seconds between 5 and 30."],
    [{ timeoutSeconds: 31 }, "timeoutSeconds must be a whole number of seconds between 5 and 30."],
    [{ name: "" }, "name must be a string of 1 to 200 characters."],
    [{ name: "x".repeat(201) }, "name must be a string of 1 to 200 characters."],
    [{ name: 5 }, "name must be a string of 1 to 200 characters."],
    [{ ccEmails: "ops@example.com" }, "ccEmails must be a list of at most 10 e-mail addresses."],
    [{ ccEmails: ["a@b"] }, "ccEmails must contain only e-mail addresses."],
    [
      { ccEmails: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`) },
      "ccEmails must be a list of at most 10 e-mail addresses."
    ],
    [{ screenshotOnFailure: 1 }, "screenshotOnFailure must be true or false."],
    [{ emailHealthInterval: 3_599 }, "emailHealthInterval must be a whole number of seconds between 3600 and 604800."],
    [{ cardColor: "red" }, "cardColor must be a hex colour such as #6B7280."]
  ])("POST /domains returns 400 for %j", async (fields, message) => {
    expectError(await post(await world.account("agency"), { url: "fields.example.com", ...fields }), 400, message)
  })

  it.each([
    ["free", 899, "Check interval must be at least 900 seconds on the Free plan."],
    ["pro", 299, "Check interval must be at least 300 seconds on the Pro plan."]
  ] as const)(
    "POST /domains on the plan %s returns 400 for an interval of %i s",
    async (plan, checkInterval, message) => {
      expectError(await post(await world.account(plan), { url: "minimum.example.com", checkInterval }), 400, message)
    }
  )

  it("GET /domains is paginated, newest first, without deleted domains", async () => {
    const owner = await world.account()
    const ids: Array<string> = []
    for (let index = 0; index < 12; index++) ids.unshift((await addDomain(api, owner)).id)
    const [gone] = ids.splice(4, 1)
    await api.send("DELETE", `/api/v1/domains/${gone}`, { key: owner.key })
    const page = async (query: string) => {
      const response = await get(owner, `/domains${query}`)
      expect(response.status).toBe(200)
      const body = response.body as {
        readonly data: ReadonlyArray<{ readonly id: string }>
        readonly pagination: unknown
      }
      expect(Object.keys(body)).toEqual(["success", "data", "pagination"])
      return { ids: body.data.map(({ id }) => id), pagination: body.pagination }
    }
    expect(await page("")).toEqual({
      ids: ids.slice(0, 10),
      pagination: { total: 11, page: 1, limit: 10, totalPages: 2 }
    })
    expect(await page("?page=2&limit=5")).toEqual({
      ids: ids.slice(5, 10),
      pagination: { total: 11, page: 2, limit: 5, totalPages: 3 }
    })
    expect(await page("?page=9007199254740991&limit=50")).toEqual({
      ids: [],
      pagination: { total: 11, page: 9_007_199_254_740_991, limit: 50, totalPages: 1 }
    })
    expect(await page("?page=999999999")).toEqual({
      ids: [],
      pagination: { total: 11, page: 999_999_999, limit: 10, totalPages: 2 }
    })
  })

  it("GET /domains returns an empty page for an account without domains", async () => {
    expectResponse(await get(await world.account(), "/domains?limit=50"), 200, {
      success: true,
      data: [],
      pagination: { total: 0, page: 1, limit: 50, totalPages: 0 }
    })
  })

  it.each([
    ["page=0", "page must be a whole number of at least 1."],
    ["page=x", "page must be a whole number of at least 1."],
    ["page=1e3", "page must be a whole number of at least 1."],
    ["page=9007199254740992", "page must be at most 9007199254740991."],
    ["page=99999999999999999999", "page must be at most 9007199254740991."],
    ["limit=0", "limit must be a whole number between 1 and 50."],
    ["limit=51", "limit must be a whole number between 1 and 50."],
    ["limit=", "limit must be a whole number between 1 and 50."]
  ])("GET /domains?%s returns 400", async (query, message) => {
    expectError(await get(await world.account(), `/domains?${query}`), 400, message)
  })

  it("GET /domains/:id returns one domain", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { url: "one.example.com" })
    expectResponse(await get(owner, `/domains/${id}`), 200, {
      success: true,
      data: newDomainRecord({
        id,
        url: "https://one.example.com",
        hostname: "one.example.com",
        name: "one.example.com"
      })
    })
  })

  it.each([
    "nonsense",
    "1",
    "00000000-0000-7000-8000-00000000000",
    "%00",
    "%E0%A4%A",
    "a'b",
    "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e%20"
  ])("GET /domains/%s returns 404 for a malformed id", async (id) => {
    expectError(await get(await world.account(), `/domains/${id}`), 404, "Domain not found.")
  })

  it("GET /domains/:id/incidents returns the 20 newest incidents at most", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    expectResponse(await get(owner, `/domains/${id}/incidents`), 200, { success: true, data: [] })
    await world.sql(
      `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution)
      select gen_random_uuid(), m.account_id, m.id, now() - n * interval '1 hour', now() - n * interval '1 hour',
        now() - n * interval '1 hour' + interval '1 minute', now(), 'recovered'
      from monitor m, generate_series(1, 25) n where m.public_id = $1::uuid`,
      id
    )
    const { data } = await get(owner, `/domains/${id}/incidents`)
    const started = (data as unknown as ReadonlyArray<{ readonly startedAt: string }>).map(({ startedAt }) => startedAt)
    expect(started).toHaveLength(20)
    expect(started).toEqual(started.toSorted().toReversed())
  })

  it("GET /domains/:id/history returns the checks of the last hours, newest first, 500 at most", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    await world.sql(
      `insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us,
        wait_us, download_us, location, error_code, error_message)
      select id, now() - n * interval '1 minute', case n when 2 then 2 else 1 end, case n when 2 then null else 200 end,
        case n when 2 then null else 184000 end, 12000, 8100, 30000, 120000, 13900, 'default',
        case n when 2 then 'connect_timeout' end, case n when 2 then 'No connection.' end
      from monitor m, generate_series(1, 700) n where m.public_id = $1::uuid`,
      id
    )
    const check = {
      id: expect.any(String),
      domainId: id,
      checkedAt: TIME,
      status: "up",
      statusCode: 200,
      responseTimeMs: 184,
      timings: { dnsMs: 12, connectMs: 8.1, tlsMs: 30, waitMs: 120, downloadMs: 13.9 },
      location: "default",
      error: null
    }
    const response = await get(owner, `/domains/${id}/history?hours=720`)
    const checks = response.data as unknown as ReadonlyArray<{ readonly checkedAt: string }>
    expect(checks).toHaveLength(500)
    expect(checks.map(({ checkedAt }) => checkedAt)).toEqual(
      checks
        .map(({ checkedAt }) => checkedAt)
        .toSorted()
        .toReversed()
    )
    expect(checks.slice(0, 2)).toEqual([
      check,
      {
        ...check,
        status: "down",
        statusCode: null,
        responseTimeMs: null,
        error: { code: "connect_timeout", message: "No connection." }
      }
    ])
    const hour = await get(owner, `/domains/${id}/history?hours=1`)
    expect((hour.data as unknown as ReadonlyArray<unknown>).length).toBe(59)
  })

  it("GET /domains/:id/timeline returns the timeline of a range", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const day = { checks: 0, failures: 0, uptime: null, incidents: 0, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u) }
    const days = expect.arrayContaining([expect.objectContaining(day)]) as unknown
    const timeline = { range: "7d", bucketSeconds: 3_600, buckets: [], days, incidents: [] }
    expect((await get(owner, `/domains/${id}/timeline?range=7d`)).body).toMatchObject({ success: true, data: timeline })
    const message = "range must be one of: 24h, 7d, 30d, 90d."
    expectError(await get(owner, `/domains/${id}/timeline?range=1y`), 400, message)
  })

  it.each(["0", "721", "a", "24.5"])("GET /domains/:id/history?hours=%s returns 400", async (hours) => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    expectError(
      await get(owner, `/domains/${id}/history?hours=${hours}`),
      400,
      "hours must be a whole number between 1 and 720."
    )
  })
})
