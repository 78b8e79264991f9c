import { assert, layer } from "@effect/vitest"
import { Domains, MaintenanceWindows } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { addMonitors, openAccount, openWorld } from "./AlertWorld.ts"
import { changes, layerGround } from "./DeliveryWorld.ts"
import { addRoute } from "./RouteWorld.ts"

const opened = Effect.gen(function* () {
  const world = yield* openWorld
  const { account, chat, email } = yield* openAccount
  const [domain] = yield* addMonitors(account, 1)
  if (domain === undefined) return yield* Effect.die(new Error("no domain"))
  const domains = yield* Domains
  return {
    account,
    chat,
    email,
    turn: (state: "down" | "up") => changes(domain, state, new Date(world.now())),
    pause: domains.pause(account.viewer, domain.id),
    undo: domains.undoPause(account.viewer, domain.id),
    words: (receiver: string) => world.received(receiver).map((text) => text.split(` ${domain.name}`)[0]),
    world
  }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("after a pause that was undone", (it) => {
  it.effect("who was not reached before it gets the outage, and the others get it once", () =>
    Effect.gen(function* () {
      const { chat, email, pause, turn, undo, words, world } = yield* opened
      world.react(chat.receiver, "away")
      yield* turn("down")
      yield* world.run(60)
      yield* pause
      yield* world.run(8)
      yield* undo
      world.react(chat.receiver, "takes")
      yield* world.run(3_600)
      assert.deepStrictEqual(words(chat.receiver), ["DOWN"])
      assert.deepStrictEqual(words(email), ["DOWN"])
      yield* turn("up")
      yield* world.run(60)
      assert.deepStrictEqual(words(chat.receiver), ["DOWN", "UP"])
      assert.deepStrictEqual(words(email), ["DOWN", "UP"])
    })
  )

  it.effect("an outage in a maintenance window is announced at its end", () =>
    Effect.gen(function* () {
      const { account, email, pause, turn, undo, words, world } = yield* opened
      const endsAt = world.now() + 600_000
      const draft = { name: "Deployment", startsAt: null, minutes: 10, timeZone: "UTC", recurrence: null }
      const monitors = {
        wholeAccount: true,
        domainIds: [],
        urlIds: [],
        heartbeatIds: [],
        serviceIds: [],
        tagIds: [],
        published: false
      }
      yield* (yield* MaintenanceWindows).create(account.viewer, { ...draft, ...monitors }, 1_000, () => ({
        occurrences: [{ startsAt: world.now(), endsAt }],
        until: null
      }))
      yield* turn("down")
      yield* world.run(30)
      yield* pause
      yield* world.run(8)
      yield* undo
      yield* world.run(300)
      assert.deepStrictEqual(words(email), [])
      yield* world.run(400)
      assert.deepStrictEqual(words(email), ["DOWN"])
    })
  )

  it.effect("the steps of its route go on, also if one was due meanwhile", () =>
    Effect.gen(function* () {
      const { account, chat, email, pause, turn, undo, words, world } = yield* opened
      const steps = [
        { afterMinutes: 0, targets: ["email"] },
        { afterMinutes: 1, targets: [chat.id] }
      ]
      yield* addRoute(account, { kinds: ["down"], steps })
      yield* turn("down")
      yield* world.run(58)
      yield* pause
      yield* world.run(8)
      yield* undo
      yield* world.run(60)
      assert.deepStrictEqual(words(email), ["DOWN"])
      assert.deepStrictEqual(words(chat.receiver), ["DOWN"])
    })
  )
})
