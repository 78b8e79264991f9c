import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, Incidents, MaintenanceWindows } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { expand, openWindow } from "./maintenanceWindow.ts"
import { installClock, setClock } from "./movableClock.ts"
import { announced } from "./storedFacts.ts"
import { watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 2, minute)).toISOString()

/** Creates a domain that is up at minute 0, with functions that check it at a given minute. */
const site = Effect.fn("site")(function* (hostname: string) {
  yield* setClock(at(0))
  const domain = yield* watched(hostname)
  const checkAt = Effect.fn("checkAt")(function* (minute: number, verdict: "up" | "down", times = 3) {
    for (let index = 0; index < times; index++) {
      yield* setClock(new Date(Date.parse(at(minute)) + index * 1_000).toISOString())
      yield* domain.check(verdict)
    }
  })
  yield* checkAt(0, "up")
  yield* setClock(at(0))
  return { ...domain, checkAt, targets: { domainIds: [domain.id] } }
})

const tidy = Effect.gen(function* () {
  const windows = yield* MaintenanceWindows
  yield* windows.settle(1_000)
  return yield* knownToBeDue("ends of maintenance", windows.announceEnded(1_000))
})

const workersAt = (minute: number) => Effect.andThen(setClock(at(minute)), tidy)

const incidentsOf = Effect.fn("incidentsOf")(function* ({ id, viewer }: Effect.Success<ReturnType<typeof site>>) {
  return (yield* (yield* Incidents).ofDomain(viewer, id, 20)) ?? []
})

layer(layerStore, { excludeTestServices: true })("during a maintenance window", (it) => {
  it.effect("a downtime that begins and ends inside is recorded and never announced", () =>
    Effect.gen(function* () {
      yield* Effect.ignore(installClock(at(0)))
      const shop = yield* site("inside.example")
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(5, "down")
      yield* shop.checkAt(10, "up")
      assert.strictEqual(yield* workersAt(31), 0)
      assert.deepStrictEqual(yield* announced(shop.viewer), [
        ["down", "inside.example", "suppressed"],
        ["up", "inside.example", "suppressed"]
      ])
      assert.strictEqual((yield* incidentsOf(shop)).length, 1)
    })
  )

  it.effect("a downtime that lasts is announced at the end, once, however many workers try", () =>
    Effect.gen(function* () {
      const shop = yield* site("lasting.example")
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(5, "down")
      assert.strictEqual(yield* workersAt(29), 0)
      yield* setClock(at(30))
      const { announceEnded } = yield* MaintenanceWindows
      const counts = yield* Effect.all(
        Array.from({ length: 6 }, () => announceEnded(10)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        1
      )
      assert.strictEqual(yield* workersAt(40), 0)
      yield* shop.checkAt(45, "up")
      assert.deepStrictEqual(yield* announced(shop.viewer), [
        ["down", "lasting.example", "pending"],
        ["up", "lasting.example", "pending"]
      ])
    })
  )

  it.effect("windows that overlap or touch end together", () =>
    Effect.gen(function* () {
      const shop = yield* site("union.example")
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* openWindow(shop.viewer, 15, { ...shop.targets, startsAt: Date.parse(at(30)) })
      yield* openWindow(shop.viewer, 15, { ...shop.targets, startsAt: Date.parse(at(40)) })
      yield* shop.checkAt(5, "down")
      for (const minute of [30, 45, 54]) assert.strictEqual(yield* workersAt(minute), 0)
      assert.strictEqual(yield* workersAt(55), 1)
    })
  )

  it.effect("the recovery of a downtime that was announced before is announced inside", () =>
    Effect.gen(function* () {
      const shop = yield* site("before.example")
      yield* shop.checkAt(1, "down")
      yield* setClock(at(5))
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(10, "up")
      assert.deepStrictEqual(yield* announced(shop.viewer), [
        ["down", "before.example", "pending"],
        ["up", "before.example", "pending"]
      ])
    })
  )

  it.effect("a downtime that began before is announced, even if it was confirmed inside", () =>
    Effect.gen(function* () {
      const shop = yield* site("early.example")
      yield* shop.checkAt(4, "down", 1)
      yield* setClock(at(5))
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(6, "down", 2)
      assert.deepStrictEqual(yield* announced(shop.viewer), [["down", "early.example", "pending"]])
    })
  )

  it.effect("a downtime that began inside and is confirmed after the end is announced at once", () =>
    Effect.gen(function* () {
      const shop = yield* site("late.example")
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(29, "down", 1)
      yield* shop.checkAt(30, "down", 2)
      assert.deepStrictEqual(yield* announced(shop.viewer), [["down", "late.example", "pending"]])
    })
  )

  it.effect("what is down is announced when the window is deleted, ended, or no longer covers it", () =>
    Effect.gen(function* () {
      const windows = yield* MaintenanceWindows
      const changes = {
        deleted: (viewer: Parameters<typeof windows.remove>[0], id: string) => windows.remove(viewer, id),
        ended: (viewer: Parameters<typeof windows.remove>[0], id: string) => windows.end(viewer, id),
        moved: (viewer: Parameters<typeof windows.remove>[0], id: string) =>
          windows.update(viewer, id, { schedule: { startsAt: Date.parse(at(0)) + 86_400_000 } }, expand)
      }
      for (const [name, change] of Object.entries(changes)) {
        const shop = yield* site(`${name}.example`)
        const { id } = yield* openWindow(shop.viewer, 30, shop.targets)
        yield* shop.checkAt(5, "down")
        assert.strictEqual(yield* workersAt(10), 0)
        yield* change(shop.viewer, id)
        assert.strictEqual(yield* workersAt(11), 1, name)
      }
    })
  )

  it.effect("workers that were stopped at the end announce only what is still down", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* site("stopped.example")
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(5, "down")
      yield* setClock(at(50))
      yield* sql`
        insert into worker_heartbeat (seen_at, resumed_at) values (mon_now(), mon_now())
        on conflict (one) do update set seen_at = mon_now(), resumed_at = mon_now()`
      assert.strictEqual(yield* tidy, 0)
      yield* shop.checkAt(51, "down", 1)
      assert.strictEqual(yield* tidy, 1)
      yield* sql`delete from worker_heartbeat`
    })
  )

  it.effect("a pause suppresses for good, also at the end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* site("paused.example")
      yield* openWindow(shop.viewer, 30, shop.targets)
      yield* shop.checkAt(5, "down")
      yield* sql`update account set notifications_paused_at = mon_now() where id = ${shop.viewer.accountKey}::bigint`
      assert.strictEqual(yield* workersAt(31), 0)
      yield* sql`update account set notifications_paused_at = null where id = ${shop.viewer.accountKey}::bigint`
      assert.strictEqual(yield* workersAt(32), 0)
      assert.deepStrictEqual(yield* announced(shop.viewer), [["down", "paused.example", "suppressed"]])
    })
  )

  it.effect("a window of the whole account, or of a tag, covers a domain that gets the tag later", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* site("tagged.example")
      const [tag] = yield* sql<{ id: string }>`
        insert into tag (public_id, account_id, name, name_key, color, sort_order)
        values (gen_random_uuid(), ${shop.viewer.accountKey}::bigint, 'a', 'a', '#000000', 0) returning public_id as id`
      yield* openWindow(shop.viewer, 30, { tagIds: [tag?.id ?? ""] })
      yield* sql`insert into monitor_tag (monitor_id, tag_id) select ${shop.key}::bigint, id from tag where public_id = ${tag?.id ?? ""}::uuid`
      yield* shop.checkAt(5, "down")
      const other = yield* site("everything.example")
      yield* openWindow(other.viewer, 30, { wholeAccount: true })
      yield* other.checkAt(5, "down")
      assert.deepStrictEqual(yield* announced(shop.viewer), [["down", "tagged.example", "suppressed"]])
      assert.deepStrictEqual(yield* announced(other.viewer), [["down", "everything.example", "suppressed"]])
    })
  )

  it.effect("uptime leaves the time out, and says how much", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* site("uptime.example")
      const { id } = yield* openWindow(shop.viewer, 20, { ...shop.targets, startsAt: Date.parse(at(10)) })
      yield* openWindow(shop.viewer, 10, { ...shop.targets, startsAt: Date.parse(at(25)) })
      yield* shop.checkAt(15, "down")
      yield* shop.checkAt(20, "up")
      yield* setClock(at(40))
      const read = sql<{ uptime: number; seconds: number }>`
        select watched_uptime(${shop.key}::bigint, ${at(0)}::timestamptz, ${at(40)}::timestamptz) as uptime,
          maintenance_seconds(${shop.key}::bigint, ${at(0)}::timestamptz, ${at(40)}::timestamptz) as seconds`
      assert.deepStrictEqual(yield* read, [{ uptime: 100, seconds: 25 * 60 }])
      yield* tidy
      assert.deepStrictEqual(yield* read, [{ uptime: 100, seconds: 25 * 60 }])
      yield* (yield* MaintenanceWindows).remove(shop.viewer, id)
      assert.deepStrictEqual(yield* read, [{ uptime: 100, seconds: 25 * 60 }])
      assert.isNotNull(yield* (yield* Domains).find(shop.viewer, shop.id))
    })
  )

  it.effect("a window that recurs is stored ahead, and what was ended stays ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const windows = yield* MaintenanceWindows
      const shop = yield* site("recurring.example")
      const { id } = yield* openWindow(shop.viewer, 30, {
        ...shop.targets,
        startsAt: Date.parse(at(0)),
        recurrence: "FREQ=DAILY"
      })
      yield* setClock(at(10))
      const ended = yield* windows.end(shop.viewer, id)
      assert.deepInclude(ended._tag === "Saved" ? ended.window : {}, { state: "scheduled", current: null })
      const mine = (yield* windows.expiring(1_000, 1_000)).at(-1)
      if (mine !== undefined) yield* windows.extend(mine, expand)
      assert.strictEqual((yield* windows.find(shop.viewer, id))?.state, "scheduled")
      yield* setClock("2026-11-24T02:05:00Z")
      assert.deepInclude(yield* windows.find(shop.viewer, id), {
        state: "active",
        current: { startsAt: "2026-11-24T02:00:00.000Z", endsAt: "2026-11-24T02:30:00.000Z" }
      })
      yield* setClock("2027-01-10T02:05:00Z")
      yield* windows.settle(1_000)
      const again = (yield* windows.expiring(45, 1_000)).at(-1)
      if (again !== undefined) yield* windows.extend(again, expand)
      const [row] = yield* sql<{ n: number }>`
        select count(*)::int as n from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
        where w.public_id = ${id}::uuid and o.starts_at > mon_now()`
      assert.isAbove(row?.n ?? 0, 45)
      yield* setClock(at(0))
    })
  )
})
