import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, MaintenanceWindows, StatusPageDocuments, StatusPages, Tags } from "../src/index.ts"
import { readDocument } from "../src/statusPages/pages/composeDocument.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { expand, openWindow } from "./maintenanceWindow.ts"
import { installClock, setClock } from "./movableClock.ts"
import { BASE, component, documentOf, newPage, newPost, pageInput } from "./statusPage.ts"
import { watched } from "./watchedDomain.ts"

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 23, hour, minute)).toISOString()
const nothing = { wholeAccount: false, domainIds: [], urlIds: [], heartbeatIds: [], tagIds: [] } as const

/** A domain of a page with one component, and a function that makes three checks at a given time. */
const shop = Effect.fn("shop")(function* (hostname: string, at0 = at(0)) {
  yield* setClock(at0)
  const domain = yield* watched(hostname)
  const page = yield* newPage(domain.viewer, {
    automaticPosts: "off",
    components: [component("Checkout", { monitorIds: [domain.id] })]
  })
  const checkAt = Effect.fn("checkAt")(function* (time: string, verdict: "up" | "down") {
    for (let index = 0; index < 3; index++) {
      yield* setClock(new Date(Date.parse(time) + index * 1_000).toISOString())
      yield* domain.check(verdict)
    }
  })
  return { ...domain, page, checkAt, componentId: page.components[0]?.id ?? "" }
})

layer(layerStore, { excludeTestServices: true })("the document of a status page", (it) => {
  it.effect("follows the state of monitors, and people can override it", () =>
    Effect.gen(function* () {
      yield* Effect.ignore(installClock(at(0)))
      const { checkAt, componentId, page, viewer } = yield* shop("states.example")
      const stateOf = Effect.map(documentOf(page.id), ({ components: [one] }) => [one?.state, one?.isOverridden])
      assert.deepStrictEqual(yield* stateOf, ["unknown", false])
      yield* checkAt(at(0, 1), "up")
      assert.deepStrictEqual(yield* stateOf, ["operational", false])
      yield* checkAt(at(0, 2), "down")
      assert.deepStrictEqual(yield* stateOf, ["major_outage", false])
      const { components } = yield* documentOf(page.id)
      assert.strictEqual(components[0]?.stateSince?.slice(0, 16), at(0, 2).slice(0, 16))
      const pages = yield* StatusPages
      yield* pages.override(viewer, page.id, componentId, "degraded_performance")
      assert.deepStrictEqual(yield* stateOf, ["degraded_performance", true])
      yield* pages.override(viewer, page.id, componentId, null)
      assert.deepStrictEqual(yield* stateOf, ["major_outage", false])
    })
  )

  it.effect("follows all monitors with a tag", () =>
    Effect.gen(function* () {
      const { checkAt, id, viewer } = yield* shop("tagged.example", at(1))
      yield* checkAt(at(1, 1), "down")
      const tag = yield* (yield* Tags).create(viewer, { name: "shop", color: "#000000" }, 10)
      assert(tag._tag === "Saved")
      const page = yield* newPage(viewer, { components: [component("All", { tagIds: [tag.tag.id] })] })
      assert.strictEqual((yield* documentOf(page.id)).components[0]?.days, null)
      yield* (yield* Tags).assign(viewer, "domain", id, [tag.tag.id])
      assert.strictEqual((yield* documentOf(page.id)).components[0]?.state, "major_outage")
    })
  )

  it.effect("counts up, down, maintenance and unwatched time of each day", () =>
    Effect.gen(function* () {
      const { check, id, key, page, sql, viewer } = yield* shop("days.example", at(12))
      yield* sql`update monitor_schedule set interval_ms = 86400000 where monitor_id = ${key}::bigint`
      yield* check("up")
      yield* sql`delete from status_period where monitor_id = ${key}::bigint`
      for (const [since, state] of [
        [at(12), 1],
        [at(36), 2],
        [at(38), 1]
      ] as const)
        yield* sql`insert into status_period (monitor_id, since, state) values (${key}::bigint, ${since}::timestamptz, ${state})`
      yield* sql`insert into unwatched_period (monitor_id, since, until)
        values (${key}::bigint, ${at(20)}::timestamptz, ${at(21)}::timestamptz)`
      yield* setClock(at(37))
      yield* openWindow(viewer, 30, { ...nothing, domainIds: [id] })
      yield* setClock(at(40))
      const [one] = (yield* documentOf(page.id)).components
      assert.deepStrictEqual(one?.days, [
        { date: "2026-11-23", up: 11 * 3_600, down: 0, maintenance: 0, unwatched: 3_600 },
        { date: "2026-11-24", up: 14 * 3_600, down: 5_400, maintenance: 1_800, unwatched: 0 }
      ])
      assert.strictEqual(one?.uptimePercent, 94.33)
      assert.strictEqual(one?.startDate, "2026-11-23")
    })
  )

  it.effect("shows windows over its components, with their names only if the owner says so", () =>
    Effect.gen(function* () {
      const { checkAt, id, page, viewer, componentId } = yield* shop("windows.example", at(2))
      yield* checkAt(at(2, 1), "up")
      yield* setClock(at(3))
      const window = yield* openWindow(viewer, 30, { ...nothing, domainIds: [id], name: "Secret database move" })
      const other = yield* (yield* Domains).create(viewer, newDomain("elsewhere.example"), 10)
      assert(other._tag === "Created")
      yield* openWindow(viewer, 30, { ...nothing, domainIds: [other.monitor.id] })
      const document = yield* documentOf(page.id)
      assert.strictEqual(document.components[0]?.state, "under_maintenance")
      assert.deepStrictEqual(
        document.windows.map(({ componentIds, occurrences, title }) => [title, componentIds, occurrences]),
        [[null, [componentId], [{ startsAt: window.startsAt, endsAt: at(3, 30) }]]]
      )
      yield* (yield* StatusPages).update(viewer, page.id, { showsWindowNames: true })
      assert.strictEqual((yield* documentOf(page.id)).windows[0]?.title, "Secret database move")
    })
  )

  it.effect("shows a window that is not published as if it did not exist, until somebody publishes it", () =>
    Effect.gen(function* () {
      const { checkAt, id, key, page, sql, viewer } = yield* shop("unpublished.example", at(6))
      const windows = yield* MaintenanceWindows
      yield* checkAt(at(6, 1), "up")
      yield* sql`update monitor_schedule set interval_ms = 86400000 where monitor_id = ${key}::bigint`
      yield* setClock(at(7))
      const window = yield* openWindow(viewer, 30, { ...nothing, domainIds: [id], published: false })
      assert.isFalse(window.published)
      const shown = Effect.map(documentOf(page.id), ({ components: [one], windows: listed }) => [
        one?.state,
        listed.length,
        one?.days?.[0]?.maintenance
      ])
      yield* setClock(at(7, 10))
      assert.deepStrictEqual(yield* shown, ["operational", 0, 0])
      // Alerts are suppressed, and the lists of monitors show the maintenance.
      assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.maintenance?.id, window.id)
      yield* windows.update(viewer, window.id, { published: true }, expand)
      assert.deepStrictEqual(yield* shown, ["under_maintenance", 1, 600])
      yield* windows.update(viewer, window.id, { published: false }, expand)
      assert.deepStrictEqual(yield* shown, ["operational", 0, 0])
      yield* windows.remove(viewer, window.id)
      assert.deepStrictEqual(yield* shown, ["operational", 0, 0])
      assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.uptime.maintenanceSeconds, 600)
    })
  )

  it.effect("contains nothing of a monitor but names that the owner shows", () =>
    Effect.gen(function* () {
      const { checkAt, id, key, page, viewer } = yield* shop("private-host.example", at(4))
      yield* checkAt(at(4, 1), "down")
      const hidden = JSON.stringify(yield* documentOf(page.id))
      for (const secret of ["private-host", id, "http_status", "a sentence", `"${key}"`])
        assert.notInclude(hidden, secret)
      const [one] = page.components
      assert(one !== undefined)
      yield* (yield* StatusPages).update(viewer, page.id, {
        components: [component("Checkout", { id: one.id, monitorIds: [id], showsMonitors: true })]
      })
      const { components } = yield* documentOf(page.id)
      assert.deepStrictEqual(components[0]?.monitors, [{ name: "private-host.example", state: "major_outage" }])
    })
  )

  it.effect("takes the same number of statements, whatever the number of components", () =>
    Effect.gen(function* () {
      const real = yield* SqlClient.SqlClient
      let statements = 0
      const counting = new Proxy(real, {
        apply: (target, self, args) => {
          statements += 1
          return Reflect.apply(target as never, self, args)
        }
      })
      const read = readDocument(counting)
      const { viewer } = yield* newAccount
      const counts = new Set<number>()
      for (const size of [1, 5, 40]) {
        const components = []
        for (let index = 0; index < size; index++) {
          const made = yield* (yield* Domains).create(viewer, newDomain(`c${size}-${index}.example`), 1_000)
          assert(made._tag === "Created")
          components.push(component(`Part ${index}`, { monitorIds: [made.monitor.id] }))
        }
        const page = yield* newPage(viewer, { components })
        yield* newPost(viewer, page.id)
        statements = 0
        assert.lengthOf((yield* read({ id: page.id }, BASE))?.document.components ?? [], size)
        counts.add(statements)
      }
      assert.lengthOf([...counts], 1)
    })
  )

  it.effect("shows posts with their updates, and not the drafts among them", () =>
    Effect.gen(function* () {
      const { componentId, page, viewer } = yield* shop("posts.example", at(5))
      yield* newPost(viewer, page.id, { title: "Draft", update: { notifies: null } })
      const post = yield* newPost(viewer, page.id, {
        update: { components: [{ componentId, state: "partial_outage" }], notifies: true }
      })
      const { components, posts } = yield* documentOf(page.id)
      assert.strictEqual(components[0]?.state, "partial_outage")
      assert.deepStrictEqual(
        posts.map(({ id, state, title }) => [id, title, state]),
        [[post.id, "Slow payments", "investigating"]]
      )
      assert.deepStrictEqual(posts[0]?.updates[0]?.changes, [
        { componentId, oldState: "unknown", newState: "partial_outage" }
      ])
      assert.isTrue(posts[0]?.updates[0]?.notifiesSubscribers)
      assert.deepStrictEqual(posts[0]?.componentIds, [componentId])
    })
  )

  it.effect("of unsaved input is what the page would show, and changes nothing", () =>
    Effect.gen(function* () {
      const { checkAt, componentId, id, page, viewer } = yield* shop("preview.example", at(6))
      yield* checkAt(at(6, 1), "down")
      const documents = yield* StatusPageDocuments
      const {
        access: _a,
        automaticPosts: _p,
        emailDomains: _e,
        passwordHash: _h,
        id: _i,
        ...fields
      } = pageInput({ name: "New" })
      const layout = {
        groups: [{ id: "g", name: "Shop", description: null }],
        components: [component("Cart", { id: componentId, monitorIds: [id], groupId: "g" }), component("Wiki")]
      }
      const found = yield* documents.preview(viewer, { pageId: page.id, fields, layout }, BASE)
      assert(typeof found !== "string")
      assert.deepStrictEqual(
        found.components.map(({ groupId, name, state }) => [name, groupId, state]),
        [
          ["Cart", "g", "major_outage"],
          ["Wiki", null, "unknown"]
        ]
      )
      assert.strictEqual((yield* documentOf(page.id)).name, "Shop")
      const { viewer: other } = yield* newAccount
      assert.strictEqual(yield* documents.preview(other, { pageId: page.id, fields, layout }, BASE), "Absent")
      assert.strictEqual(yield* documents.preview(other, { pageId: null, fields, layout }, BASE), "NoMonitor")
    })
  )
})
