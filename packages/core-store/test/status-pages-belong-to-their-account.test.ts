import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, StatusPages, StatusPosts, Tags } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { component, newPage, newPost, pageInput } from "./statusPage.ts"

layer(layerStore, { excludeTestServices: true })("a status page", (it) => {
  it.effect("belongs to its account", () =>
    Effect.gen(function* () {
      const pages = yield* StatusPages
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      const page = yield* newPage(viewer, { components: [component("Shop")] })
      assert.deepStrictEqual(
        (yield* pages.list(viewer)).map(({ id }) => id),
        [page.id]
      )
      assert.deepStrictEqual(yield* pages.list(other), [])
      for (const id of [page.id, "nonsense"]) {
        assert.isNull(yield* pages.find(other, id))
        assert.strictEqual((yield* pages.update(other, id, { name: "Theirs" }))._tag, "Absent")
        assert.strictEqual(
          (yield* pages.override(other, id, page.components[0]?.id ?? "", "major_outage"))._tag,
          "Absent"
        )
        assert.isFalse(yield* pages.remove(other, id))
      }
      assert.strictEqual((yield* pages.find(viewer, page.id))?.name, "Shop")
      assert.isTrue(yield* pages.remove(viewer, page.id))
      assert.isNull(yield* pages.find(viewer, page.id))
    })
  )

  it.effect("takes monitors and tags of its own account only", () =>
    Effect.gen(function* () {
      const pages = yield* StatusPages
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      const theirs = yield* (yield* Domains).create(other, newDomain("theirs.example"), 10)
      const tag = yield* (yield* Tags).create(other, { name: "theirs", color: "#000000" }, 10)
      assert(theirs._tag === "Created" && tag._tag === "Saved")
      for (const [part, why] of [
        [{ monitorIds: [theirs.monitor.id] }, "NoMonitor"],
        [{ monitorIds: ["nonsense"] }, "NoMonitor"],
        [{ tagIds: [tag.tag.id] }, "NoTag"],
        [{ groupId: "nowhere" }, "NoGroup"]
      ] as const) {
        const result = yield* pages.create(viewer, pageInput({ components: [component("Shop", part)] }), 10)
        assert.strictEqual(result._tag, why)
      }
      assert.deepStrictEqual(yield* pages.list(viewer), [])
    })
  )

  it.effect("keeps groups and components whose id is given, in the order that is given", () =>
    Effect.gen(function* () {
      const pages = yield* StatusPages
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer, {
        groups: [{ id: "new", name: "Shop", description: null }],
        components: [component("Checkout", { groupId: "new" }), component("Search"), component("Mail")]
      })
      const [checkout, search, mail] = page.components
      const [group] = page.groups
      assert(checkout !== undefined && search !== undefined && mail !== undefined && group !== undefined)
      assert.strictEqual(checkout.groupId, group.id)
      yield* pages.override(viewer, page.id, search.id, "major_outage")
      const result = yield* pages.update(viewer, page.id, {
        components: [
          component("Find", { id: search.id, groupId: group.id }),
          component("Checkout", { id: checkout.id }),
          component("Wiki")
        ]
      })
      assert(result._tag === "Saved")
      assert.deepStrictEqual(
        result.page.components.map(({ groupId, name, override }) => [name, groupId, override?.state ?? null]),
        [
          ["Find", group.id, "major_outage"],
          ["Checkout", null, null],
          ["Wiki", null, null]
        ]
      )
      assert.deepStrictEqual(
        result.page.components.slice(0, 2).map(({ id }) => id),
        [search.id, checkout.id]
      )
      const ungrouped = yield* pages.update(viewer, page.id, { groups: [] })
      assert(ungrouped._tag === "Saved")
      assert.deepStrictEqual(ungrouped.page.groups, [])
      assert.deepStrictEqual(
        ungrouped.page.components.map(({ groupId }) => groupId),
        [null, null, null]
      )
    })
  )

  it.effect("does not take over a component of another page", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const first = yield* newPage(viewer, { components: [component("Shop")] })
      const id = first.components[0]?.id ?? ""
      const second = yield* newPage(viewer, { components: [component("Copy", { id })] })
      assert.notStrictEqual(second.components[0]?.id, id)
      assert.strictEqual((yield* (yield* StatusPages).find(viewer, first.id))?.components[0]?.name, "Shop")
    })
  )

  it.effect("has an address of its own, also under concurrent creates, and a limit", () =>
    Effect.gen(function* () {
      const pages = yield* StatusPages
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      const results = yield* Effect.all(
        [viewer, other, viewer, other].map((who) => pages.create(who, pageInput({ slug: "taken" }), 10)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(results.map(({ _tag }) => _tag).toSorted(), [
        "Saved",
        "SlugTaken",
        "SlugTaken",
        "SlugTaken"
      ])
      const page = yield* newPage(viewer)
      assert.strictEqual((yield* pages.update(viewer, page.id, { slug: "taken" }))._tag, "SlugTaken")
      const limited = yield* newAccount
      const many = yield* Effect.all(
        Array.from({ length: 6 }, () => pages.create(limited.viewer, pageInput(), 2)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        many.filter(({ _tag }) => _tag === "Saved"),
        2
      )
    })
  )

  it.effect.each(["renamed", "deleted"] as const)("keeps its address for its account when it is %s", (how) =>
    Effect.gen(function* () {
      const pages = yield* StatusPages
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      const slug = `${how}-page`
      const page = yield* newPage(viewer, { slug })
      const theirs = yield* newPage(other)
      const release =
        how === "renamed" ? pages.update(viewer, page.id, { slug: "elsewhere" }) : pages.remove(viewer, page.id)
      yield* release
      const asOther = Effect.map(
        Effect.all([pages.create(other, pageInput({ slug }), 10), pages.update(other, theirs.id, { slug })]),
        (results) => results.map(({ _tag }) => _tag)
      )
      assert.deepStrictEqual(yield* asOther, ["SlugTaken", "SlugTaken"])
      assert.strictEqual((yield* pages.find(other, theirs.id))?.slug, theirs.slug)
      const again = yield* newPage(viewer, { slug })
      assert.strictEqual(again.slug, slug)
      yield* pages.remove(viewer, again.id)
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from released_slug where slug_hash = sha256(convert_to(${slug}, 'UTF8'))`
      assert.strictEqual((yield* pages.create(other, pageInput({ slug }), 10))._tag, "Saved")
    })
  )

  it.effect("is not readable by nobody: a password or domains must exist", () =>
    Effect.gen(function* () {
      const pages = yield* StatusPages
      const { viewer } = yield* newAccount
      assert.strictEqual((yield* pages.create(viewer, pageInput({ access: "password" }), 9))._tag, "NoPassword")
      assert.strictEqual((yield* pages.create(viewer, pageInput({ access: "email_domains" }), 9))._tag, "NoDomains")
      const page = yield* newPage(viewer, { access: "password", passwordHash: "hash" })
      assert.isTrue(page.hasPassword)
      assert.strictEqual((yield* pages.update(viewer, page.id, { passwordHash: null }))._tag, "NoPassword")
      assert.isTrue((yield* pages.find(viewer, page.id))?.hasPassword)
    })
  )

  it.effect("has posts that do not exist for others", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      const page = yield* newPage(viewer)
      const theirs = yield* newPage(other, { components: [component("Theirs")] })
      const post = yield* newPost(viewer, page.id)
      const update = post.updates[0]?.id ?? ""
      const draft = { state: "resolved", body: "Over.", displayAt: null, components: [], notifies: false } as const
      assert.isNull(yield* posts.find(other, page.id, post.id))
      assert.isNull(yield* posts.find(other, theirs.id, post.id))
      assert.isNull(yield* posts.list(other, page.id, { page: 1, limit: 10 }))
      assert.isFalse(yield* posts.remove(other, page.id, post.id))
      assert.isFalse(yield* posts.remove(other, theirs.id, post.id))
      const results = [
        yield* posts.update(other, theirs.id, post.id, { title: "Theirs" }),
        yield* posts.addUpdate(other, theirs.id, post.id, draft),
        yield* posts.changeUpdate(other, theirs.id, post.id, update, { body: "Theirs" }),
        yield* posts.removeUpdate(other, theirs.id, post.id, update)
      ]
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        ["Absent", "Absent", "Absent", "Absent"]
      )
      assert.strictEqual((yield* posts.update(other, page.id, post.id, {}))._tag, "AbsentPage")
      const foreign = { componentId: theirs.components[0]?.id ?? "", state: "major_outage" } as const
      const reached = yield* posts.addUpdate(viewer, page.id, post.id, { ...draft, components: [foreign] })
      assert.strictEqual(reached._tag, "NoComponent")
      assert.strictEqual((yield* posts.find(viewer, page.id, post.id))?.updates.length, 1)
    })
  )
})
