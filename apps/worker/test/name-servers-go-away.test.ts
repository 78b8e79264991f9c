import { Domains, Incidents } from "@mon/core-store"
import { startDnsServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch, type Watched } from "./TestWorld.ts"
import { ownAddress } from "./ownAddress.ts"

/** The number of owners, which is one more than the own-network guard needs. */
const OWNERS = 6
const NEVER = 86_400_000
/** A port outside the range of ephemeral ports. */
const PORT = 5_300

const checkAgain = (watched: ReadonlyArray<Watched>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`update monitor_schedule set next_at = mon_now() where monitor_id::text in ${sql.in(watched.map(({ key }) => key))}`
  )

const found = Effect.fnUntraced(function* (watched: ReadonlyArray<Watched>) {
  const domains = yield* Domains
  const incidents = yield* Incidents
  const states = yield* Effect.forEach(watched, ({ id, viewer }) => domains.find(viewer, id))
  const histories = yield* Effect.forEach(watched, ({ id, viewer }) => incidents.ofDomain(viewer, id, 20))
  return {
    states: [...new Set(states.map((domain) => domain?.status))],
    incidents: histories.flatMap((each) => each ?? []).length
  }
})

layer(layerWorld, { excludeTestServices: true })("when the worker's name servers are unavailable", (it) => {
  it.effect.each(["they close connections", "they do not respond"])(
    "no domain goes down, and checks resume when they are back: %s",
    (how) =>
      Effect.gen(function* () {
        const { dns: shared, checks } = yield* TestWorld
        const place = { host: ownAddress(), port: PORT }
        const own = yield* Effect.acquireRelease(
          Effect.promise(() => startDnsServer(place)),
          (server) => Effect.promise(server.close)
        )
        const site = yield* openSite()
        const reference = yield* openSite()
        const prefix = how === "they do not respond" ? "silent" : "closed"
        const watched: Array<Watched> = []
        const names: Array<string> = [`reference-${prefix}.com`]
        own.zone.set(`reference-${prefix}.com`, { A: [reference.host] })
        for (let owner = 0; owner < OWNERS; owner++) {
          const hostname = `${prefix}-${owner}.com`
          names.push(hostname)
          own.zone.set(hostname, { A: [site.host] })
          watched.push(yield* watch(site, { hostname, intervalMs: NEVER, timeoutMs: 1_000 }))
        }
        yield* runWorker({
          dnsServers: [own.address],
          referenceTargets: [`http://reference-${prefix}.com:${reference.port}/`]
        })
        for (const each of watched) yield* checks.next(of(each, "up"))

        if (how === "they do not respond") own.zone.fail("*", "DROP")
        else yield* Effect.promise(own.close)
        yield* checkAgain(watched)
        for (const each of watched) {
          for (let count = 0; count < 3; count++) yield* checks.next(of(each, "unknown"))
        }
        assert.deepStrictEqual(yield* found(watched), { states: ["up"], incidents: 0 })
        assert.deepStrictEqual(shared.queries, [])

        const again =
          how === "they do not respond"
            ? own
            : yield* Effect.acquireRelease(
                Effect.promise(() => startDnsServer(place)),
                (server) => Effect.promise(server.close)
              )
        again.zone.heal("*")
        names.forEach((name) => again.zone.set(name, { A: [site.host] }))
        yield* checkAgain(watched)
        for (const each of watched) yield* checks.next(of(each, "up"))
        assert.deepStrictEqual(yield* found(watched), { states: ["up"], incidents: 0 })
      }),
    60_000
  )
})
