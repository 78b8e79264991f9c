import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, gatedSite, watch } from "./TestWorld.ts"

const leased = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ count: number }>`select count(*)::int as count from monitor_schedule where lease_until > mon_now()`,
    ([row]) => row?.count
  )
)

layer(layerWorld, { excludeTestServices: true })("claiming", (it) => {
  it.effect("takes no more monitors than there is room for, and the others later", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const { respond, site } = yield* gatedSite
      const watched = []
      for (let count = 0; count < 8; count++) watched.push(yield* watch(site, { intervalMs: 3_600_000 }))
      yield* runWorker({ concurrency: 3 })
      yield* Effect.promise(() => site.whenAccepted(3))
      assert.strictEqual(yield* leased, 3)
      yield* respond
      for (const each of watched) yield* checks.next(of(each, "up"))
      assert.strictEqual(site.accepted, 8)
    })
  )

  it.effect("never leads to two concurrent checks of one monitor, with three workers", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const site = yield* openSite()
      const atOnce = new Map<string, number>()
      let most = 0
      site.behave(async ({ host }) => {
        const now = (atOnce.get(host) ?? 0) + 1
        atOnce.set(host, now)
        most = Math.max(most, now)
        await new Promise((resolve) => setImmediate(resolve))
        atOnce.set(host, now - 1)
        return {}
      })
      const watched = []
      for (let count = 0; count < 5; count++) watched.push(yield* watch(site, { intervalMs: 20 }))
      for (let count = 0; count < 3; count++) yield* runWorker()
      for (let count = 0; count < 20; count++) {
        for (const each of watched) yield* checks.next(of(each, "up"))
      }
      assert.strictEqual(most, 1)
    })
  )
})
