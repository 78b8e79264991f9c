import { Domains, Incidents, Locations } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { startDnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "../runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch, type Watched } from "../TestWorld.ts"
import { polled } from "../polled.ts"

/** Opens a separate network with its own name server. */
const elsewhere = Effect.acquireRelease(
  Effect.promise(() => startDnsServer()),
  (dns) => Effect.promise(dns.close)
)

const domain = ({ id, viewer }: Watched) => Effect.flatMap(Domains, (domains) => domains.find(viewer, id))
const incidents = ({ id, viewer }: Watched) =>
  Effect.flatMap(Incidents, (repository) => Effect.map(repository.ofDomain(viewer, id, 20), (found) => found ?? []))
const advisories = ({ id, viewer }: Watched) =>
  Effect.flatMap(Locations, (locations) => Effect.map(locations.advisories(viewer, id), (found) => found ?? []))

const seenFrom = (watched: Watched, location: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        verdict: number
      }>`select verdict from check_history where monitor_id = ${watched.key}::bigint and location = ${location}`,
      (rows) => rows.map(({ verdict }) => verdict)
    )
  )

/** Returns the time of the last check of a domain, in Unix milliseconds as in events. */
const lastCheckedAt = (watched: Watched) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ at: number }>`
        select round(extract(epoch from max(checked_at)) * 1000)::float8 as at from check_history
        where monitor_id = ${watched.key}::bigint`,
      ([row]) => row?.at ?? 0
    )
  )

const announced = (count: number) =>
  Effect.flatMap(Locations, (locations) => polled(locations.alive(), (alive) => alive.length >= count))

/** Opens a site that workers in two locations have found up. Each location has its own name server. */
const seenUpFromTwo = Effect.fn("seenUpFromTwo")(function* (name: string) {
  const { dns, checks } = yield* TestWorld
  const nyc = yield* elsewhere
  const site = yield* openSite()
  const watched = yield* watch(site, { hostname: `${name}.example.com`, intervalMs: 40 })
  dns.zone.set(watched.hostname, { A: [site.host] })
  nyc.zone.set(watched.hostname, { A: [site.host] })
  yield* runWorker({ location: "fra" })
  yield* runWorker({ location: "nyc", locationNetwork: "Atlantic", dnsServers: [nyc.address] })
  yield* announced(2)
  yield* checks.next(of(watched, "up"))
  return { checks, nyc, site, watched }
})

layer(layerWorld, { excludeTestServices: true })("two workers of different locations", (it) => {
  it.effect("raise an advisory instead of an incident while only one of them sees a domain down", () =>
    Effect.gen(function* () {
      const { checks, nyc, site, watched } = yield* seenUpFromTwo("divided")

      nyc.zone.delete(watched.hostname)
      for (let seen = 0; seen < 4; seen++) yield* checks.next(of(watched, "down"))
      assert.strictEqual((yield* domain(watched))?.status, "up")
      assert.deepStrictEqual(yield* incidents(watched), [])
      const [advisory, ...others] = yield* advisories(watched)
      assert.deepStrictEqual(others, [])
      assert.deepNestedInclude(advisory, {
        location: "nyc",
        sees: "down",
        "diagnosisFacts.check.outcome": "dns_nxdomain",
        "diagnosisFacts.locations": [
          { location: "fra", outcome: "ok" },
          { location: "nyc", outcome: "dns_nxdomain", provider: "Atlantic" }
        ]
      })
      assert.notInclude(yield* seenFrom(watched, "fra"), 2)

      nyc.zone.set(watched.hostname, { A: [site.host] })
      yield* polled(advisories(watched), (found) => found.length === 0)
    })
  )

  it.effect("have one incident where both see it down, and its end where both see it up", () =>
    Effect.gen(function* () {
      const { checks, nyc, site, watched } = yield* seenUpFromTwo("agreed")

      site.behave({ status: 503 })
      yield* polled(domain(watched), (found) => found?.status === "down")
      assert.deepStrictEqual(
        (yield* incidents(watched)).map(({ status }) => status),
        ["open"]
      )
      for (const place of ["fra", "nyc"]) assert.include(yield* seenFrom(watched, place), 2)

      // One location finds the site up again, but the majority does not.
      nyc.zone.set(watched.hostname, { A: ["127.0.0.2"] })
      const before = yield* lastCheckedAt(watched)
      site.behave({})
      for (let seen = 0; seen < 3; seen++) yield* checks.next((check) => of(watched, "up")(check) && check.at > before)
      assert.strictEqual((yield* domain(watched))?.status, "down")

      nyc.zone.set(watched.hostname, { A: [site.host] })
      yield* polled(domain(watched), (found) => found?.status === "up")
      assert.deepStrictEqual(
        (yield* incidents(watched)).map(({ resolution, status }) => ({ resolution, status })),
        [{ resolution: "recovered", status: "resolved" }]
      )
    })
  )

  it.effect("do not wait for a location that has shut down", () =>
    Effect.gen(function* () {
      const { dns, checks } = yield* TestWorld
      const site = yield* openSite()
      const watched = yield* watch(site, { hostname: "alone.example.com", intervalMs: 40 })
      dns.zone.set(watched.hostname, { A: [site.host] })
      yield* Effect.scoped(Effect.andThen(runWorker({ location: "nyc" }), checks.next(of(watched, "up"))))
      site.behave({ status: 503 })
      yield* runWorker({ location: "fra" })
      yield* polled(domain(watched), (found) => found?.status === "down")
      assert.notInclude(yield* seenFrom(watched, "nyc"), 2)
    })
  )
})
