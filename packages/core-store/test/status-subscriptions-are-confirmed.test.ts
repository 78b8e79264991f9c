import { assert, layer } from "@effect/vitest"
import { retentionDays, statusPageLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Retention, StatusPages, StatusSubscribers } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { component, newPage } from "./statusPage.ts"
import { request, subscribed } from "./statusSubscriber.ts"

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 23, hour, minute)).toISOString()

const newPageAt = Effect.fn("newPageAt")(function* (time: string) {
  yield* Effect.ignore(installClock(time))
  yield* setClock(time)
  const { viewer } = yield* newAccount
  const page = yield* newPage(viewer, { components: [component("Shop")] })
  return { viewer, page }
})

layer(layerStore, { excludeTestServices: true })("a subscription by email", (it) => {
  it.effect("begins with the token of the email, which works once and for 24 hours", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const { page } = yield* newPageAt(at(0))
      const first = yield* request(page.id, "one@test.example")
      assert.strictEqual(first.result._tag, "Confirm")
      assert.strictEqual((yield* subscribers.awaiting(first.confirmHash))?.address, "one@test.example")
      yield* setClock(at(24))
      assert.isNull(yield* subscribers.awaiting(first.confirmHash))
      assert.strictEqual((yield* subscribers.confirm(first.confirmHash))._tag, "Expired")
      const second = yield* request(page.id, "One@Test.example")
      assert.strictEqual((yield* subscribers.confirm(second.confirmHash))._tag, "Confirmed")
      assert.strictEqual((yield* subscribers.confirm(second.confirmHash))._tag, "Expired")
      assert.strictEqual((yield* request(page.id, "one@test.example")).result._tag, "Known")
    })
  )

  it.effect("sends an address at most three emails an hour over all pages, and a page at most thirty", () =>
    Effect.gen(function* () {
      const { page, viewer } = yield* newPageAt(at(30))
      const other = yield* newPage(viewer)
      const tags = yield* Effect.forEach([page, other, page, other], ({ id }) =>
        Effect.map(request(id, "flooded@test.example"), ({ result }) => result._tag)
      )
      assert.deepStrictEqual(tags, ["Confirm", "Confirm", "Confirm", "Quiet"])
      const many = yield* Effect.forEach(
        Array.from({ length: 29 }, (_, n) => n),
        (n) => Effect.map(request(page.id, `many-${n}@test.example`), ({ result }) => result._tag)
      )
      assert.deepStrictEqual([many.at(27), many.at(28)], ["Confirm", "Busy"])
      const subscribers = yield* StatusSubscribers
      const reserved = yield* Effect.forEach(
        Array.from({ length: statusPageLimits.subscribers.reservedOfPage + 1 }, (_, n) => n),
        (n) =>
          Effect.map(
            subscribers.requestWebhook(page.id, `https://w${n}.example/x`, `w${n}.example`, { mayUseReserve: true }),
            ({ _tag }) => _tag
          )
      )
      assert.deepStrictEqual([reserved.at(0), reserved.at(-2), reserved.at(-1)], ["Allowed", "Allowed", "Busy"])
      yield* setClock(at(31, 1))
      assert.strictEqual((yield* request(page.id, "flooded@test.example")).result._tag, "Confirm")
    })
  )

  it.effect("counts the addresses of a mailbox as one", () =>
    Effect.gen(function* () {
      const { page } = yield* newPageAt(at(35))
      const tagsOf = (addresses: ReadonlyArray<string>) =>
        Effect.forEach(addresses, (address) => Effect.map(request(page.id, address), ({ result }) => result._tag))
      const once = ["Confirm", "Confirm", "Confirm", "Quiet"]
      assert.deepStrictEqual(yield* tagsOf([0, 1, 2, 3].map((n) => `x+${n}@test.example`)), once)
      assert.deepStrictEqual(
        yield* tagsOf(["a.nn@gmail.com", "ann+x@googlemail.com", "A.N.N@gmail.com", "ann@gmail.com"]),
        once
      )
      assert.deepStrictEqual(yield* tagsOf(["a.b@test.example", "ab@test.example"]), ["Confirm", "Confirm"])
    })
  )

  it.effect("is refused for components of another page, and by a page for certain domains", () =>
    Effect.gen(function* () {
      const { page, viewer } = yield* newPageAt(at(40))
      const closed = yield* newPage(viewer, { access: "email_domains", emailDomains: ["staff.example"] })
      const foreign = page.components[0]?.id ?? ""
      assert.strictEqual((yield* request(closed.id, "a@staff.example", [foreign])).result._tag, "NoComponent")
      assert.strictEqual((yield* request(closed.id, "a@test.example")).result._tag, "WrongDomain")
      assert.strictEqual((yield* request(closed.id, "a@staff.example")).result._tag, "Confirm")
      assert.strictEqual((yield* request("01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", "a@b.example")).result._tag, "Absent")
    })
  )

  it.effect("changes its components and ends with its own id only", () =>
    Effect.gen(function* () {
      const subscribers = yield* StatusSubscribers
      const { page } = yield* newPageAt(at(50))
      const id = yield* subscribed(page.id, "chooses@test.example")
      const [shop = ""] = page.components.map((one) => one.id)
      assert.isTrue(yield* subscribers.choose(id, [shop]))
      assert.deepStrictEqual((yield* subscribers.find(id))?.componentIds, [shop])
      assert.isFalse(yield* subscribers.choose(id, [id]))
      assert.isTrue(yield* subscribers.choose(id, null))
      assert.isNull((yield* subscribers.find(id))?.componentIds)
      assert.isFalse(yield* subscribers.leave(shop))
      assert.isTrue(yield* subscribers.leave(id))
      assert.strictEqual((yield* subscribers.find(id))?.state, "unsubscribed")
      assert.isFalse(yield* subscribers.choose(id, [shop]))
    })
  )

  it.effect("is deleted a day after a request that nobody confirmed, and 30 days after its end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subscribers = yield* StatusSubscribers
      const { page, viewer } = yield* newPageAt(at(60))
      yield* request(page.id, "pending@test.example")
      yield* subscribers.leave(yield* subscribed(page.id, "left@test.example"))
      yield* subscribed(page.id, "stays@test.example")
      const addresses = Effect.map(subscribers.all(viewer, page.id), (all) => all?.map(({ address }) => address))
      yield* setClock(at(60 + 24, 1))
      yield* (yield* Retention).purgeExpired(retentionDays, 1_000)
      assert.deepStrictEqual(yield* addresses, ["left@test.example", "stays@test.example"])
      yield* setClock(at(60 + 30 * 24, 1))
      yield* (yield* Retention).purgeExpired(retentionDays, 1_000)
      assert.deepStrictEqual(yield* addresses, ["stays@test.example"])
      yield* sql`delete from account where id = ${viewer.accountKey}::bigint`
      assert.deepStrictEqual(yield* sql`select address from status_subscriber where address = 'stays@test.example'`, [])
    })
  )

  it.effect("that is paused survives a request to subscribe again that nobody confirms", () =>
    Effect.gen(function* () {
      const { page, viewer } = yield* newPageAt(at(2_000))
      const pages = yield* StatusPages
      yield* subscribed(page.id, "paused@test.example")
      yield* pages.update(viewer, page.id, { access: "password", passwordHash: "hash" })
      yield* request(page.id, "paused@test.example")
      yield* setClock(at(2_000 + 24, 1))
      yield* (yield* Retention).purgeExpired(retentionDays, 1_000)
      const open = yield* pages.update(viewer, page.id, { access: "public", passwordHash: null })
      assert(open._tag === "Saved")
      assert.deepStrictEqual([open.page.subscribers, open.page.pausedSubscribers], [1, 0])
    })
  )
})
