// Alerts of one kind about several monitors are one message at once, and at most one more within a minute.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerGround } from "./DeliveryWorld.ts"
import { writtenKinds } from "./FactWorld.ts"
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
})
