import { assert, layer } from "@effect/vitest"
import { AlertChannels, MailPreferences, OwnChannels, Team } from "@mon/core-store"
import { dispatchNext, simulateRoute } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { channelDeliveries, layerVendors, sendToChannels } from "./ChannelWorld.ts"
import { acknowledgeAll, addOwnChannel, contactsOf, setRules } from "./ContactWorld.ts"
import { writeFact } from "./FactWorld.ts"
import { changes, layerGround, moveTime, newAccount, newDomain } from "./DeliveryWorld.ts"
import { addSchedule } from "./OnCallWorld.ts"
import { addRoute, at, MINUTE, newMember, timed } from "./RouteWorld.ts"

/** An account whose only person on call is Ann. */
const newTeam = Effect.gen(function* () {
  const account = yield* newAccount
  const domain = yield* newDomain(account)
  const ann = yield* newMember(account, domain.id)
  const schedule = yield* addSchedule(account, [[ann.id]], { hours: 24 })
  yield* addRoute(account, { steps: [{ afterMinutes: 0, targets: [{ schedule, who: "now" }] }] })
  return { account, ann, domain, schedule }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a person with contact rules", (it) => {
  it.effect("is reached by each rule at its minute, and everything that was sent gets the recovery", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const phone = yield* addOwnChannel(ann, "ntfy")
      const watch = yield* addOwnChannel(ann, "pushover")
      yield* setRules(ann, {
        high: [
          { afterMinutes: 0, via: phone },
          { afterMinutes: 5, via: "email" },
          { afterMinutes: 30, via: watch }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      assert.deepStrictEqual(yield* contactsOf(account), ["down ntfy +0"])
      yield* at(4.9)
      assert.lengthOf(yield* contactsOf(account), 1)
      yield* at(5.1)
      assert.deepStrictEqual(yield* contactsOf(account), ["down ntfy +0", "down email +5"])
      yield* changes(domain, "up")
      yield* at(6)
      yield* at(31)
      assert.deepStrictEqual((yield* contactsOf(account)).slice(2).toSorted(), ["up email +0", "up ntfy +0"])
    }).pipe(timed)
  )

  it.effect("gets no later message after an acknowledgement", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const phone = yield* addOwnChannel(ann, "ntfy")
      yield* setRules(ann, {
        high: [
          { afterMinutes: 0, via: "email" },
          { afterMinutes: 5, via: phone }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      yield* acknowledgeAll(account)
      yield* at(6)
      assert.deepStrictEqual(yield* contactsOf(account), ["down email +0"])
    }).pipe(timed)
  )

  it.effect("gets each message once from two workers that dispatch at the same time", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const [phone, watch] = [yield* addOwnChannel(ann, "ntfy"), yield* addOwnChannel(ann, "pushover")]
      yield* setRules(ann, {
        high: [phone, "email", watch].map((via, index) => ({ afterMinutes: index * 2, via }))
      })
      const worker = Effect.repeat(dispatchNext(), { until: (found) => !found })
      yield* changes(domain, "down")
      for (const minute of [0, 2.1, 4.1]) {
        yield* moveTime(minute * MINUTE)
        yield* Effect.all([worker, worker, worker, worker], { concurrency: "unbounded" })
        // A worker that found the alert locked by another one has left it to that worker.
        yield* worker
      }
      assert.deepStrictEqual(yield* contactsOf(account), ["down ntfy +0", "down email +2", "down pushover +4"])
    }).pipe(timed)
  )

  it.effect("has a later message after a worker ends in the middle of the dispatch", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account, ann, domain } = yield* newTeam
      yield* setRules(ann, { high: [{ afterMinutes: 2, via: "email" }] })
      yield* changes(domain, "down")
      yield* at(0)
      assert.deepStrictEqual(yield* contactsOf(account), [])
      yield* moveTime(3 * MINUTE)
      yield* Effect.exit(sql.withTransaction(Effect.andThen(dispatchNext(), Effect.die(new Error("killed")))))
      assert.deepStrictEqual(yield* contactsOf(account), [])
      yield* at(3)
      assert.deepStrictEqual(yield* contactsOf(account), ["down email +2"])
    }).pipe(timed)
  )

  it.effect("gets an email if no channel of the rules works", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const unverified = yield* addOwnChannel(ann, "ntfy", { isVerified: false })
      const off = yield* addOwnChannel(ann, "pushover")
      yield* (yield* OwnChannels).update(ann.scope, off, { isActive: false })
      yield* setRules(ann, { high: [unverified, off, "absent"].map((via) => ({ afterMinutes: 0, via })) })
      yield* changes(domain, "down")
      yield* at(0)
      assert.deepStrictEqual(yield* contactsOf(account), ["down email +0"])
    }).pipe(timed)
  )

  it.effect("gets an email if the channel is deleted before or after its message was due", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const [now, later] = [yield* addOwnChannel(ann, "ntfy"), yield* addOwnChannel(ann, "pushover")]
      yield* setRules(ann, {
        high: [
          { afterMinutes: 0, via: now },
          { afterMinutes: 2, via: later }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      const own = yield* OwnChannels
      yield* own.remove(ann.scope, now)
      assert.deepStrictEqual(yield* contactsOf(account), ["down ntfy +0 suppressed", "down email +0"])
      yield* own.remove(ann.scope, later)
      yield* at(2.1)
      assert.lengthOf(yield* contactsOf(account), 2)
    }).pipe(timed)
  )

  it.effect("gets an email if the service of the channel refuses the message for good", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const phone = yield* addOwnChannel(ann, "ntfy")
      yield* setRules(ann, { high: [{ afterMinutes: 0, via: phone }] })
      yield* changes(domain, "down")
      yield* at(0)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update alert_channel set settings = 'unreadable' where public_id = ${phone}::uuid`
      yield* sendToChannels(account, layerVendors({}))
      assert.deepStrictEqual(yield* contactsOf(account), ["down ntfy +0 failed", "down email +0"])
    }).pipe(timed)
  )

  it.effect("is reached by the rules for low urgency if the alert is not critical", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const phone = yield* addOwnChannel(ann, "ntfy")
      yield* setRules(ann, {
        high: [{ afterMinutes: 0, via: "email" }],
        low: [
          { afterMinutes: 3, via: phone },
          { afterMinutes: 10, via: "email" }
        ]
      })
      yield* writeFact(account, domain, "dns_changed", 1_763_730_000_000)
      yield* at(0)
      assert.deepStrictEqual(yield* contactsOf(account), [])
      for (const minute of [3.1, 10.1]) yield* at(minute)
      // An event cannot be acknowledged, so only the first rule announces it.
      assert.deepStrictEqual(yield* contactsOf(account), ["dns_changed ntfy +3"])
    }).pipe(timed)
  )

  it.effect("is reached by the rules as a target, and by email as one of all people", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const ann = yield* newMember(account, domain.id)
      const phone = yield* addOwnChannel(ann, "ntfy")
      yield* setRules(ann, { high: [{ afterMinutes: 0, via: phone }] })
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [ann.id] },
          { afterMinutes: 5, targets: ["email"] }
        ]
      })
      const simulation = yield* simulateRoute(account.viewer, { monitorId: domain.id, kind: null, atMs: null })
      const [first] = simulation?.moments ?? []
      assert.deepStrictEqual(
        first?.recipients.map(({ kind, name, reason }) => [kind, name, reason]),
        [["ntfy", ann.email, null]]
      )
      yield* changes(domain, "down")
      for (const minute of [0, 5.1]) yield* at(minute)
      assert.deepStrictEqual(yield* contactsOf(account), ["down ntfy +0", "down email +5", "down email +5"])
    }).pipe(timed)
  )

  it.effect("who sees the monitor no more gets nothing", () =>
    Effect.gen(function* () {
      const { account, ann, domain } = yield* newTeam
      const phone = yield* addOwnChannel(ann, "ntfy")
      yield* setRules(ann, { high: [{ afterMinutes: 5, via: phone }] })
      yield* changes(domain, "down")
      yield* at(0)
      yield* (yield* MailPreferences).setAlertsByMail(ann.scope, false)
      yield* at(6)
      assert.deepStrictEqual(yield* contactsOf(account), [])
      yield* (yield* Team).remove(account.viewer, ann.id)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select from alert_channel where public_id = ${phone}::uuid`, [])
    }).pipe(timed)
  )

  it.effect("has channels that nobody else sees and no route can use", () =>
    Effect.gen(function* () {
      const { account, ann } = yield* newTeam
      const phone = yield* addOwnChannel(ann, "ntfy")
      const channels = yield* AlertChannels
      assert.deepStrictEqual(yield* channels.list(account.viewer), [])
      assert.isNull(yield* channels.find(account.viewer, phone))
      assert.isNull(yield* channels.update(account.viewer, phone, { isActive: false }))
      assert.isFalse(yield* channels.remove(account.viewer, phone))
      assert.isNull(yield* channels.deliveries(account.viewer, phone, 10))
      const own = yield* OwnChannels
      assert.isNull(yield* own.find(account.viewer, phone))
      const refused = yield* Effect.exit(addRoute(account, { steps: [{ afterMinutes: 0, targets: [phone] }] }))
      assert.strictEqual(refused._tag, "Failure")
      assert.lengthOf(yield* own.list(ann.scope), 1)
      assert.lengthOf(yield* channelDeliveries(account), 0)
    }).pipe(timed)
  )
})
