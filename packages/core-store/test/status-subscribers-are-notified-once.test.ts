import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { StatusPosts, StatusSubscribers, SubscriberDeliveries } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { component, newPage, newPost } from "./statusPage.ts"
import { claimAll, recordAttempt, sendAll, subscribed } from "./statusSubscriber.ts"

const newShop = Effect.gen(function* () {
  const { viewer } = yield* newAccount
  const page = yield* newPage(viewer, { components: [component("Shop"), component("Wiki")] })
  const [shop = "", wiki = ""] = page.components.map(({ id }) => id)
  return { viewer, page, shop, wiki }
})

const notifying = { update: { notifies: true } } as const

layer(layerStore, { excludeTestServices: true })("subscribers of a status page", (it) => {
  it.effect("get a publication about their components, and one that names none", () =>
    Effect.gen(function* () {
      const { page, shop, viewer, wiki } = yield* newShop
      yield* subscribed(page.id, "all@test.example")
      yield* subscribed(page.id, "shop@test.example", [shop])
      yield* subscribed(page.id, "wiki@test.example", [wiki])
      yield* newPost(viewer, page.id, { componentIds: [shop], ...notifying })
      assert.deepStrictEqual(yield* sendAll(), ["all@test.example", "shop@test.example"])
      assert.deepStrictEqual(yield* sendAll(), [])
      yield* newPost(viewer, page.id, notifying)
      assert.lengthOf(yield* sendAll(), 3)
      yield* newPost(viewer, page.id, { componentIds: [wiki] })
      assert.deepStrictEqual(yield* sendAll(), [])
    })
  )

  it.effect("are counted before a publication as they are notified", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const { page, shop, viewer, wiki } = yield* newShop
      yield* subscribed(page.id, "one@test.example", [shop])
      yield* subscribed(page.id, "two@test.example")
      assert.deepStrictEqual(yield* subscribers.audience(viewer, page.id, [wiki]), { email: 1, webhook: 0 })
      assert.deepStrictEqual(yield* subscribers.audience(viewer, page.id, []), { email: 2, webhook: 0 })
      const { viewer: other } = yield* newAccount
      assert.isNull(yield* subscribers.audience(other, page.id, []))
      assert.isNull(yield* subscribers.list(other, page.id, { page: 1, limit: 10 }))
      assert.isFalse(yield* subscribers.remove(other, page.id, page.id))
    })
  )

  it.effect("get nothing after they have left, even if it was waiting", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const { page, viewer } = yield* newShop
      const left = yield* subscribed(page.id, "left@test.example")
      yield* subscribed(page.id, "stays@test.example")
      yield* newPost(viewer, page.id, notifying)
      assert.isTrue(yield* subscribers.leave(left))
      assert.isTrue(yield* subscribers.leave(left))
      assert.deepStrictEqual(yield* sendAll(), ["stays@test.example"])
      yield* newPost(viewer, page.id, notifying)
      assert.deepStrictEqual(yield* sendAll(), ["stays@test.example"])
      yield* subscribed(page.id, "LEFT@test.example")
      yield* newPost(viewer, page.id, notifying)
      assert.deepStrictEqual(yield* sendAll(), ["LEFT@test.example", "stays@test.example"].toSorted())
    })
  )

  it.effect("get the newest of several updates that are published together", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { page, viewer } = yield* newShop
      yield* subscribed(page.id, "one@test.example")
      const post = yield* newPost(viewer, page.id, { update: { notifies: null } })
      const second = { state: "identified", body: "Found.", displayAt: null, components: [], notifies: null } as const
      yield* posts.addUpdate(viewer, page.id, post.id, second)
      yield* posts.update(viewer, page.id, post.id, { publish: { notifies: true } })
      const claimed = yield* claimAll()
      const found = yield* posts.find(viewer, page.id, post.id)
      assert.deepStrictEqual(
        claimed.map(({ updateId }) => updateId),
        [found?.updates[0]?.id ?? ""]
      )
      yield* Effect.forEach(claimed, (one) => recordAttempt(one))
    })
  )

  it.effect("who cannot be reached are ended, and what waits for them is dropped", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const { page, viewer } = yield* newShop
      yield* subscribed(page.id, "nobody@test.example")
      yield* newPost(viewer, page.id, notifying)
      yield* newPost(viewer, page.id, notifying)
      const [first] = yield* claimAll()
      assert(first !== undefined)
      yield* recordAttempt(first, { status: "failed", code: "550", error: "No such user", ends: "bounced" })
      const listed = yield* subscribers.list(viewer, page.id, { page: 1, limit: 10 })
      assert.deepStrictEqual(
        listed?.items.map(({ endedReason, state }) => [state, endedReason]),
        [["ended", "bounced"]]
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`update status_delivery set next_at = mon_now() where status = 'pending'`
      assert.deepStrictEqual(yield* sendAll(), [])
    })
  )

  it.effect("beyond the limit of the plan stop, the newest first", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const sql = yield* SqlClient.SqlClient
      const { page, viewer } = yield* newShop
      const [row] = yield* sql<{ readonly key: string }>`
        select id::text as key from status_page where public_id = ${page.id}::uuid`
      yield* sql`
        insert into status_subscriber (public_id, page_id, kind, address, address_key, language, state, confirmed_at)
        select gen_random_uuid(), ${row?.key ?? ""}::bigint, 'email', n || '@test.example', n || '@test.example', 'en',
          'confirmed', mon_now() - interval '1 day' + n * interval '1 second'
        from generate_series(1, 101) n`
      yield* sql`update account set plan = 'free' where id = ${viewer.accountKey}::bigint`
      yield* newPost(viewer, page.id, notifying)
      const got = yield* sendAll()
      assert.lengthOf(got, 100)
      assert.notInclude(got, "101@test.example")
      const listed = (yield* subscribers.all(viewer, page.id)) ?? []
      assert.deepStrictEqual(
        listed.filter(({ stoppedBy }) => stoppedBy === "plan").map(({ address }) => address),
        ["101@test.example"]
      )
      const shown = yield* subscribers.list(viewer, page.id, { page: 1, limit: 1 })
      assert.deepStrictEqual(
        shown?.items.map(({ stoppedBy }) => stoppedBy),
        ["plan"]
      )
    })
  )

  it.effect("of one page do not wait for those of another with many", () =>
    Effect.gen(function* () {
      const deliveries = yield* SubscriberDeliveries
      const large = yield* newShop
      const small = yield* newShop
      yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => n),
        (n) => subscribed(large.page.id, `large-${n}@test.example`)
      )
      yield* subscribed(small.page.id, "small@test.example")
      yield* newPost(large.viewer, large.page.id, notifying)
      yield* newPost(small.viewer, small.page.id, notifying)
      const first = yield* deliveries.claim("email", 2, 100_000, [])
      assert.include(
        first.map(({ address }) => address),
        "small@test.example"
      )
      yield* deliveries.release(first)
      const others = yield* deliveries.claim("email", 100, 100_000, [first[0]?.pageKey ?? ""])
      assert.isTrue(others.every(({ pageKey }) => pageKey !== first[0]?.pageKey))
      yield* deliveries.release(others)
      assert.lengthOf(yield* sendAll(), 13)
    })
  )

  it.effect("wait while the first email of an alert waits", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { page, viewer } = yield* newShop
      yield* subscribed(page.id, "one@test.example")
      yield* newPost(viewer, page.id, notifying)
      yield* sql`
        insert into notification_delivery (public_id, account_id, key, channel, target)
        values (gen_random_uuid(), ${viewer.accountKey}::bigint, 'an alert', 'email', 'owner@test.example')`
      assert.deepStrictEqual(yield* claimAll(), [])
      yield* sql`update notification_delivery set status = 'sent' where key = 'an alert'`
      assert.deepStrictEqual(yield* sendAll(), ["one@test.example"])
    })
  )

  it.effect("by webhook get the update, and each change of a component", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const { page, shop, viewer } = yield* newShop
      const site = "hooks.example"
      const hook = (name: string) => ({
        id: crypto.randomUUID(),
        pageId: page.id,
        url: `https://${name}.hooks.example/in`,
        site,
        language: "en" as const,
        componentIds: null,
        seal: () => Effect.succeed("sealed")
      })
      for (const name of ["a", "b", "c"]) {
        assert.strictEqual((yield* subscribers.confirmWebhook(hook(name)))._tag, "Confirmed")
      }
      assert.strictEqual((yield* subscribers.confirmWebhook(hook("d")))._tag, "SiteFull")
      assert.strictEqual((yield* subscribers.requestWebhook(page.id, hook("d").url, site))._tag, "SiteFull")
      assert.strictEqual((yield* subscribers.confirmWebhook(hook("a")))._tag, "Confirmed")
      yield* newPost(viewer, page.id, {
        update: { notifies: true, components: [{ componentId: shop, state: "major_outage" }] }
      })
      const claimed = yield* claimAll("webhook")
      assert.deepStrictEqual(
        claimed.map(({ componentId }) => componentId).toSorted(),
        [shop, shop, shop, null, null, null].toSorted()
      )
      const [one] = claimed
      assert(one !== undefined)
      yield* sql5Days(one.subscriberId)
      yield* recordAttempt(one, { status: "failed", code: "500", error: "HTTP 500", retryAfterMs: 1 })
      const ended = (yield* subscribers.all(viewer, page.id))?.find(({ id }) => id === one.subscriberId)
      assert.deepStrictEqual([ended?.state, ended?.endedReason], ["ended", "failing"])
    })
  )
})

const sql5Days = Effect.fnUntraced(function* (subscriberId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update status_subscriber set failing_since = mon_now() - interval '5 days' where public_id = ${subscriberId}::uuid`
})
