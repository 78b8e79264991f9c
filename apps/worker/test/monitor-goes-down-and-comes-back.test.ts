import { Domains, Incidents } from "@mon/core-store"
import { makeAuthority, type Site } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch, type Watched } from "./TestWorld.ts"
import { polled } from "./polled.ts"

const record = (watched: Watched) => Effect.flatMap(Domains, (domains) => domains.find(watched.viewer, watched.id))
const incidents = (watched: Watched) =>
  Effect.map(
    Effect.flatMap(Incidents, (all) => all.ofDomain(watched.viewer, watched.id, 20)),
    (found) => found ?? []
  )

const recorded = ({ key }: Watched) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ n: number }>`select count(*)::int as n from check_history where monitor_id = ${key}::bigint`,
      ([row]) => row?.n ?? 0
    )
  )

/** Makes a site delay each response until the test sets its status. */
const stepwise = (site: Site) => {
  const statuses: Array<number> = []
  const waiting: Array<(status: number) => void> = []
  site.behave(async () => {
    const next = statuses.shift()
    return { status: next ?? (await new Promise<number>((resolve) => waiting.push(resolve))) }
  })
  return (status: number) => {
    const resolve = waiting.shift()
    if (resolve === undefined) statuses.push(status)
    else resolve(status)
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

layer(layerWorld, { excludeTestServices: true })("a watched domain", (it) => {
  it.effect("is up at first, down after three failed checks, and up again after two good ones", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const site = yield* openSite()
      yield* runWorker()
      const respond = stepwise(site)
      const watched = yield* watch(site, { timeoutMs: 30_000 })
      assert.strictEqual((yield* record(watched))?.status, "unknown")

      respond(200)
      yield* checks.next(of(watched, "up"))
      assert.deepInclude(yield* record(watched), { status: "up", lastStatusCode: 200, lastError: null })

      respond(503)
      const first = yield* checks.next(of(watched, "down"))
      assert.strictEqual((yield* record(watched))?.status, "up")
      respond(503)
      yield* checks.next(of(watched, "down"))
      assert.deepStrictEqual(yield* incidents(watched), [])
      respond(503)
      yield* checks.next(of(watched, "down"))
      assert.strictEqual((yield* record(watched))?.status, "down")
      const [open] = yield* incidents(watched)
      assert.deepInclude(open, {
        status: "open",
        startedAt: iso(first.at),
        triggerStatusCode: 503,
        triggerError: { code: "http_status", message: "The server responded with 503 Service Unavailable." }
      })

      respond(204)
      const good = yield* checks.next((check) => of(watched, "up")(check) && check.at > first.at)
      assert.strictEqual((yield* record(watched))?.status, "down")
      respond(204)
      yield* checks.next((check) => of(watched, "up")(check) && check.at > good.at)
      assert.strictEqual((yield* record(watched))?.status, "up")
      const [closed] = yield* incidents(watched)
      assert.deepInclude(closed, {
        status: "resolved",
        resolution: "recovered",
        startedAt: iso(first.at),
        resolvedAt: iso(good.at),
        resolutionStatusCode: 204
      })
    })
  )

  it.effect("is down when its page is an error message, as content faults of domains are set", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const shop = { headers: { "content-type": "text/html" }, body: "<title>Shop</title><h1>Anvils</h1>" }
      const site = yield* openSite({ behaviour: shop })
      yield* runWorker()
      const [down, remark, off] = [
        yield* watch(site),
        yield* watch(site, { contentFaults: "remark" }),
        yield* watch(site, { contentFaults: "off" })
      ]
      for (const watched of [down, remark, off]) yield* checks.next(of(watched, "up"))
      assert.deepInclude(yield* record(down), { status: "up", contentFault: null })

      site.behave({ ...shop, body: "<title>Database Error</title><h1>Error establishing a database connection</h1>" })
      const first = yield* checks.next(of(down, "down"))
      assert.strictEqual(first.errorCode, "content_fault")
      yield* polled(record(down), (domain) => domain?.status === "down")
      const fault = {
        code: "application_error",
        family: "database",
        line: "Error establishing a database connection",
        certain: true
      }
      const message = `The page is an error message of the application: “${fault.line}”.`
      assert.deepInclude(yield* record(down), { contentFault: fault, lastStatusCode: 200 })
      assert.deepInclude((yield* incidents(down))[0], {
        status: "open",
        triggerStatusCode: 200,
        triggerError: { code: "content_fault", message }
      })
      yield* polled(record(remark), (domain) => domain?.isDegraded === true)
      assert.deepInclude(yield* record(remark), { status: "up", contentFault: fault, lastError: null })
      assert.deepInclude(yield* record(off), { status: "up", contentFault: null, isDegraded: false })

      site.behave({ ...shop, body: "" })
      yield* polled(record(down), (domain) => domain?.contentFault?.code === "empty")
      assert.strictEqual((yield* record(down))?.status, "down")

      site.behave(shop)
      yield* polled(record(down), (domain) => domain?.status === "up")
      yield* polled(record(remark), (domain) => domain?.isDegraded === false)
      for (const watched of [down, remark]) assert.deepInclude(yield* record(watched), { contentFault: null })
      assert.deepInclude((yield* incidents(down))[0], { status: "resolved", resolution: "recovered" })
      for (const watched of [remark, off]) assert.deepStrictEqual(yield* incidents(watched), [])
    })
  )

  it.effect("is down after two checks when its name does not exist", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      yield* runWorker()
      const watched = yield* watch({ host: "127.0.0.1", port: 80 }, { hostname: "nowhere.example.net" })
      const first = yield* checks.next(of(watched, "down"))
      assert.strictEqual(first.errorCode, "dns_nxdomain")
      yield* checks.next(of(watched, "down"))
      assert.deepInclude((yield* incidents(watched))[0], { startedAt: iso(first.at), triggerStatusCode: null })
    })
  )

  it.effect("stays up when only its certificate is bad", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const authority = yield* Effect.promise(() => makeAuthority())
      const day = 86_400_000
      const expired = { notBefore: new Date(Date.now() - 30 * day), notAfter: new Date(Date.now() - day) }
      const tls = yield* Effect.promise(() => authority.issue({ names: ["expired.example.com"], ...expired }))
      const site = yield* openSite({ tls })
      const world = yield* TestWorld
      world.dns.zone.set("expired.example.com", { A: [site.host] })
      yield* runWorker({ extraCa: [authority.rootPem] })
      const watched = yield* watch(site, { hostname: "expired.example.com", scheme: "https" })
      for (let count = 0; count < 4; count++) yield* checks.next(of(watched, "up"))
      const domain = yield* record(watched)
      assert.strictEqual(domain?.status, "up")
      assert.deepInclude(domain?.ssl, { valid: false, problems: ["expired"], subject: "CN=expired.example.com" })
      assert.deepStrictEqual(yield* incidents(watched), [])
    })
  )

  it.effect("does not change state when the worker's resolver does not respond", () =>
    Effect.gen(function* () {
      const { dns, checks } = yield* TestWorld
      const site = yield* openSite()
      yield* runWorker()
      const sql = yield* SqlClient.SqlClient
      const watched = yield* watch(site)
      const setTimeoutMs = (ms: number) =>
        sql`update monitor_schedule set timeout_ms = ${ms}::int where monitor_id = ${watched.key}::bigint`
      yield* checks.next(of(watched, "up"))
      dns.zone.fail("*", "DROP")
      yield* setTimeoutMs(400)
      for (let count = 0; count < 4; count++) {
        const check = yield* checks.next(of(watched, "unknown"))
        assert.strictEqual(check.errorCode, "prober_fault")
      }
      yield* setTimeoutMs(5_000)
      dns.zone.heal("*")
      const unmade = yield* record(watched)
      assert.deepStrictEqual([unmade?.status, unmade?.lastError?.code], ["up", "prober_fault"])
      assert.deepStrictEqual(yield* incidents(watched), [])
      yield* checks.next((check) => of(watched, "up")(check))
      assert.deepInclude(yield* record(watched), { status: "up", lastError: null })
    }).pipe(Effect.ensuring(Effect.map(TestWorld, ({ dns }) => dns.zone.heal("*"))))
  )

  it.effect("is not checked while it is paused, and immediately when it is resumed", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const domains = yield* Domains
      const site = yield* openSite()
      yield* runWorker()
      const watched = yield* watch(site)
      const other = yield* watch(site)
      yield* checks.next(of(watched, "up"))
      yield* domains.pause(watched.viewer, watched.id)
      const before = yield* recorded(watched)
      for (let count = 0; count < 20; count++) yield* checks.next(of(other))
      assert.strictEqual(yield* recorded(watched), before)
      yield* domains.resume(watched.viewer, watched.id)
      yield* polled(recorded(watched), (count) => count > before)
      assert.strictEqual((yield* record(watched))?.status, "up")
    })
  )

  it.effect("is due as soon as it is created, and found by the next poll", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const sql = yield* SqlClient.SqlClient
      const watched = yield* watch(yield* openSite())
      const due = yield* sql`
        select s.next_at <= m.created_at as due from monitor_schedule s join monitor m on m.id = s.monitor_id
        where m.id = ${watched.key}::bigint`
      assert.deepStrictEqual(due, [{ due: true }])
      yield* runWorker({ timings: { pollMs: 500 } })
      yield* checks.next(of(watched))
    })
  )
})
