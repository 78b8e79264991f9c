import { assert, layer } from "@effect/vitest"
import { statusPageLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, StatusPosts } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { documentOf, newPage, newPost } from "./statusPage.ts"

const { document: limits, updatesOfPost } = statusPageLimits

/** Inserts published posts, one a minute, newest first, each with its updates, one a second. */
const addPosts = Effect.fn("addPosts")(function* (
  pageId: string,
  { body, posts, updates }: { readonly posts: number; readonly updates: number; readonly body: string }
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with post as (
      insert into status_post (public_id, page_id, kind, title, impact, started_at, published_at, updated_at)
      select gen_random_uuid(), p.id, 'incident', 'Post ' || n, 'minor', mon_now() - n * interval '1 minute', mon_now(),
        mon_now() - n * interval '1 minute'
      from status_page p cross join generate_series(1, ${posts}::int) n where p.public_id = ${pageId}::uuid
      returning id
    )
    insert into status_update (public_id, post_id, state, body, display_at, published_at, notifies)
    select gen_random_uuid(), post.id, 'investigating', ${body}, mon_now() - n * interval '1 second', mon_now(), false
    from post cross join generate_series(1, ${updates}::int) n`
})

const fullPage = Effect.fn("fullPage")(function* (
  viewer: AccessScope,
  full: { readonly posts: number; readonly updates: number; readonly body: string }
) {
  const { id } = yield* newPage(viewer)
  yield* addPosts(id, full)
  return yield* documentOf(id)
})

layer(layerStore, { excludeTestServices: true })("the document of a page with too many posts", (it) => {
  it.effect("has every post, and the newest updates of those that changed last, up to its bytes", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { posts } = yield* fullPage(viewer, { posts: 60, updates: 3, body: "&".repeat(10_000) })
      const counts = posts.map(({ updates }) => updates.length)
      const [two, one] = [counts.indexOf(1), counts.length - counts.indexOf(1)]
      assert.deepStrictEqual(counts, [...Array<number>(two).fill(2), ...Array<number>(one).fill(1)])
      const bytes = posts.flatMap(({ updates }) => updates).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
      assert.isAtMost(bytes, limits.bytes)
      assert.isAtLeast(bytes, limits.bytes - 50_000)
    })
  )

  it.effect("has the posts that changed last", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { posts } = yield* fullPage(viewer, { posts: limits.posts + 10, updates: 1, body: "a" })
      assert.strictEqual(posts.length, limits.posts)
      assert.deepStrictEqual([posts[0]?.title, posts.at(-1)?.title], ["Post 1", `Post ${limits.posts}`])
    })
  )

  it.effect("has the newest updates of a post with more than an earlier release allowed", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { posts } = yield* fullPage(viewer, { posts: 1, updates: updatesOfPost + 20, body: "a" })
      const times = posts[0]?.updates.map(({ displayAt }) => displayAt) ?? []
      assert.strictEqual(times.length, updatesOfPost)
      assert.deepStrictEqual(times, times.toSorted().toReversed())
    })
  )

  it.effect("has every open post, however long ago it changed", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* newPage(viewer)
      const body = "a".repeat(10_000)
      yield* addPosts(id, { posts: 1, updates: 1, body })
      yield* sql`update status_post set title = 'Open', updated_at = mon_now() - interval '80 days'
        where page_id = (select p.id from status_page p where p.public_id = ${id}::uuid)`
      yield* addPosts(id, { posts: 150, updates: 1, body })
      yield* sql`update status_update u set state = 'resolved' from status_post p where p.id = u.post_id
        and p.page_id = (select p.id from status_page p where p.public_id = ${id}::uuid) and p.title <> 'Open'`
      const { posts } = yield* documentOf(id)
      assert.isBelow(posts.length, 150)
      assert.include(
        posts.map(({ title }) => title),
        "Open"
      )
    })
  )

  it.effect("counts bytes, not characters", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { posts } = yield* fullPage(viewer, { posts: 30, updates: 1, body: "😀".repeat(10_000) })
      assert.strictEqual(posts.length, Math.floor(limits.bytes / 40_512))
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a post", (it) => {
  it.effect("gets no further update when it has as many as it may have", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer)
      const post = yield* newPost(viewer, page.id)
      const posts = yield* StatusPosts
      const update = { state: "identified", body: "Found.", displayAt: null, components: [], notifies: false } as const
      const add = posts.addUpdate(viewer, page.id, post.id, update)
      const results = yield* Effect.all(Array.from({ length: updatesOfPost }, () => add))
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        [...Array<string>(updatesOfPost - 1).fill("Saved"), "LimitReached"]
      )
    })
  )
})
