import { assert, layer } from "@effect/vitest"
import { Accounts, OnCallRequests, OnCallSchedules, OnCallWatches, Team } from "@mon/core-store"
import { OutgoingMail, reportSchedule } from "@mon/notifications"
import type { Email } from "@mon/alerts"
import * as Effect from "effect/Effect"
import { layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { addSchedule, override, takeOver } from "./OnCallWorld.ts"
import { newMember, timed } from "./RouteWorld.ts"

/** Examines all schedules that are due with two workers at once, and returns the letters. */
const watch = Effect.gen(function* () {
  const posted: Array<Email> = []
  const watches = yield* OnCallWatches
  const one = Effect.repeat(watches.watchNext(reportSchedule), { until: (found) => !found })
  yield* Effect.all([one, one], { concurrency: 2 }).pipe(Effect.provide(OutgoingMail.layerMemory(posted)))
  return posted.map(({ subject, to }) => `${to}: ${subject}`).toSorted()
})

const scheduleOf = Effect.fn("scheduleOf")(function* ({ viewer }: TestAccount, id: string) {
  const found = yield* (yield* OnCallSchedules).find(viewer, id, { onCallSchedules: 1 })
  return found ?? (yield* Effect.die(new Error("no schedule")))
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a hand-off", (it) => {
  it.effect("is reported once to both people, in their language, and not to those without alerts by email", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [ann, bob] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      yield* (yield* Accounts).updateSettings(bob.scope, { language: "de" })
      yield* addSchedule(account, [[ann.id], [bob.id]], { minutesAgo: 30 })
      assert.deepStrictEqual(yield* watch, [])
      assert.deepStrictEqual(yield* watch, [])
      yield* moveTime(31 * 60)
      assert.deepStrictEqual(yield* watch, [
        `${ann.email}: Your shift has ended: Operations`,
        `${bob.email}: Sie haben Bereitschaft: Operations`
      ])
      assert.deepStrictEqual(yield* watch, [])
    }).pipe(timed)
  )

  it.effect("comes at once with an override, and with a person who leaves the team", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [ann, bob] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      const schedule = yield* addSchedule(account, [[ann.id], [bob.id]], { hours: 24 })
      yield* watch
      yield* override(account, schedule, [bob.id], 60, ann.id)
      assert.deepStrictEqual(yield* watch, [
        `${ann.email}: Your shift has ended: Operations`,
        `${bob.email}: You are on call: Operations`
      ])
      yield* (yield* Team).remove(account.viewer, bob.id)
      const reported = yield* watch
      assert.strictEqual(reported.length, 2)
      assert.include(reported, `${ann.email}: You are on call: Operations`)
      assert.match(reported.join("\n"), /is no longer in Operations/u)
      const { layers } = yield* scheduleOf(account, schedule)
      assert.deepStrictEqual(layers.at(-1)?.groups, [[ann.id]])
      const overrides = yield* (yield* OnCallSchedules).overrides(account.viewer, schedule, new Date(0))
      assert.deepStrictEqual(overrides, [])
      assert.deepStrictEqual(yield* watch, [])
      yield* (yield* Team).remove(account.viewer, ann.id)
      const alone = yield* watch
      assert.include(alone, `${account.email}: Nobody is on call at one time: Operations`)
    }).pipe(timed)
  )

  it.effect("is announced early if the person who took over a shift leaves the team", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [ann, bob] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      const schedule = yield* addSchedule(account, [[ann.id]], { hours: 24 })
      yield* watch
      const requests = yield* OnCallRequests
      yield* takeOver(schedule, ann, bob)
      assert.deepStrictEqual(yield* watch, [])
      yield* (yield* Team).remove(account.viewer, bob.id)
      assert.deepStrictEqual(
        (yield* watch).filter((line) => line.startsWith(ann.email)),
        [`${ann.email}: ${bob.email} no longer takes over your shift: Operations`]
      )
      const [request] = (yield* requests.list(account.viewer, schedule, new Date(0))) ?? []
      assert.strictEqual(request?.state, "returned")
      assert.deepStrictEqual(yield* watch, [])
    }).pipe(timed)
  )
})
