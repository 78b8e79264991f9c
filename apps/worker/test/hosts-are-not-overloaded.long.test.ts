import { Domains, Incidents } from "@mon/core-store"
import { startDnsServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, gatedSite, watch, type Watched } from "./TestWorld.ts"

const status = ({ id, viewer }: Watched) =>
  Effect.map(
    Effect.flatMap(Domains, (domains) => domains.find(viewer, id)),
    (domain) => domain?.status
  )

const incidents = ({ id, viewer }: Watched) =>
  Effect.map(
    Effect.flatMap(Incidents, (all) => all.ofDomain(viewer, id, 20)),
    (found) => found ?? []
  )

/** The maximum number of monitors of one registrable domain that are checked at the same time. */
const AT_ONCE = 8
const NEVER = 86_400_000

layer(layerWorld, { excludeTestServices: true })("a host that many accounts watch", (it) => {
  it.effect("gets at most eight concurrent checks, delays no other host, and every monitor is checked", () =>
    Effect.gen(function* () {
      const { dns, checks } = yield* TestWorld
      const { respond, site } = yield* gatedSite
      const other = yield* openSite()
      dns.zone.set("crowded.com", { A: [site.host] })
      dns.zone.set("www.crowded.com", { A: [site.host] })
      dns.zone.set("quiet.com", { A: [other.host] })
      const crowd = yield* Effect.forEach(Array.from({ length: 45 }), (_, index) =>
        watch(site, {
          hostname: index % 2 === 0 ? "crowded.com" : "www.crowded.com",
          intervalMs: NEVER,
          timeoutMs: 20_000
        })
      )
      yield* runWorker({ concurrency: 60 })
      yield* Effect.promise(() => site.whenAccepted(AT_ONCE))
      const quiet = yield* watch(other, { hostname: "quiet.com" })
      for (let count = 0; count < 5; count++) yield* checks.next(of(quiet, "up"))
      assert.strictEqual(site.accepted, AT_ONCE)
      yield* respond
      for (const each of crowd) yield* checks.next(of(each, "up"))
    })
  )
})

layer(layerWorld, { excludeTestServices: true })("with several name servers", (it) => {
  const servers = Effect.gen(function* () {
    const { dns } = yield* TestWorld
    const first = yield* Effect.acquireRelease(
      Effect.promise(() => startDnsServer()),
      (server) => Effect.promise(server.close)
    )
    return { dns, first, dnsServers: [first.address, dns.address] }
  })

  it.effect("a name that one of them cannot resolve is up when another one can", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const { dns, dnsServers, first } = yield* servers
      const site = yield* openSite()
      yield* runWorker({ dnsServers })
      const unknown = yield* watch(site, { hostname: "unknown-to-one.com" })
      const failing = yield* watch(site, { hostname: "failing-at-one.com" })
      first.zone.fail("failing-at-one.com", "SERVFAIL")
      for (const { hostname } of [unknown, failing]) dns.zone.set(hostname, { A: [site.host] })
      for (const each of [unknown, failing]) yield* checks.next(of(each, "up"))
      for (let count = 0; count < 5; count++) yield* checks.next(of(unknown, "up"))
      assert.isAbove(first.queries.filter(({ name }) => name === "unknown-to-one.com").length, 0)
      assert.strictEqual(yield* status(unknown), "up")
    })
  )

  it.effect("a name that none of them knows is down after two checks", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const { dns, dnsServers, first } = yield* servers
      yield* runWorker({ dnsServers })
      const watched = yield* watch({ host: "127.0.0.1", port: 80 }, { hostname: "nowhere-at-all.com" })
      for (let count = 0; count < 2; count++)
        assert.strictEqual((yield* checks.next(of(watched, "down"))).errorCode, "dns_nxdomain")
      assert.strictEqual(yield* status(watched), "down")
      for (const server of [first, dns]) {
        assert.isAtLeast(server.queries.filter(({ name }) => name === watched.hostname).length, 2)
      }
    })
  )
})

const stall = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

layer(layerWorld, { excludeTestServices: true })("a worker whose event loop was delayed", (it) => {
  it.effect("repeats a check that timed out during a blocked event loop instead of counting it", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const site = yield* openSite()
      yield* runWorker()
      const sql = yield* SqlClient.SqlClient
      const watched = yield* watch(site, { intervalMs: NEVER })
      yield* checks.next(of(watched, "up"))
      yield* Effect.promise(() => site.nextRequest())
      site.behave(async () => {
        stall(900)
        site.behave({})
        await new Promise(() => {})
        return {}
      })
      // Only this check has a timeout that is shorter than the delay.
      yield* sql`
        update monitor_schedule set timeout_ms = 600, next_at = mon_now() where monitor_id = ${watched.key}::bigint`
      yield* Effect.promise(() => site.nextRequest())
      yield* sql`update monitor_schedule set timeout_ms = 5000 where monitor_id = ${watched.key}::bigint`
      const stalled = yield* checks.next(of(watched, "unknown"))
      assert.strictEqual(stalled.errorCode, "prober_fault")
      yield* checks.next((check) => of(watched, "up")(check) && check.at > stalled.at)
      assert.strictEqual(yield* status(watched), "up")
      assert.deepStrictEqual(checks.all.filter(of(watched, "down")), [])
      assert.deepStrictEqual(yield* incidents(watched), [])
    })
  )
})
