import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestApi, type World } from "../World.ts"

/** The time for which readiness is cached. */
const CACHED_MS = 1_000

/** Returns the current status of a server's readiness, not a cached status. */
const readyNow = (world: World, api: TestApi) => async () => {
  world.clock.advance(CACHED_MS)
  return (await api.send("GET", "/ready")).status
}

describe("the endpoints for operators", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it("GET /health, /live and /ready require no key and have no rate limit", async () => {
    for (const [path, status] of [
      ["/health", "ok"],
      ["/live", "ok"],
      ["/ready", "ready"]
    ] as const) {
      const response = await api.send("GET", path)
      expect({ status: response.status, body: response.body }).toEqual({
        status: 200,
        body: { success: true, data: { status } }
      })
      expect(response.headers["x-request-id"]).toBeDefined()
      expect(response.headers["x-ratelimit-limit"]).toBeUndefined()
    }
  })

  it("GET /ready returns 503 in the envelope while the database is down, without a reason", async () => {
    const other = await openWorld()
    const lonely = await other.startApi()
    expect((await lonely.send("GET", "/ready")).status).toBe(200)
    await world.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      new URL(other.databaseUrl).pathname.slice(1)
    )
    await world.sql(`alter database ${new URL(other.databaseUrl).pathname.slice(1)} allow_connections false`)
    await expect.poll(readyNow(other, lonely)).toBe(503)
    expect((await lonely.send("GET", "/ready")).body).toEqual({
      success: false,
      message: "Service temporarily unavailable."
    })
    expect((await lonely.send("GET", "/live")).status).toBe(200)
    expect(other.logs.find(({ message }) => message === "The process is not ready")?.annotations).toMatchObject({
      reasons: ["the database cannot be reached"]
    })
    await world.sql(`alter database ${new URL(other.databaseUrl).pathname.slice(1)} allow_connections true`)
    await expect.poll(readyNow(other, lonely)).toBe(200)
    await other.close()
  })

  it("GET /ready returns 503 while the database cannot be written, and GET /health stays 200", async () => {
    const other = await openWorld()
    const lonely = await other.startApi()
    const name = new URL(other.databaseUrl).pathname.slice(1)
    expect((await lonely.send("GET", "/ready")).status).toBe(200)
    await world.sql(`alter database ${name} set default_transaction_read_only = on`)
    await world.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
    const reasons = async () => {
      expect(await readyNow(other, lonely)()).toBeOneOf([200, 503])
      return other.logs.map(({ annotations }) => annotations["reasons"])
    }
    await expect.poll(reasons).toContainEqual(["the database is read-only"])
    expect((await lonely.send("GET", "/ready")).status).toBe(503)
    expect((await lonely.send("GET", "/health")).status).toBe(200)
    await other.close()
  })

  it("GET /ready returns 503 while the schema is missing or belongs to another program", async () => {
    const other = await openWorld()
    const lonely = await other.startApi()
    expect((await lonely.send("GET", "/ready")).status).toBe(200)
    await other.sql("create table kept as select * from mon_migrations")
    await other.sql("delete from mon_migrations where migration_id = (select max(migration_id) from mon_migrations)")
    await expect.poll(readyNow(other, lonely)).toBe(503)
    await other.sql("truncate mon_migrations")
    await other.sql("insert into mon_migrations select * from kept")
    await expect.poll(readyNow(other, lonely)).toBe(200)
    await other.sql("insert into mon_migrations (migration_id, name) values (9999, 'of_the_future')")
    await expect.poll(readyNow(other, lonely)).toBe(503)
    await other.close()
  })

  it("return 404 for any other path outside /api/v1, without a key", async () => {
    for (const [method, path] of [
      ["POST", "/"],
      ["GET", "/api"],
      ["GET", "/api/v12"],
      ["POST", "/health"],
      ["GET", "//health"]
    ] as const) {
      const response = await api.send(method, path)
      expect({ status: response.status, body: response.body }).toEqual({
        status: 404,
        body: { success: false, message: "Not found." }
      })
      expect(response.headers["x-ratelimit-limit"]).toBeUndefined()
    }
  })

  it("HEAD responds like GET, without a body", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const get = await api.send("GET", `/api/v1/domains/${id}`, { key: owner.key })
    const head = await api.send("HEAD", `/api/v1/domains/${id}`, { key: owner.key })
    expect({ status: head.status, text: head.text, length: head.headers["content-length"] }).toEqual({
      status: 200,
      text: "",
      length: get.headers["content-length"]
    })
  })

  it("GET /metrics counts requests by endpoint and status and measures their duration", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    await api.send("GET", `/api/v1/domains/${id}`, { key: owner.key })
    await api.send("GET", "/api/v1/domains/nonsense", { key: owner.key })
    const { headers, text } = await api.send("GET", "/metrics")
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect(text).toMatch(
      /^mon_http_requests_total\{method="GET",route="\/api\/v1\/domains\/:id",status="200"\} [1-9]\d*$/mu
    )
    expect(text).toMatch(
      /^mon_http_requests_total\{method="GET",route="\/api\/v1\/domains\/:id",status="404"\} [1-9]\d*$/mu
    )
    expect(text).toMatch(
      /^mon_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/domains\/:id"\} [1-9]\d*$/mu
    )
    expect(text).not.toContain(id)
  })

  it("MON_METRICS_PORT moves /metrics to a separate port", async () => {
    const moved = await world.startApi({ settings: { metricsPort: 0 } })
    expect(moved.metricsPort).not.toBe(moved.port)
    expect((await moved.send("GET", "/metrics")).status).toBe(404)
    const response = await fetch(`http://127.0.0.1:${moved.metricsPort}/metrics`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain("mon_http_requests_total")
    for (const path of ["/live", "/ready"])
      expect((await fetch(`http://127.0.0.1:${moved.metricsPort}${path}`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${moved.metricsPort}/api/v1/domains`)).status).toBe(404)
  })

  it("GET /api/v1/openapi.json requires no key and has the rate-limit headers of the address", async () => {
    const response = await api.send("GET", "/api/v1/openapi.json")
    expect(response.status).toBe(200)
    expect(response.headers["x-ratelimit-limit"]).toBe("600")
    expect(response.body).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/u),
      servers: [{ url: api.origin }],
      components: { securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } } }
    })
  })

  it("GET /api/v1/openapi.json contains MON_BASE_URL", async () => {
    const known = await world.startApi({ settings: { baseUrl: "https://mon.example.com" } })
    expect((await known.send("GET", "/api/v1/openapi.json")).body).toMatchObject({
      servers: [{ url: "https://mon.example.com" }]
    })
  })
})

describe("request ids", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const idFor = async (id: string, path = "/api/v1/domains") =>
    (await api.send("GET", path, { headers: { "X-Request-Id": id } })).headers["x-request-id"]

  it.each(["abc", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", "trace:1.2_3", "x".repeat(128)])(
    "are accepted from the client if they are safe: %s",
    async (id) => {
      expect(await idFor(id)).toBe(id)
      expect(await idFor(id, "/health")).toBe(id)
    }
  )

  it.each(["", " ", "a b", "<script>", "x".repeat(129), '{"a":1}', "schön"])(
    "are replaced if they are not safe: %j",
    async (id) => {
      expect(await idFor(encodeURI(id) === id ? id : Buffer.from(id, "utf8").toString("latin1"))).toMatch(
        /^[0-9a-f-]{36}$/u
      )
    }
  )

  it("are unique for requests without one", async () => {
    const [first, second] = await Promise.all([api.send("GET", "/health"), api.send("GET", "/health")])
    expect(first.headers["x-request-id"]).not.toBe(second.headers["x-request-id"])
  })
})
