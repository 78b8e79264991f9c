import { assert, layer } from "@effect/vitest"
import { monitorListFields, unseenChangesShown } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, MonitorLists, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock } from "./movableClock.ts"
import { addUrl, changePage, idsOf } from "./watchedPage.ts"

const absent = "00000000-0000-7000-8000-000000000000"

const changedPage = Effect.gen(function* () {
  const { viewer } = yield* newAccount
  const monitor = yield* addUrl(viewer)
  const changes: Array<string> = []
  for (const hour of ["08", "09", "10"]) changes.push(yield* changePage(viewer, monitor, `2026-11-21T${hour}:00:00Z`))
  return { viewer, monitor, changes }
})

const unseen = Effect.fn("unseen")(function* (viewer: AccessScope, monitor: string) {
  const found = yield* (yield* PageMonitors).changes(viewer, monitor, { limit: 50 })
  const ids = typeof found === "string" ? [] : found.filter(({ isSeen }) => !isSeen).map(({ id }) => id)
  const row = (yield* (yield* MonitorLists).read(viewer)).rows.find(([id]) => id === monitor)
  assert.strictEqual(row?.[monitorListFields.indexOf("unseenChanges")], ids.length)
  return ids
})

const secondPerson = Effect.fn("secondPerson")(function* (viewer: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ key: string }>`
    insert into app_user (public_id, email) values (gen_random_uuid(), gen_random_uuid() || '@test.example')
    returning id::text as key`
  return { ...viewer, userKey: row?.key ?? "" }
})

layer(layerStore, { excludeTestServices: true })("changes of a page", (it) => {
  it.effect("are unseen until the person marks them, one by one or all", () =>
    Effect.gen(function* () {
      yield* installClock("2026-11-21T07:00:00Z")
      const urls = yield* PageMonitors
      const { changes, monitor, viewer } = yield* changedPage
      const [first = "", second = "", third = ""] = changes
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [third, second, first])
      assert.strictEqual(yield* urls.markChange(viewer, monitor, second, true), 2)
      assert.strictEqual(yield* urls.markChange(viewer, monitor, second, true), 2)
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [third, first])
      assert.strictEqual(yield* urls.markAllChanges(viewer, monitor), 0)
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [])
      assert.strictEqual(yield* urls.markChange(viewer, monitor, first, false), 1)
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [first])
      const fourth = yield* changePage(viewer, monitor, "2026-11-21T11:00:00Z")
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [fourth, first])
      assert.strictEqual(yield* urls.markChange(viewer, monitor, first, true), 1)
      assert.strictEqual(yield* urls.markChange(viewer, monitor, fourth, true), 0)
      assert.strictEqual(yield* urls.markChange(viewer, monitor, fourth, false), 1)
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [fourth])
      const shown = yield* urls.change(viewer, monitor, fourth)
      assert.isFalse(typeof shown === "string" || shown.isSeen)
    })
  )

  it.effect("stay unseen for other people", () =>
    Effect.gen(function* () {
      const urls = yield* PageMonitors
      const { changes, monitor, viewer } = yield* changedPage
      const other = yield* secondPerson(viewer)
      yield* urls.markAllChanges(viewer, monitor)
      assert.lengthOf(yield* unseen(other, monitor), 3)
      assert.strictEqual(yield* urls.markChange(other, monitor, changes[1] ?? "", true), 2)
      assert.deepStrictEqual(yield* unseen(viewer, monitor), [])
    })
  )

  it.effect("that do not exist, or belong to another page, cannot be marked", () =>
    Effect.gen(function* () {
      const urls = yield* PageMonitors
      const { monitor, viewer } = yield* changedPage
      const other = yield* changedPage
      for (const id of [absent, "x", "\0", other.changes[0] ?? ""]) {
        assert.strictEqual(yield* urls.markChange(viewer, monitor, id, true), "NoChange")
        assert.strictEqual(yield* urls.change(viewer, monitor, id), "NoChange")
        assert.strictEqual(yield* urls.changes(viewer, monitor, { limit: 1, before: id }), "NoChange")
      }
      assert.strictEqual(yield* urls.markChange(viewer, other.monitor, other.changes[0] ?? "", true), "NoMonitor")
      assert.lengthOf(yield* unseen(other.viewer, other.monitor), 3)
    })
  )

  it.effect("are listed page by page", () =>
    Effect.gen(function* () {
      const urls = yield* PageMonitors
      const { changes, monitor, viewer } = yield* changedPage
      const [first = "", second = "", third = ""] = changes
      assert.deepStrictEqual(yield* idsOf(urls.changes(viewer, monitor, { limit: 2 })), [third, second])
      assert.deepStrictEqual(yield* idsOf(urls.changes(viewer, monitor, { limit: 2, before: second })), [first])
      assert.deepStrictEqual(yield* idsOf(urls.changes(viewer, monitor, { limit: 2, before: first })), [])
    })
  )

  it.effect("are counted up to a limit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { monitor, viewer } = yield* changedPage
      yield* sql`
        insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
          removed_lines, similarity, approximate, diff, hunks)
        select gen_random_uuid(), c.account_id, c.monitor_id, mon_now(), '', 1, 1, 1, 1, false, '', '[]'
        from generate_series(1, ${unseenChangesShown}::int) n,
          (select * from url_change order by id desc limit 1) c`
      const row = (yield* (yield* MonitorLists).read(viewer)).rows.find(([id]) => id === monitor)
      assert.strictEqual(row?.[monitorListFields.indexOf("unseenChanges")], unseenChangesShown)
      assert.strictEqual(yield* (yield* PageMonitors).markAllChanges(viewer, monitor), 0)
    })
  )
})
