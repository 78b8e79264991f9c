import { assert, layer } from "@effect/vitest"
import { AlertRoutes, Incidents, MailPreferences, OnCallSchedules, Team } from "@mon/core-store"
import { simulateRoute } from "@mon/notifications"
import * as Effect from "effect/Effect"
import { addChannel } from "./ChannelWorld.ts"
import { changes, layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { addSchedule, override, reasonsOf } from "./OnCallWorld.ts"
import { addRoute, addressesOf, at, newMember, sentTo, timed } from "./RouteWorld.ts"

const simulated = Effect.fn("simulated")(function* ({ viewer }: TestAccount, monitorId: string) {
  const found = yield* simulateRoute(viewer, { monitorId, kind: null, atMs: null })
  return found?.moments.map(({ afterMinutes, recipients }) => [
    afterMinutes,
    ...recipients.map(({ name, reason }) => (reason === null ? name : `${name}: ${reason}`))
  ])
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a route to an on-call schedule", (it) => {
  it.effect("asks who is on call at the moment of each step", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [ann, bob] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      const schedule = yield* addSchedule(account, [[ann.id], [bob.id]], { minutesAgo: 45 })
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 5, targets: [{ schedule, who: "next" }] },
          { afterMinutes: 20, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 30, targets: [{ schedule, who: "everyone" }] }
        ]
      })
      const simulation = yield* simulated(account, domain.id)
      yield* changes(domain, "down")
      for (const minute of [0, 5.1, 20.1, 30.1]) yield* at(minute)
      assert.deepStrictEqual((yield* addressesOf(account)).toSorted(), [
        `down ${ann.email} +0`,
        `down ${ann.email} +30`,
        `down ${bob.email} +20`,
        `down ${bob.email} +30`,
        `down ${bob.email} +5`
      ])
      assert.deepStrictEqual(
        yield* reasonsOf(account),
        Array.from({ length: 5 }, () => "on_call")
      )
      assert.deepStrictEqual(simulation, [
        [0, ann.email],
        [5, bob.email],
        [20, bob.email],
        [30, ann.email, bob.email]
      ])
      yield* changes(domain, "up")
      yield* at(31)
      const recoveries = (yield* addressesOf(account)).filter((sent) => sent.startsWith("up"))
      assert.deepStrictEqual(recoveries.toSorted(), [`up ${ann.email} +0`, `up ${bob.email} +0`].toSorted())
    }).pipe(timed)
  )

  it.effect("sends one message to a person who is on call and also a target of the step", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const ann = yield* newMember(account, domain.id)
      const [one, two] = [yield* addSchedule(account, [[ann.id]]), yield* addSchedule(account, [[ann.id]])]
      const targets = [{ schedule: one, who: "now" } as const, { schedule: two, who: "now" } as const]
      yield* addRoute(account, { steps: [{ afterMinutes: 0, targets: [...targets, "email"] }] })
      yield* changes(domain, "down")
      yield* at(0)
      const sent = yield* addressesOf(account)
      assert.lengthOf(
        sent.filter((message) => message === `down ${ann.email} +0`),
        1
      )
      assert.lengthOf(sent, 2)
    }).pipe(timed)
  )

  it.effect("goes to the fallback and otherwise to the owner if nobody on call can be reached", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [off, left] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      const slack = yield* addChannel(account, "slack")
      const schedule = yield* addSchedule(account, [[], [off.id], [left.id]], { hours: 1 })
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 61, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 121, targets: [{ schedule, who: "now" }] }
        ],
        fallback: [slack]
      })
      yield* (yield* MailPreferences).setAlertsByMail(off.scope, false)
      yield* (yield* Team).remove(account.viewer, left.id)
      yield* changes(domain, "down")
      for (const minute of [0, 61.1, 121.1]) yield* at(minute)
      assert.deepStrictEqual(yield* sentTo(account), [
        "down slack step 1 +0",
        "down slack step 2 +61",
        "down slack step 3 +121"
      ])
      assert.deepStrictEqual(yield* reasonsOf(account), ["fallback", "fallback", "fallback"])

      const other = yield* newAccount
      const shop = yield* newDomain(other)
      const empty = yield* addSchedule(other, [[]])
      yield* addRoute(other, { steps: [{ afterMinutes: 0, targets: [{ schedule: empty, who: "now" }] }] })
      assert.deepStrictEqual(yield* simulated(other, shop.id), [[0, other.email, "Operations: nobody_on_call"]])
      yield* changes(shop, "down")
      yield* at(122)
      assert.deepStrictEqual(yield* addressesOf(other), [`down ${other.email} +0`])
      assert.deepStrictEqual(yield* reasonsOf(other), ["owner"])
    }).pipe(timed)
  )

  it.effect("follows overrides, and the schedule as it is at the moment of a step", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const people = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)] as const
      const [ann, bob] = people
      const schedule = yield* addSchedule(account, [[ann.id]])
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 10, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 20, targets: [{ schedule, who: "now" }] }
        ]
      })
      yield* override(account, schedule, [bob.id], 5, ann.id)
      yield* changes(domain, "down")
      yield* at(0)
      yield* at(10.1)
      const schedules = yield* OnCallSchedules
      const found = yield* schedules.find(account.viewer, schedule, { onCallSchedules: 1 })
      if (found === null) return yield* Effect.die(new Error("no schedule"))
      const layers = found.layers.map((one) => ({ ...one, groups: [[bob.id]] }))
      const definition = { timezone: found.timezone, mode: found.mode, layers }
      yield* schedules.update(account.viewer, schedule, { definition }, { onCallSchedules: 1 })
      yield* at(20.1)
      assert.deepStrictEqual(yield* addressesOf(account), [
        `down ${bob.email} +0`,
        `down ${ann.email} +10`,
        `down ${bob.email} +20`
      ])
    }).pipe(timed)
  )

  it.effect("repeats its steps until somebody acknowledges the alert", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [ann, bob] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      const schedule = yield* addSchedule(account, [[ann.id], [bob.id]], { hours: 24 })
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: [{ schedule, who: "now" }] },
          { afterMinutes: 5, targets: [{ schedule, who: "next" }] }
        ],
        repeat: { rounds: 10, fromStep: 1, waitMinutes: 10 }
      })
      const { incident } = yield* changes(domain, "down")
      for (const minute of [0, 5.1, 15.1, 20.1]) yield* at(minute)
      yield* (yield* Incidents).acknowledge(account.viewer, incident, { via: "dashboard", note: null })
      for (const minute of [30.1, 35.1]) yield* at(minute)
      assert.deepStrictEqual(yield* addressesOf(account), [
        `down ${ann.email} +0`,
        `down ${bob.email} +5`,
        `down ${ann.email} +15`,
        `down ${bob.email} +20`
      ])
    }).pipe(timed)
  )

  it.effect("goes to the fallback if the schedule was deleted after the alert began", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const ann = yield* newMember(account, domain.id)
      const slack = yield* addChannel(account, "slack")
      const schedule = yield* addSchedule(account, [[ann.id]])
      const targets = [{ schedule, who: "now" } as const]
      const { id } = yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets },
          { afterMinutes: 5, targets }
        ],
        fallback: [slack]
      })
      yield* changes(domain, "down")
      yield* at(0)
      yield* (yield* AlertRoutes).update(account.viewer, id, { steps: [{ afterMinutes: 0, targets: ["email"] }] })
      const removed = yield* (yield* OnCallSchedules).remove(account.viewer, schedule)
      assert.deepStrictEqual(removed, { _tag: "Removed" })
      yield* at(5.1)
      assert.deepStrictEqual(yield* reasonsOf(account), ["on_call", "fallback"])
    }).pipe(timed)
  )

  it.effect("belongs to its account, and is not deleted while a route uses it", () =>
    Effect.gen(function* () {
      const [account, other] = [yield* newAccount, yield* newAccount]
      const schedule = yield* addSchedule(account, [[]])
      const steps = [{ afterMinutes: 0, targets: [{ schedule, who: "now" } as const] }]
      const refused = yield* Effect.exit(addRoute(other, { steps }))
      assert.isTrue(refused._tag === "Failure")
      yield* addRoute(account, { name: "Night", steps })
      const schedules = yield* OnCallSchedules
      assert.deepStrictEqual(yield* schedules.remove(account.viewer, schedule), { _tag: "Used", routes: ["Night"] })
      assert.deepStrictEqual(yield* schedules.remove(other.viewer, schedule), { _tag: "Absent" })
      assert.isNull(yield* schedules.find(other.viewer, schedule, { onCallSchedules: 1 }))
    })
  )
})
