import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { announced } from "./storedFacts.ts"
import { watched } from "./watchedDomain.ts"
import { addUrl } from "./watchedPage.ts"

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 23, 2, minute, second)).toISOString()

const seen = Effect.fn("seen")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Readonly<Record<string, unknown>>>`
    select to_jsonb(m) - 'updated_at' as monitor,
      (select jsonb_build_object('state', s.state, 'since', s.status_changed_at, 'failures', s.failures,
        'successes', s.successes, 'streak', s.streak_started_at) from monitor_schedule s where s.monitor_id = m.id) as schedule,
      (select jsonb_agg(to_jsonb(i) order by i.id) from incident i where i.monitor_id = m.id) as incidents,
      (select jsonb_agg(to_jsonb(p) order by p.since) from status_period p where p.monitor_id = m.id) as periods
    from monitor m where m.public_id = ${id}::uuid`
  return rows[0]
})

layer(layerStore, { excludeTestServices: true })("a pause that is undone", (it) => {
  it.effect("leaves incidents, periods and the state of a domain as they were, and notifies nobody", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const domains = yield* Domains
      const { check, id, viewer } = yield* watched("undone.example")
      yield* check("up")
      yield* setClock(at(1))
      for (const _ of [1, 2, 3]) yield* check("down")
      yield* setClock(at(5))
      const before = yield* seen(id)
      const facts = yield* announced(viewer)
      yield* domains.pause(viewer, id)
      assert.notDeepEqual(yield* seen(id), before)
      yield* setClock(at(5, 8))
      assert.deepInclude(yield* domains.undoPause(viewer, id), {
        status: "down",
        isPaused: false,
        nextCheckAt: at(5, 8)
      })
      assert.deepStrictEqual(yield* seen(id), before)

      yield* check("down")
      assert.deepStrictEqual(yield* announced(viewer), facts, "the outage goes on")
      yield* setClock(at(6))
      for (const _ of [1, 2]) yield* check("up")
      assert.deepStrictEqual(yield* announced(viewer), [...facts, ["up", "undone.example", "pending"]])
    })
  )

  it.effect("leaves the state of a page as it was", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const urls = yield* PageMonitors
      const { viewer } = yield* newAccount
      const id = yield* addUrl(viewer)
      yield* sql`update monitor_schedule s set state = 2 from monitor m
        where m.id = s.monitor_id and m.public_id = ${id}::uuid`
      yield* setClock(at(7))
      const before = yield* seen(id)
      yield* urls.pause(viewer, id)
      yield* setClock(at(7, 8))
      assert.deepInclude(yield* urls.undoPause(viewer, id), { status: "changed", isPaused: false })
      assert.deepStrictEqual(yield* seen(id), before)
    })
  )

  it.effect("stays after ten minutes, and for others", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { id, viewer } = yield* watched("stays.example")
      const { viewer: other } = yield* newAccount
      yield* setClock(at(10))
      yield* domains.pause(viewer, id)
      assert.isNull(yield* domains.undoPause(other, id))
      yield* setClock(at(20))
      assert.deepInclude(yield* domains.undoPause(viewer, id), { status: "paused", isPaused: true })
      assert.isNull(yield* domains.undoPause(viewer, "nothing"))
    })
  )
})
