import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { AuditLog, type CreationEntry, creationEntry, Domains } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"

const changes = [{ field: "name", before: null, after: "shop" }]

const entryFor = ({ keyHash, principal }: Effect.Success<typeof newAccount>): CreationEntry =>
  creationEntry(
    {
      action: "domains.create",
      actor: "key",
      userId: principal.userId,
      keyHash,
      client: { address: "203.0.113.7", userAgent: "deploy/1" }
    },
    changes
  )

layer(layerStore, { excludeTestServices: true })("a new monitor and its entry in the audit log", (it) => {
  it.effect("are stored together, and the entry is complete", () =>
    Effect.gen(function* () {
      const made = yield* newAccount
      const { account, viewer } = made
      const entry = entryFor(made)
      const created = yield* (yield* Domains).create(viewer, newDomain("shop.example"), 10, () => entry)
      if (created._tag !== "Created") return yield* Effect.die(new Error(created._tag))
      const entries = yield* (yield* AuditLog).list(viewer, {}, { limit: 10 })
      assert.lengthOf(entries ?? [], 1)
      const { at, id, ...stored } = entries?.[0] ?? assert.fail("no entry")
      assert.isString(id)
      assert.strictEqual(at.toISOString(), created.monitor.createdAt)
      assert.deepStrictEqual(stored, {
        isFinished: true,
        action: "domains.create",
        target: created.monitor.id,
        actor: "key",
        email: account.email,
        keyName: "API key",
        address: "203.0.113.7",
        userAgent: "deploy/1",
        changes
      })
    })
  )

  it.effect("describe the monitor as it is read later", () =>
    Effect.gen(function* () {
      const made = yield* newAccount
      const domains = yield* Domains
      const wanted = newDomain("all.example", {
        ccEmails: ["b@example.com", "a@example.com"],
        expect: [{ status: "200-299" }, { body: { contains: 'quote " and ü' } }] as never,
        request: { method: "GET", headers: { "X-Long-Name": "v1", A: "v2" } } as never,
        degradedAfterMs: 900
      })
      let described: object = {}
      const created = yield* domains.create(made.viewer, wanted, 10, (monitor) => {
        described = monitor
        return entryFor(made)
      })
      if (created._tag !== "Created") return yield* Effect.die(new Error(created._tag))
      const { createdAt, nextCheckAt, updatedAt, ...known } = created.monitor
      const times = { createdAt: "1970-01-01T00:00:00.000Z", nextCheckAt: null, updatedAt: "1970-01-01T00:00:00.000Z" }
      assert.deepStrictEqual(described, { ...known, ...times })
      assert.isNotNull(nextCheckAt)
      assert.strictEqual(createdAt, updatedAt)
      assert.deepStrictEqual(yield* domains.find(made.viewer, created.monitor.id), {
        ...created.monitor,
        emailHealth: null
      })
    })
  )

  it.effect("are not stored if the monitor is refused", () =>
    Effect.gen(function* () {
      const made = yield* newAccount
      const { create } = yield* Domains
      const entry = () => entryFor(made)
      assert.strictEqual((yield* create(made.viewer, newDomain("one.example"), 2, entry))._tag, "Created")
      assert.strictEqual((yield* create(made.viewer, newDomain("one.example"), 2, entry))._tag, "Duplicate")
      assert.strictEqual((yield* create(made.viewer, newDomain("two.example"), 1, entry))._tag, "LimitReached")
      assert.lengthOf((yield* (yield* AuditLog).list(made.viewer, {}, { limit: 10 })) ?? [], 1)
    })
  )

  it.effect("are not stored if the entry cannot be stored", () =>
    Effect.gen(function* () {
      const made = yield* newAccount
      const domains = yield* Domains
      const broken = () => ({ ...entryFor(made), userId: "no id" })
      const error = yield* Effect.flip(domains.create(made.viewer, newDomain("shop.example"), 10, broken))
      assert.strictEqual(error.reason, "Failed")
      assert.strictEqual((yield* domains.list(made.viewer, { page: 1, limit: 10 })).total, 0)
      assert.deepStrictEqual(yield* (yield* AuditLog).list(made.viewer, {}, { limit: 10 }), [])
    })
  )
})
