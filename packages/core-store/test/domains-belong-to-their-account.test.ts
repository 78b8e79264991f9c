import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains, Incidents } from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

const absent = "00000000-0000-7000-8000-000000000000"

const create = Effect.fn("create")(function* (viewer: Parameters<Domains["Service"]["create"]>[0], hostname: string) {
  const result = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  return result.monitor
})

layer(layerStore, { excludeTestServices: true })("domains", (it) => {
  it.effect("of another account are absent for every operation", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const incidents = yield* Incidents
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const { id } = yield* create(mine, "mine.example")
      assert.isNull(yield* domains.find(theirs, id))
      assert.deepStrictEqual((yield* domains.list(theirs, { page: 1, limit: 10 })).items, [])
      assert.deepStrictEqual(yield* domains.rights(theirs, [id]), [])
      assert.deepStrictEqual(yield* domains.update(theirs, [id], { name: "theirs" }), [])
      assert.deepStrictEqual(yield* domains.remove(theirs, [id]), [])
      assert.isNull(yield* domains.pause(theirs, id))
      assert.isNull(yield* domains.resume(theirs, id))
      assert.isNull(yield* incidents.ofDomain(theirs, id, 20))
      assert.isNull(yield* incidents.history(theirs, id, 24, 500))
      assert.strictEqual((yield* domains.find(mine, id))?.name, "mine.example")
    })
  )

  it.effect("are visible to a member only if shared, with the given right", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { viewer: owner } = yield* newAccount
      const member = yield* newMember(owner)
      const [read, write, hidden] = [
        yield* create(owner, "read.example"),
        yield* create(owner, "write.example"),
        yield* create(owner, "hidden.example")
      ]
      yield* share(member, read.id, false)
      yield* share(member, write.id, true)
      const page = yield* domains.list(member, { page: 1, limit: 10 })
      assert.deepStrictEqual(
        page.items.map((domain) => [domain.name, domain.access]),
        [
          ["write.example", "write"],
          ["read.example", "read"]
        ]
      )
      assert.strictEqual(page.total, 2)
      assert.isNull(yield* domains.find(member, hidden.id))
      assert.strictEqual((yield* domains.find(owner, hidden.id))?.access, "owner")
    })
  )

  it.effect("treat malformed and absent ids alike", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      for (const id of [absent, "", "x", "'; drop table monitor; --", "\0"]) {
        assert.isNull(yield* domains.find(viewer, id))
        assert.isNull(yield* domains.pause(viewer, id))
        assert.deepStrictEqual(yield* domains.update(viewer, [id], { name: "x" }), [])
      }
    })
  )

  it.effect("are listed newest first, page by page", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      for (const n of [1, 2, 3]) yield* create(viewer, `page-${n}.example`)
      const first = yield* domains.list(viewer, { page: 1, limit: 2 })
      const second = yield* domains.list(viewer, { page: 2, limit: 2 })
      assert.deepStrictEqual(
        [...first.items, ...second.items].map((domain) => domain.name),
        ["page-3.example", "page-2.example", "page-1.example"]
      )
      assert.deepStrictEqual(yield* domains.list(viewer, { page: 3, limit: 2 }), { total: 3, items: [] })
    })
  )

  it.effect("respect the limit and the duplicate rule under concurrent creates", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      const results = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, n) => n),
        (n) => domains.create(viewer, newDomain(`race-${n}.example`), 5),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter((result) => result._tag === "Created").length, 5)
      assert.strictEqual((yield* domains.list(viewer, { page: 1, limit: 50 })).total, 5)
      const twins = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => domains.create(viewer, newDomain("twin.example"), 100),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(twins.map((twin) => twin._tag).toSorted(), ["Created", ...Array(19).fill("Duplicate")])
    })
  )

  it.effect("can be added again after deletion, as a new monitor", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      const first = yield* create(viewer, "again.example")
      assert.strictEqual(yield* domains.canCreate(viewer, "again.example", 100), "Duplicate")
      assert.deepStrictEqual(yield* domains.remove(viewer, [first.id, absent]), [first.id])
      assert.deepStrictEqual(yield* domains.remove(viewer, [first.id]), [])
      const second = yield* create(viewer, "again.example")
      assert.notStrictEqual(second.id, first.id)
      assert.isNull(yield* domains.find(viewer, first.id))
    })
  )

  it.effect("change only in the fields of the patch", () =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      const before = yield* create(viewer, "patch.example")
      assert.deepStrictEqual(
        yield* domains.update(viewer, [before.id], { screenshotOnFailure: false, ccEmails: ["a@b.example"] }),
        [before.id]
      )
      const after = yield* domains.find(viewer, before.id)
      assert.deepStrictEqual(after, {
        ...before,
        screenshotOnFailure: false,
        ccEmails: ["a@b.example"],
        updatedAt: after?.updatedAt ?? ""
      })
    })
  )
})
