// A message that a pause suppresses is never sent. A receiver who got a message about a problem also gets the message
// about the end of the problem.
import { assert, layer } from "@effect/vitest"
import { Accounts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { addMonitors, addPager, openAccount, openWorld } from "./AlertWorld.ts"
import { changes, layerGround, type TestAccount } from "./DeliveryWorld.ts"
import { writeFact } from "./FactWorld.ts"

const pause = Effect.fn("pause")(function* ({ viewer }: TestAccount, notificationsPaused: boolean) {
  yield* (yield* Accounts).updateSettings(viewer, { notificationsPaused })
})

const opened = Effect.gen(function* () {
  const world = yield* openWorld
  const { account, email } = yield* openAccount
  const [domain] = yield* addMonitors(account, 1)
  if (domain === undefined) return yield* Effect.die(new Error("no domain"))
  const turn = (state: "down" | "up") => changes(domain, state, new Date(world.now()))
  const words = () => world.received(email).map((text) => text.split(` ${domain.name}`)[0])
  return { account, domain, email, turn, words, world }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("after a pause", (it) => {
  it.effect("the end of an outage is sent to those who were sent the outage", () =>
    Effect.gen(function* () {
      const { account, turn, words, world } = yield* opened
      const pager = yield* addPager(account)
      yield* turn("down")
      yield* world.run(60)
      yield* pause(account, true)
      yield* turn("up")
      yield* world.run(3_600)
      assert.deepStrictEqual(words(), ["DOWN"])
      yield* pause(account, false)
      yield* world.run(60)
      assert.deepStrictEqual(words(), ["DOWN", "UP"])
      assert.deepStrictEqual(world.openAlerts(pager.receiver), [])
    })
  )

  it.effect("an outage that began in it is not sent, nor its end", () =>
    Effect.gen(function* () {
      const { account, turn, words, world } = yield* opened
      yield* pause(account, true)
      yield* turn("down")
      yield* turn("up")
      yield* pause(account, false)
      yield* world.run(3_600)
      assert.deepStrictEqual(words(), [])
    })
  )

  it.effect("the end of an outage is not sent while another one lasts that began in it", () =>
    Effect.gen(function* () {
      const { account, turn, words, world } = yield* opened
      yield* turn("down")
      yield* world.run(60)
      yield* pause(account, true)
      yield* turn("up")
      yield* turn("down")
      yield* pause(account, false)
      yield* world.run(3_600)
      assert.deepStrictEqual(words(), ["DOWN"])
      yield* turn("up")
      yield* world.run(3_600)
      assert.deepStrictEqual(words(), ["DOWN", "UP"])
    })
  )

  it.effect("other recoveries are sent, too, if the problem was and is over", () =>
    Effect.gen(function* () {
      const { account, domain, words, world } = yield* opened
      const write = (kind: Parameters<typeof writeFact>[2]) => writeFact(account, domain, kind, world.now())
      yield* write("degraded")
      yield* write("email_health_alert")
      yield* world.run(60)
      yield* pause(account, true)
      yield* write("recovered")
      yield* write("email_health_recovery")
      yield* write("email_health_alert")
      yield* pause(account, false)
      yield* world.run(60)
      assert.deepStrictEqual(words(), ["SLOW", "EMAIL", "FAST AGAIN"])
    })
  )
})
