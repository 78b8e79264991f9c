// Alerts of one kind about several monitors lead to one message at once, and at most one more within a minute.
import { assert, layer } from "@effect/vitest"
import { Notifications } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { addMonitors, openAccount, openWorld } from "./AlertWorld.ts"
import { layerGround } from "./DeliveryWorld.ts"
import { writeFact, writtenKinds } from "./FactWorld.ts"
import { assertOneMessage, assertTwoMessages, openStorms } from "./StormWorld.ts"

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("alerts of one kind", (it) => {
  for (const monitors of [2, 5]) {
    it.effect(`about ${monitors} monitors that come at once are one message, and programs get each`, () =>
      assertOneMessage(monitors)
    )
  }

  it.effect("that come one by one are a message at once, and one about the rest", () => assertTwoMessages(5))

  it.effect("about two monitors that come one by one are two ordinary messages", () => assertTwoMessages(2))

  it.effect("are ordinary messages if there is only one in a minute, or if all are about one monitor", () =>
    Effect.gen(function* () {
      const storm = yield* openStorms(1)
      for (const kind of writtenKinds) {
        const { chat, email } = yield* storm(kind, 0)
        assert.lengthOf(email, 1, kind)
        assert.notInclude(email[0], " monitors", kind)
        assert.deepStrictEqual(chat, email, kind)
      }
    })
  )

  it.effect("wait for others according to the log", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const { account, email } = yield* openAccount
      for (const domain of yield* addMonitors(account, 2)) {
        yield* writeFact(account, domain, "dns_changed", world.now())
        yield* world.run(10)
      }
      const { items } = yield* (yield* Notifications).list(account.viewer, { page: 1, limit: 10, type: null })
      const outcomes = items.map(({ channels }) =>
        channels.flatMap(({ recipients }) => recipients).find(({ name }) => name === email)
      )
      assert.deepStrictEqual(
        outcomes.map((one) => [one?.outcome, one?.reason]),
        [
          ["waiting", "summary"],
          ["delivered", null]
        ]
      )
    })
  )
})
