import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type ClaimedSubscriberDelivery,
  type PageReaders,
  StatusPages,
  type StatusPageFields,
  StatusSubscribers,
  SubscriberDeliveries
} from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { component, newPage, newPost } from "./statusPage.ts"
import { claimAll, recordAttempt, request, sendAll, subscribed } from "./statusSubscriber.ts"

const open: PageReaders = { access: "public", passwordHash: null, emailDomains: [] }
const ofDomains = (...emailDomains: ReadonlyArray<string>) => ({ access: "email_domains", emailDomains }) as const
const withPassword = (passwordHash: string) => ({ access: "password", passwordHash }) as const

const nameOf = ({ address }: ClaimedSubscriberDelivery) => /inside|outside|hook/u.exec(address)?.[0]

const newShop = Effect.gen(function* () {
  const pages = yield* StatusPages
  const subscribers = yield* StatusSubscribers
  const { viewer } = yield* newAccount
  const { id } = yield* newPage(viewer, { components: [component("Checkout")] })
  const change = Effect.fn("change")(function* (patch: Partial<StatusPageFields>) {
    const result = yield* pages.update(viewer, id, patch)
    assert(result._tag === "Saved")
    return [result.page.subscribers, result.page.pausedSubscribers]
  })
  const hook = (name: string, readers?: PageReaders) =>
    subscribers.confirmWebhook({
      id: crypto.randomUUID(),
      pageId: id,
      url: `https://${name}.example/in`,
      site: `${name}.example`,
      language: "en",
      componentIds: null,
      seal: () => Effect.succeed("sealed"),
      ...(readers === undefined ? {} : { readers })
    })
  const notified = Effect.gen(function* () {
    yield* newPost(viewer, id, { update: { notifies: true } })
    return [...(yield* sendAll()), ...(yield* sendAll("webhook"))]
  })
  const stops = Effect.map(subscribers.all(viewer, id), (all) =>
    Object.fromEntries((all ?? []).map(({ address, state, stoppedBy }) => [address, [state, stoppedBy]]))
  )
  return { viewer, id, change, hook, notified, stops, subscribers }
})

layer(layerStore, { excludeTestServices: true })("when a status page becomes private, its subscribers", (it) => {
  it.effect("get nothing until it is public again, or until they subscribe as readers of the private page", () =>
    Effect.gen(function* () {
      const { change, hook, id, notified, stops } = yield* newShop
      yield* subscribed(id, "one@shop.example")
      yield* subscribed(id, "two@shop.example")
      yield* hook("hooks")
      assert.deepStrictEqual(yield* change(withPassword("hash of the first")), [0, 3])
      assert.deepStrictEqual(yield* notified, [])
      assert.deepStrictEqual(yield* stops, {
        "one@shop.example": ["confirmed", "access"],
        "two@shop.example": ["confirmed", "access"],
        "https://hooks.example/in": ["confirmed", "access"]
      })
      yield* subscribed(id, "one@shop.example")
      assert.deepStrictEqual(yield* notified, ["one@shop.example"])
      assert.deepStrictEqual(yield* change({ passwordHash: "hash of the second" }), [0, 3])
      assert.deepStrictEqual(yield* notified, [])
      assert.deepStrictEqual(yield* change({ access: "public", passwordHash: null }), [3, 0])
      assert.deepStrictEqual(yield* notified, ["one@shop.example", "two@shop.example", "https://hooks.example/in"])
    })
  )

  it.effect(
    "with an address of the allowed domains are notified, and webhooks that somebody admitted has subscribed",
    () =>
      Effect.gen(function* () {
        const { change, hook, id, notified } = yield* newShop
        yield* subscribed(id, "inside@shop.example")
        yield* subscribed(id, "outside@other.example")
        yield* hook("before")
        assert.deepStrictEqual(yield* change(ofDomains("shop.example")), [1, 2])
        yield* hook("after")
        assert.deepStrictEqual(yield* notified, ["inside@shop.example", "https://after.example/in"])
        assert.deepStrictEqual(yield* change(ofDomains("shop.example", "other.example")), [3, 1])
        assert.deepStrictEqual(yield* change(ofDomains("other.example")), [1, 3])
        assert.deepStrictEqual(yield* notified, ["outside@other.example"])
        assert.deepStrictEqual(yield* change({ name: "Renamed" }), [1, 3])
      })
  )

  it.effect("lose what waits for them, and links that wait for a confirmation", () =>
    Effect.gen(function* () {
      const { change, id, notified, subscribers, viewer } = yield* newShop
      yield* subscribed(id, "one@shop.example")
      yield* newPost(viewer, id, { update: { notifies: true } })
      const { confirmHash } = yield* request(id, "late@shop.example")
      yield* change(withPassword("hash"))
      assert.deepStrictEqual(yield* claimAll(), [])
      assert.strictEqual((yield* subscribers.confirm(confirmHash))._tag, "Expired")
      assert.deepStrictEqual(yield* change({ access: "public", passwordHash: null }), [1, 0])
      assert.deepStrictEqual(yield* claimAll(), [])
      assert.deepStrictEqual(yield* notified, ["one@shop.example"])
    })
  )

  it.effect("do not come back if they have left, before or while it is private", () =>
    Effect.gen(function* () {
      const { change, id, notified, stops, subscribers } = yield* newShop
      const before = yield* subscribed(id, "before@shop.example")
      const meanwhile = yield* subscribed(id, "meanwhile@shop.example")
      yield* subscribers.leave(before)
      yield* request(id, "before@shop.example")
      yield* change(withPassword("hash"))
      yield* subscribers.leave(meanwhile)
      assert.deepStrictEqual(yield* change({ access: "public", passwordHash: null }), [0, 0])
      assert.deepStrictEqual(yield* notified, [])
      assert.deepStrictEqual(yield* stops, {
        "before@shop.example": ["unsubscribed", null],
        "meanwhile@shop.example": ["unsubscribed", null]
      })
    })
  )

  it.effect("cannot be added by somebody who was admitted before the change", () =>
    Effect.gen(function* () {
      const { change, hook, id, stops, subscribers } = yield* newShop
      yield* change(withPassword("hash"))
      const admitted = {
        pageId: id,
        address: "admitted@shop.example",
        language: "en" as const,
        componentIds: null,
        confirmHash: crypto.getRandomValues(new Uint8Array(32)),
        readers: open
      }
      assert.strictEqual((yield* subscribers.requestEmail(admitted))._tag, "Absent")
      assert.strictEqual((yield* hook("hooks", open))._tag, "Absent")
      assert.deepStrictEqual(yield* stops, {})
      const now = { ...open, ...withPassword("hash") }
      assert.strictEqual((yield* subscribers.requestEmail({ ...admitted, readers: now }))._tag, "Confirm")
      assert.strictEqual((yield* hook("hooks", now))._tag, "Confirmed")
    })
  )

  it.effect("are counted before the change as they are notified after it", () =>
    Effect.gen(function* () {
      const { change, hook, id, subscribers, viewer } = yield* newShop
      yield* subscribed(id, "inside@shop.example")
      yield* subscribed(id, "outside@other.example")
      yield* hook("hooks")
      const counted = (readers: Partial<PageReaders>) => subscribers.audience(viewer, id, [], { ...open, ...readers })
      assert.deepStrictEqual(yield* counted({}), { email: 2, webhook: 1 })
      assert.deepStrictEqual(yield* counted(withPassword("")), { email: 0, webhook: 0 })
      assert.deepStrictEqual(yield* counted(ofDomains("shop.example")), { email: 1, webhook: 0 })
      yield* change(ofDomains("shop.example"))
      assert.deepStrictEqual(yield* subscribers.audience(viewer, id, []), { email: 1, webhook: 0 })
      assert.deepStrictEqual(yield* counted({}), { email: 2, webhook: 1 })
    })
  )

  it.effect("who were claimed at that moment are recorded without an end of their subscription", () =>
    Effect.gen(function* () {
      const { change, id, notified, viewer } = yield* newShop
      yield* subscribed(id, "claimed@shop.example")
      yield* newPost(viewer, id, { update: { notifies: true } })
      const [claimed] = yield* claimAll()
      assert(claimed !== undefined)
      yield* change(withPassword("hash"))
      yield* recordAttempt(claimed, { status: "failed", code: "550", error: "No such user", ends: "bounced" })
      assert.deepStrictEqual(yield* change({ access: "public", passwordHash: null }), [1, 0])
      assert.deepStrictEqual(yield* notified, ["claimed@shop.example"])
    })
  )

  it.effect("are judged again when what was claimed is sent", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pages = yield* StatusPages
      const deliveries = yield* SubscriberDeliveries
      const all = ["inside", "outside", "hook"]
      type Shop = Effect.Success<typeof newShop>
      const stopped = ({ id }: Shop, column: string) =>
        sql.unsafe(`update account set ${column} = now()
          where id = (select account_id from status_page where public_id = '${id}'::uuid)`)
      const changes: ReadonlyArray<
        readonly [string, Partial<StatusPageFields>, (shop: Shop) => Effect.Effect<unknown, unknown>, typeof all]
      > = [
        ["nothing", {}, () => Effect.void, all],
        ["a name", {}, ({ change }) => change({ name: "Renamed" }), all],
        ["to a password", {}, ({ change }) => change(withPassword("hash")), []],
        ["to domains", {}, ({ change }) => change(ofDomains("shop.example")), ["inside"]],
        ["a new password", withPassword("first"), ({ change }) => change({ passwordHash: "second" }), []],
        [
          "fewer domains",
          ofDomains("shop.example", "other.example"),
          ({ change }) => change(ofDomains("shop.example")),
          ["inside"]
        ],
        ["deleted", {}, ({ id, viewer }) => pages.remove(viewer, id), []],
        ["suspended", {}, (shop) => stopped(shop, "suspended_at"), []],
        ["account will be deleted", {}, (shop) => stopped(shop, "deletes_at"), []]
      ]
      for (const [n, [what, before, change, expected]] of changes.entries()) {
        const shop = yield* newShop
        yield* shop.change(before)
        yield* subscribed(shop.id, `inside.${n}@shop.example`)
        yield* subscribed(shop.id, `outside.${n}@other.example`)
        yield* shop.hook("hook")
        yield* newPost(shop.viewer, shop.id, { update: { notifies: true } })
        const claimed = [...(yield* claimAll()), ...(yield* claimAll("webhook"))]
        assert.deepStrictEqual(claimed.map(nameOf), all, what)
        yield* change(shop)
        const standing = yield* Effect.filter(claimed, (delivery) => deliveries.stands(delivery))
        assert.deepStrictEqual(standing.map(nameOf), expected, what)
        yield* Effect.forEach(claimed, (delivery) => recordAttempt(delivery))
      }
    })
  )

  it.effect("learn no names of a page that they cannot read, by any link", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes: ReadonlyArray<readonly [string, Partial<StatusPageFields>, string, ReadonlyArray<number>]> = [
        ["public", {}, "", [1, 1, 1]],
        ["to a password", withPassword("hash"), "", [0, 0, 0]],
        ["to domains", ofDomains("shop.example"), "", [1, 0, 0]],
        ["suspended", {}, "suspended_at = now()", [0, 0, 0]],
        ["account will be deleted", {}, "deletes_at = now()", [0, 0, 0]],
        // An older release, which pauses no subscribers, wrote this change.
        ["domains of an older release", {}, "domains", [1, 0, 1]]
      ]
      for (const [n, [what, patch, account, expected]] of changes.entries()) {
        const { change, hook, id, subscribers } = yield* newShop
        const ids = [yield* subscribed(id, `in.${n}@shop.example`), yield* subscribed(id, `out.${n}@other.example`)]
        const hooked = yield* hook("hooks")
        assert(hooked._tag === "Confirmed")
        const late = yield* request(id, `late.${n}@other.example`)
        yield* change(patch)
        yield* account === "domains"
          ? sql`update status_page set access = 'email_domains', email_domains = '{shop.example}' where public_id = ${id}::uuid`
          : account === ""
            ? Effect.void
            : sql.unsafe(`update account set ${account}
                where id = (select account_id from status_page where public_id = '${id}'::uuid)`)
        const read = yield* Effect.forEach([...ids, hooked.subscriberId], (one) => subscribers.find(one))
        const shown = read.map((one) => one?.components.length)
        assert.deepStrictEqual(shown, [...expected], what)
        assert.deepStrictEqual(
          read.map((one) => one?.isPaused === true || one?.isClosed === true),
          expected.map((count) => count === 0),
          what
        )
        const isOpen = what === "public"
        assert.strictEqual((yield* subscribers.awaiting(late.confirmHash)) !== null, isOpen, what)
        assert.strictEqual((yield* subscribers.confirm(late.confirmHash))._tag, isOpen ? "Confirmed" : "Expired", what)
        for (const [place, one] of [...ids, hooked.subscriberId].entries()) {
          assert.strictEqual(yield* subscribers.choose(one, null), expected[place] === 1, what)
          assert.isTrue(yield* subscribers.leave(one), what)
        }
      }
    })
  )
})
