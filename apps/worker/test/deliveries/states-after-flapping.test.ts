// One flapping notice replaces pairs of messages. A state that lasts is announced.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { addMonitors, addPager, openAccount, openWorld } from "./AlertWorld.ts"
import { changes, layerGround } from "./DeliveryWorld.ts"

const HOUR = 3_600

/** Adds an account with a domain that changes its state each minute. */
const flapping = Effect.fn("flapping")(function* (times: number) {
  const world = yield* openWorld
  const { account, chat, email } = yield* openAccount
  const [domain] = yield* addMonitors(account, 1)
  if (domain === undefined) return yield* Effect.die(new Error("no domain"))
  const turn = (index: number) => changes(domain, index % 2 === 0 ? "down" : "up", new Date(world.now()))
  for (let index = 0; index < times; index += 1) {
    yield* turn(index)
    yield* world.run(60)
  }
  const words = () => world.received(email).map((text) => text.split(" ")[0])
  return { world, account, chat, domain, turn, words }
})

const BEFORE = ["DOWN", "UP", "DOWN", "UP", "DOWN", "FLAPPING"]

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })(
  "a domain that changes its state too often",
  (it) => {
    for (const [times, last] of [
      [6, "UP"],
      [7, "DOWN"],
      [8, "UP"]
    ] as const)
      it.effect(`and then stays ${last} after ${times} changes is announced after an hour, once`, () =>
        Effect.gen(function* () {
          const { words, world } = yield* flapping(times)
          assert.deepStrictEqual(words(), BEFORE)
          yield* world.run(HOUR - 120)
          assert.deepStrictEqual(words(), BEFORE)
          yield* world.run(60)
          assert.deepStrictEqual(words(), [...BEFORE, last])
          yield* world.run(24 * HOUR)
          assert.deepStrictEqual(words(), [...BEFORE, last])
        })
      )

    it.effect("is announced when it has stayed in its state, and not while it changes", () =>
      Effect.gen(function* () {
        const { turn, words, world } = yield* flapping(6)
        for (let index = 6; index < 15; index += 1) {
          yield* turn(index)
          yield* world.run(HOUR / 2)
        }
        assert.deepStrictEqual(words(), BEFORE)
        yield* world.run(HOUR)
        assert.deepStrictEqual(words(), [...BEFORE, "DOWN"])
        yield* turn(15)
        yield* world.run(HOUR + 60)
        assert.deepStrictEqual(words(), [...BEFORE, "DOWN", "UP"])
      })
    )

    it.effect("leaves no alert open in a service that has alerts of its own", () =>
      Effect.gen(function* () {
        const { account, turn, world } = yield* flapping(0)
        const pager = yield* addPager(account)
        for (let index = 0; index < 8; index += 1) {
          yield* turn(index)
          yield* world.run(60)
        }
        assert.lengthOf(world.openAlerts(pager.receiver), 1)
        yield* world.run(HOUR)
        assert.deepStrictEqual(world.openAlerts(pager.receiver), [])
      })
    )
  }
)
