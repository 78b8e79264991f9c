import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { StatusPages, StatusPosts, type WriteText } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { component, documentOf, newPage, newPost } from "./statusPage.ts"
import { watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 2, minute)).toISOString()
const time = (minute: number) => Date.parse(at(minute))

const write: WriteText = ({ components, kind, language, state }) => ({
  title: `${kind} ${components.join(", ")}`,
  body: `${language} ${state} ${components.join(", ")}`
})

const work = Effect.gen(function* () {
  const posts = yield* StatusPosts
  yield* Effect.all(
    [
      knownToBeDue("posts about incidents", posts.followIncidents(write, 100)),
      posts.followIncidents(write, 100),
      knownToBeDue("planned maintenance", posts.moveMaintenance(write, 100))
    ],
    { concurrency: "unbounded" }
  )
  yield* posts.followIncidents(write, 100)
})

const outage = Effect.fn("outage")(function* (
  hostname: string,
  automaticPosts: "off" | "draft" | "publish" | "publish_and_notify"
) {
  yield* setClock(at(0))
  const domain = yield* watched(hostname)
  const page = yield* newPage(domain.viewer, {
    automaticPosts,
    components: [component("Shop", { monitorIds: [domain.id] }), component("Wiki")]
  })
  const checkAt = Effect.fn("checkAt")(function* (minute: number, verdict: "up" | "down") {
    for (let index = 0; index < 3; index++) {
      yield* setClock(new Date(time(minute) + index * 1_000).toISOString())
      yield* domain.check(verdict)
    }
  })
  const all = Effect.gen(function* () {
    return (yield* (yield* StatusPosts).list(domain.viewer, page.id, { page: 1, limit: 10 }))?.items ?? []
  })
  return { ...domain, page, checkAt, all }
})

layer(layerStore, { excludeTestServices: true })("a post of a status page", (it) => {
  it.effect("that is a draft becomes visible with all of its drafts, at the time of the publication", () =>
    Effect.gen(function* () {
      yield* Effect.ignore(installClock(at(0)))
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer)
      const post = yield* newPost(viewer, page.id, { update: { notifies: null } })
      assert.isTrue(post.isDraft)
      assert.deepStrictEqual((yield* documentOf(page.id)).posts, [])
      const second = { state: "identified", body: "Found.", displayAt: null, components: [] } as const
      assert.strictEqual(
        (yield* posts.addUpdate(viewer, page.id, post.id, { ...second, notifies: true }))._tag,
        "PostIsDraft"
      )
      yield* posts.addUpdate(viewer, page.id, post.id, { ...second, notifies: null })
      yield* setClock(at(5))
      const published = yield* posts.update(viewer, page.id, post.id, { publish: { notifies: true } })
      assert(published._tag === "Saved")
      assert.deepStrictEqual(
        published.post.updates.map(({ displayAt, isDraft, notifySubscribers, state }) => [
          state,
          displayAt,
          isDraft,
          notifySubscribers
        ]),
        [
          ["identified", at(5), false, true],
          ["investigating", at(5), false, true]
        ]
      )
      yield* setClock(at(9))
      const again = yield* posts.update(viewer, page.id, post.id, { publish: { notifies: false } })
      assert(again._tag === "Saved")
      assert.deepStrictEqual(again.post.updates, published.post.updates)
      const [shown] = (yield* documentOf(page.id)).posts
      assert.strictEqual(shown?.state, "identified")
      assert.lengthOf(shown?.updates ?? [], 2)
    })
  )

  it.effect("sets the state of components with an update, and lets it follow monitors again with a later one", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer, { components: [component("Shop")] })
      const componentId = page.components[0]?.id ?? ""
      const post = yield* newPost(viewer, page.id, {
        update: { components: [{ componentId, state: "major_outage" }], notifies: null }
      })
      const stateOf = Effect.map(documentOf(page.id), ({ components }) => components[0]?.state)
      assert.strictEqual(yield* stateOf, "unknown")
      yield* posts.update(viewer, page.id, post.id, { publish: { notifies: false } })
      assert.strictEqual(yield* stateOf, "major_outage")
      yield* posts.addUpdate(viewer, page.id, post.id, {
        state: "resolved",
        body: "Over.",
        displayAt: null,
        components: [{ componentId, state: null }],
        notifies: false
      })
      assert.strictEqual(yield* stateOf, "unknown")
      const [shown] = (yield* documentOf(page.id)).posts
      assert.strictEqual(shown?.resolvedAt, shown?.updates[0]?.displayAt)
      assert.deepStrictEqual(shown?.updates[0]?.changes, [
        { componentId, oldState: "major_outage", newState: "unknown" }
      ])
    })
  )

  it.effect("sets the states that its draft says last, and refuses to change them once they are published", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer, { components: [component("Shop"), component("Wiki")] })
      const [shop = "", wiki = ""] = page.components.map(({ id }) => id)
      const post = yield* newPost(viewer, page.id, {
        update: { components: [{ componentId: shop, state: "major_outage" }], notifies: null }
      })
      const update = post.updates[0]?.id ?? ""
      const change = { components: [{ componentId: wiki, state: "partial_outage" as const }] }
      assert.strictEqual((yield* posts.changeUpdate(viewer, page.id, post.id, update, change))._tag, "Saved")
      yield* posts.update(viewer, page.id, post.id, { publish: { notifies: false } })
      const states = Effect.map(documentOf(page.id), ({ components }) => components.map(({ state }) => state))
      assert.deepStrictEqual(yield* states, ["unknown", "partial_outage"])
      const refused = yield* posts.changeUpdate(viewer, page.id, post.id, update, { body: "Changed.", components: [] })
      assert.strictEqual(refused._tag, "UpdateIsPublished")
      assert.strictEqual((yield* posts.find(viewer, page.id, post.id))?.updates[0]?.body, "We investigate.")
      assert.deepStrictEqual(yield* states, ["unknown", "partial_outage"])
    })
  )

  it.effect("keeps a published update while it is published, and states that fit its kind", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer)
      const post = yield* newPost(viewer, page.id)
      const update = post.updates[0]?.id ?? ""
      assert.strictEqual((yield* posts.removeUpdate(viewer, page.id, post.id, update))._tag, "LastUpdate")
      assert.strictEqual(
        (yield* posts.changeUpdate(viewer, page.id, post.id, update, { state: "completed" }))._tag,
        "WrongState"
      )
      assert.strictEqual((yield* posts.update(viewer, page.id, post.id, { endsAt: time(50) }))._tag, "WrongTimes")
      assert.deepStrictEqual((yield* posts.find(viewer, page.id, post.id))?.updates[0]?.id, update)
      assert.isTrue(yield* posts.remove(viewer, page.id, post.id))
      assert.deepStrictEqual((yield* documentOf(page.id)).posts, [])
    })
  )

  it.effect("of planned maintenance moves at its times, once, and its components are under maintenance", () =>
    Effect.gen(function* () {
      yield* setClock(at(0))
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer, { language: "de", components: [component("Shop")] })
      const componentIds = [page.components[0]?.id ?? ""]
      yield* newPost(viewer, page.id, {
        kind: "maintenance",
        startedAt: time(10),
        endsAt: time(20),
        movesItself: true,
        componentIds,
        update: { state: "scheduled" }
      })
      const stateAt = Effect.fn("stateAt")(function* (minute: number) {
        yield* setClock(at(minute))
        yield* work
        const { components, posts } = yield* documentOf(page.id)
        return [posts[0]?.state, posts[0]?.updates.length, components[0]?.state]
      })
      assert.deepStrictEqual(yield* stateAt(9), ["scheduled", 1, "unknown"])
      assert.deepStrictEqual(yield* stateAt(10), ["in_progress", 2, "under_maintenance"])
      assert.deepStrictEqual(yield* stateAt(11), ["in_progress", 2, "under_maintenance"])
      assert.deepStrictEqual(yield* stateAt(20), ["completed", 3, "unknown"])
      assert.deepStrictEqual(yield* stateAt(30), ["completed", 3, "unknown"])
      assert.strictEqual((yield* documentOf(page.id)).posts[0]?.updates[0]?.body, "de completed Shop")
    })
  )

  it.effect("that an incident begins is a draft unless the owner says otherwise", () =>
    Effect.gen(function* () {
      const shop = yield* outage("draft.example", "draft")
      yield* shop.checkAt(1, "down")
      yield* work
      yield* work
      const [post, ...others] = yield* shop.all
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        [post?.title, post?.isDraft, post?.isAutomatic, post?.state, post?.componentIds],
        ["incident Shop", true, true, "investigating", [shop.page.components[0]?.id]]
      )
      assert.deepStrictEqual((yield* documentOf(shop.page.id)).posts, [])
      yield* shop.checkAt(5, "up")
      yield* work
      yield* work
      const [resolved] = yield* shop.all
      assert.deepStrictEqual(
        resolved?.updates.map(({ isDraft, state }) => [state, isDraft]),
        [
          ["resolved", true],
          ["investigating", true]
        ]
      )
    })
  )

  it.effect("that an incident begins is published and resolved by itself if the owner says so", () =>
    Effect.gen(function* () {
      const shop = yield* outage("publish.example", "publish_and_notify")
      yield* shop.checkAt(1, "down")
      yield* work
      yield* shop.checkAt(5, "up")
      yield* work
      const [post] = (yield* documentOf(shop.page.id)).posts
      assert.strictEqual(post?.state, "resolved")
      assert.deepStrictEqual(
        post?.updates.map(({ notifiesSubscribers, state }) => [state, notifiesSubscribers]),
        [
          ["resolved", true],
          ["investigating", true]
        ]
      )
    })
  )

  it.effect("that people have resolved is not resolved again by itself", () =>
    Effect.gen(function* () {
      const shop = yield* outage("by-hand.example", "publish")
      yield* shop.checkAt(1, "down")
      yield* work
      const [post] = yield* shop.all
      assert.isTrue(post?.movesItself)
      const resolved = { state: "resolved", body: "Over.", displayAt: null, components: [], notifies: false } as const
      yield* (yield* StatusPosts).addUpdate(shop.viewer, shop.page.id, post?.id ?? "", resolved)
      yield* shop.checkAt(5, "up")
      yield* work
      const sql = yield* SqlClient.SqlClient
      const version = sql`select version from status_page where public_id = ${shop.page.id}::uuid`
      const before = yield* version
      yield* work
      assert.deepStrictEqual(yield* version, before)
      const [shown] = (yield* documentOf(shop.page.id)).posts
      assert.lengthOf(shown?.updates ?? [], 2)
      assert.isFalse((yield* shop.all)[0]?.movesItself)
    })
  )

  it.effect("that was deleted does not begin again with the same incident", () =>
    Effect.gen(function* () {
      const shop = yield* outage("deleted.example", "publish")
      yield* shop.checkAt(1, "down")
      yield* work
      const [post] = yield* shop.all
      yield* (yield* StatusPosts).remove(shop.viewer, shop.page.id, post?.id ?? "")
      yield* work
      assert.deepStrictEqual(yield* shop.all, [])
    })
  )

  it.effect("is not made where the owner switched it off, or where nobody was notified of the incident", () =>
    Effect.gen(function* () {
      const off = yield* outage("off.example", "off")
      yield* off.checkAt(1, "down")
      yield* work
      assert.deepStrictEqual(yield* off.all, [])
      const quiet = yield* outage("quiet.example", "publish")
      yield* quiet.checkAt(1, "down")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update incident set is_unannounced = true where monitor_id = ${quiet.key}::bigint`
      yield* work
      assert.deepStrictEqual(yield* quiet.all, [])
    })
  )

  it.effect("counts as open, draft or closed in the list of its page", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer)
      const open = yield* newPost(viewer, page.id, { title: "Open" })
      yield* newPost(viewer, page.id, { title: "Closed", update: { state: "resolved" } })
      yield* newPost(viewer, page.id, { title: "Draft", update: { notifies: null } })
      const titles = (state: "open" | "draft" | "closed") =>
        Effect.map(posts.list(viewer, page.id, { page: 1, limit: 10, state }), (found) =>
          found?.items.map(({ title }) => title)
        )
      assert.deepStrictEqual(
        [yield* titles("open"), yield* titles("draft"), yield* titles("closed")],
        [["Open"], ["Draft"], ["Closed"]]
      )
      const [summary] = yield* (yield* StatusPages).list(viewer)
      assert.deepStrictEqual([summary?.openPosts, summary?.drafts], [1, 1])
      assert.strictEqual(open.updates[0]?.author?.endsWith("@test.example"), true)
    })
  )
})
