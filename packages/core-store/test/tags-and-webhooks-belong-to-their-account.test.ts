import { pageDefaults } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, Tags, Team, PageMonitors, type AccessScope, Webhooks } from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

const absent = "00000000-0000-7000-8000-000000000000"
const notIds = [absent, "", "x", "'; drop table tag; --", "\0"]

const addDomain = Effect.fn("addDomain")(function* (viewer: AccessScope, hostname: string) {
  const result = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  return result.monitor.id
})

const addUrl = Effect.fn("addUrl")(function* (viewer: AccessScope, hostname: string) {
  const url = { url: `https://${hostname}/`, hostname, name: hostname }
  const result = yield* (yield* PageMonitors).create(viewer, { ...pageDefaults, ...url, screenshotWaitMs: 0 }, 100)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  return result.monitor.id
})

const addTag = Effect.fn("addTag")(function* (viewer: AccessScope, name: string) {
  const result = yield* (yield* Tags).create(viewer, { name, color: "#fff" }, 100)
  if (result._tag !== "Saved") return yield* Effect.die(new Error(result._tag))
  return result.tag
})

const draft = (id: string, domainId: string) => ({
  id,
  source: { scope: "domain", id: domainId } as const,
  url: "https://hooks.example/in",
  label: "hooks.example",
  events: ["status_change", "test"] as const,
  secret: "sealed"
})

layer(layerStore, { excludeTestServices: true })("tags", (it) => {
  it.effect("of another account are absent for every operation", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const tag = yield* addTag(mine, "Mine")
      const theirDomain = yield* addDomain(theirs, "theirs.example")
      const myDomain = yield* addDomain(mine, "mine.example")
      assert.deepStrictEqual(yield* tags.list(theirs), [])
      assert.deepStrictEqual(yield* tags.update(theirs, tag.id, { name: "Theirs" }), { _tag: "Absent" })
      assert.isFalse(yield* tags.remove(theirs, tag.id))
      assert.strictEqual(yield* tags.assign(theirs, "domain", theirDomain, [tag.id]), "NoTag")
      assert.strictEqual(yield* tags.assign(theirs, "domain", myDomain, []), "NoMonitor")
      assert.deepStrictEqual(yield* tags.list(mine), [tag])
    })
  )

  it.effect("treat malformed and absent ids alike", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer } = yield* newAccount
      const domain = yield* addDomain(viewer, "ids.example")
      for (const id of notIds) {
        assert.deepStrictEqual(yield* tags.update(viewer, id, {}), { _tag: "Absent" })
        assert.isFalse(yield* tags.remove(viewer, id))
        assert.strictEqual(yield* tags.assign(viewer, "domain", domain, [id]), "NoTag")
        assert.strictEqual(yield* tags.assign(viewer, "domain", id, []), "NoMonitor")
      }
    })
  )

  it.effect("have unique names regardless of case and composition, also under concurrent changes", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer } = yield* newAccount
      const results = yield* Effect.all(
        ["Über", "über", "U\u0308ber", "ÜBER"].map((name) => tags.create(viewer, { name, color: "#fff" }, 100)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Saved").length, 1)
      const other = yield* addTag(viewer, "Other")
      assert.deepStrictEqual(yield* tags.update(viewer, other.id, { name: "ÜBER" }), { _tag: "Duplicate" })
      assert.strictEqual((yield* tags.update(viewer, other.id, { name: "OTHER" }))._tag, "Saved")
    })
  )

  it.effect("respect the limit under concurrent creates and keep their order", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer } = yield* newAccount
      const results = yield* Effect.all(
        Array.from({ length: 12 }, (_, n) => tags.create(viewer, { name: `t${n}`, color: "#fff" }, 5)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "LimitReached").length, 7)
      const before = yield* tags.list(viewer)
      assert.deepStrictEqual(
        before.map(({ sortOrder }) => sortOrder),
        [0, 1, 2, 3, 4]
      )
      yield* tags.update(viewer, before[4]?.id ?? "", { sortOrder: -1 })
      assert.strictEqual((yield* tags.list(viewer))[0]?.id, before[4]?.id)
    })
  )

  it.effect("can be on domains and URLs, which are both counted, until either is deleted", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      const [a, b] = [yield* addTag(viewer, "A"), yield* addTag(viewer, "B")]
      const [domain, url] = [yield* addDomain(viewer, "tagged.example"), yield* addUrl(viewer, "tagged.example")]
      assert.strictEqual(yield* tags.assign(viewer, "domain", domain, [b.id, a.id, b.id]), "Assigned")
      assert.strictEqual(yield* tags.assign(viewer, "url", url, [b.id]), "Assigned")
      assert.strictEqual(yield* tags.assign(viewer, "url", domain, [b.id]), "NoMonitor")
      assert.deepStrictEqual(
        (yield* (yield* PageMonitors).find(viewer, url))?.tags.map(({ name }) => name),
        ["B"]
      )
      assert.deepStrictEqual(
        (yield* domains.find(viewer, domain))?.tags.map(({ name }) => name),
        ["A", "B"]
      )
      assert.deepStrictEqual(
        (yield* tags.list(viewer)).map(({ domainCount, urlCount }) => [domainCount, urlCount]),
        [
          [1, 0],
          [1, 1]
        ]
      )
      assert.strictEqual(yield* tags.assign(viewer, "domain", domain, [a.id, absent]), "NoTag")
      yield* tags.assign(viewer, "domain", domain, [a.id])
      assert.isTrue(yield* tags.remove(viewer, a.id))
      assert.deepStrictEqual((yield* domains.find(viewer, domain))?.tags, [])
      yield* (yield* PageMonitors).remove(viewer, [url])
      assert.deepStrictEqual(
        (yield* tags.list(viewer)).map(({ urlCount }) => urlCount),
        [0]
      )
    })
  )

  it.effect("count only the domains that a member can see", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer: owner } = yield* newAccount
      const member = yield* newMember(owner)
      const tag = yield* addTag(owner, "Shared")
      const [shown, hidden] = [yield* addDomain(owner, "shown.example"), yield* addDomain(owner, "hidden.example")]
      yield* share(member, shown, true)
      for (const id of [shown, hidden]) yield* tags.assign(owner, "domain", id, [tag.id])
      yield* tags.assign(owner, "url", yield* addUrl(owner, "shown.example"), [tag.id])
      assert.deepStrictEqual(yield* tags.list(member), [{ ...tag, domainCount: 1, urlCount: 0, heartbeatCount: 0 }])
      assert.strictEqual(yield* tags.assign(member, "domain", hidden, []), "NoMonitor")
    })
  )
})

layer(layerStore, { excludeTestServices: true })("webhooks", (it) => {
  it.effect("of another account are absent for every operation", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const domain = yield* addDomain(mine, "mine.example")
      const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d01"
      assert.deepStrictEqual(yield* webhooks.create(theirs, draft(id, domain), 5), { _tag: "NoMonitor" })
      const made = yield* webhooks.create(mine, draft(id, domain), 5)
      assert.strictEqual(made._tag, "Created")
      for (const wrong of [id, ...notIds]) {
        assert.isNull(yield* webhooks.right(theirs, wrong))
        assert.isFalse(yield* webhooks.remove(theirs, wrong))
      }
      assert.deepStrictEqual(yield* webhooks.list(theirs, {}), [])
      assert.deepStrictEqual(yield* webhooks.list(theirs, { domainId: domain }), [])
      assert.deepStrictEqual(
        yield* webhooks.list(mine, { domainId: domain }),
        made._tag === "Created" ? [made.webhook] : []
      )
      assert.isTrue(yield* webhooks.remove(mine, id))
    })
  )

  it.effect("are visible to a member of a shared domain, with its right, and are deleted with their domain", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const { viewer: owner } = yield* newAccount
      const member = yield* newMember(owner)
      const [shown, hidden] = [yield* addDomain(owner, "shown.example"), yield* addDomain(owner, "hidden.example")]
      yield* share(member, shown, false)
      const [first, second] = ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d02", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d03"]
      yield* webhooks.create(owner, draft(first, shown), 5)
      yield* webhooks.create(owner, draft(second, hidden), 5)
      assert.deepStrictEqual(
        (yield* webhooks.list(member, {})).map(({ id }) => id),
        [first]
      )
      assert.deepStrictEqual(yield* webhooks.right(member, first), { id: first, access: "read" })
      assert.isNull(yield* webhooks.right(member, second))
      assert.deepStrictEqual(
        (yield* webhooks.list(owner, {})).map(({ id }) => id),
        [second, first]
      )
      yield* (yield* Domains).remove(owner, [shown])
      assert.deepStrictEqual(
        (yield* webhooks.list(owner, {})).map(({ id }) => id),
        [second]
      )
      assert.isNull(yield* webhooks.right(owner, first))
    })
  )

  it.effect("are not added by an admin who has been removed meanwhile", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const team = yield* Team
      const { viewer: owner } = yield* newAccount
      const member = yield* newMember(owner)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update membership set member_role = 'admin' where id = ${member.membershipKey}::bigint`
      const admin: AccessScope = { ...member, role: "owner" }
      const [before, after] = ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d04", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d05"]
      const ofAccount = (id: string) => ({ ...draft(id, ""), source: { scope: "account" } as const })
      assert.strictEqual((yield* webhooks.create(admin, ofAccount(before), 5))._tag, "Created")
      const [listed] = yield* team.list(owner)
      assert.strictEqual((yield* team.remove(owner, listed?.membershipId ?? ""))._tag, "Removed")
      assert.deepStrictEqual(yield* webhooks.create(admin, ofAccount(after), 5), { _tag: "NoMonitor" })
    })
  )

  it.effect("respect the limit under concurrent creates", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const { viewer } = yield* newAccount
      const domain = yield* addDomain(viewer, "many.example")
      const ids = Array.from({ length: 8 }, (_, n) => `01981f6e-2a7b-7c31-9d1e-5a3f0c2b4e0${n}`)
      const results = yield* Effect.all(
        ids.map((id) => webhooks.create(viewer, draft(id, domain), 3)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Created").length, 3)
    })
  )
})
