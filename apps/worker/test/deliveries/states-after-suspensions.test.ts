import { assert, layer } from "@effect/vitest"
import { OperatorAccounts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addMonitors, openAccount, openWorld } from "./AlertWorld.ts"
import { changes, layerGround } from "./DeliveryWorld.ts"
import { addRoute } from "./RouteWorld.ts"

const opened = Effect.gen(function* () {
  const world = yield* openWorld
  const { account, chat, email } = yield* openAccount
  const [domain] = yield* addMonitors(account, 1)
  if (domain === undefined) return yield* Effect.die(new Error("no domain"))
  const operator = yield* OperatorAccounts
  return {
    account,
    chat,
    turn: (state: "down" | "up") => changes(domain, state, new Date(world.now())),
    suspend: operator.suspend(account.id),
    resume: operator.resume(account.id),
    words: (receiver = email) => world.received(receiver).map((text) => text.split(` ${domain.name}`)[0]),
    world
  }
})

layer(Layer.provideMerge(OperatorAccounts.layer, layerGround), { excludeTestServices: true, timeout: 60_000 })(
  "after a suspension of an account in an outage",
  (it) => {
    it.effect("who knows of the outage gets its end", () =>
      Effect.gen(function* () {
        const { resume, suspend, turn, words, world } = yield* opened
        yield* turn("down")
        yield* world.run(60)
        yield* suspend
        yield* world.run(3_600)
        yield* resume
        yield* world.run(60)
        assert.deepStrictEqual(words(), ["DOWN"])
        yield* turn("up")
        yield* world.run(60)
        assert.deepStrictEqual(words(), ["DOWN", "UP"])
      })
    )

    it.effect("the steps of its route go on, also if one was due meanwhile", () =>
      Effect.gen(function* () {
        const { account, chat, resume, suspend, turn, words, world } = yield* opened
        const steps = [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 10, targets: [chat.id] }
        ]
        yield* addRoute(account, { kinds: ["down"], steps })
        yield* turn("down")
        yield* world.run(60)
        yield* suspend
        yield* world.run(3_600)
        assert.deepStrictEqual(words(chat.receiver), [])
        yield* resume
        yield* world.run(60)
        assert.deepStrictEqual(words(), ["DOWN"])
        assert.deepStrictEqual(words(chat.receiver), ["DOWN"])
      })
    )

    it.effect("who does not know of it gets nothing", () =>
      Effect.gen(function* () {
        const { resume, suspend, turn, words, world } = yield* opened
        yield* turn("down")
        yield* suspend
        yield* world.run(60)
        yield* resume
        yield* turn("up")
        yield* world.run(3_600)
        assert.deepStrictEqual(words(), [])
      })
    )
  }
)
