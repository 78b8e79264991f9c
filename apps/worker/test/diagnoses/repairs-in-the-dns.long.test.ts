import { Incidents } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { polled } from "../polled.ts"
import { layerWorld, of, TestWorld } from "../TestWorld.ts"
import { NAME_SERVERS, openBench, openLaboratory } from "./Laboratory.ts"

layer(layerWorld, { excludeTestServices: true })("an incident whose cause is in the DNS", (it) => {
  it.effect("is repaired when every name server and resolver has the record, and says which one has not", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const sql = yield* SqlClient.SqlClient
      const incidents = yield* Incidents
      const { bench, watched } = yield* openBench(yield* openLaboratory, {
        class: "address_removed",
        built: "two name servers lose the record of the host",
        intervalMs: 500,
        prepare: ({ domain, registry }) =>
          registry.zone.delegate(domain, {
            [`ns1.${domain}`]: [NAME_SERVERS[0]],
            [`ns2.${domain}`]: [NAME_SERVERS[1]]
          }),
        inject: () => {}
      })
      const repair = Effect.gen(function* () {
        const [incident] = (yield* incidents.ofDomain(watched.viewer, watched.id, 1)) ?? []
        return (yield* incidents.find(watched.viewer, incident?.id ?? ""))?.repair ?? null
      })
      const { host, site } = bench
      const [first, second] = bench.zones
      yield* checks.next(of(watched, "up"))
      for (const { zone } of [bench.resolver, first, second]) zone.delete(host)
      yield* bench.checkNow
      yield* polled(repair, (found) => found?.cause === "address_removed")

      for (const { zone } of [bench.resolver, first]) zone.set(host, { A: [site.host] })
      yield* bench.checkNow
      const waiting = yield* polled(repair, (found) => (found?.answers ?? null) !== null)
      assert.strictEqual(waiting?.state, "applied")
      const [one = "", two = ""] = NAME_SERVERS
      const states = waiting?.answers?.servers.map(({ server, state }) => `${server} ${state}`)
      assert.deepStrictEqual(states, [
        `ns1.${bench.domain} ${one} published`,
        `ns2.${bench.domain} ${two} missing`,
        "resolver published"
      ])

      second.zone.set(host, { A: [site.host] })
      // This makes the last observation a minute older, so that the next observation is due.
      yield* sql`
        update incident_repair set servers_asked_at = servers_asked_at - interval '1 minute'
        where monitor_id = ${watched.key}::bigint`
      const closed = yield* polled(repair, (found) => found?.state === "closed")
      assert.deepInclude(closed?.answers, { state: "verified", resolvers: 1 })
    })
  )
})
