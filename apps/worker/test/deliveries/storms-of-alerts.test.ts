// Alerts of one kind about several monitors are one message at once, and at most one more within a minute.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerGround } from "./DeliveryWorld.ts"
import { writtenKinds } from "./FactWorld.ts"
import { openStorms } from "./StormWorld.ts"

const MONITORS = 5

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })(
  "alerts of one kind about several monitors",
  (it) => {
    it.effect("that come at once are one message, and programs get each", () =>
      Effect.gen(function* () {
        const storm = yield* openStorms(MONITORS)
        for (const kind of writtenKinds) {
          const { chat, email, lost, seconds, webhook } = yield* storm(kind, 0)
          assert.lengthOf(email, 1, kind)
          assert.include(email[0], ` ${MONITORS} monitors`, kind)
          assert.deepStrictEqual(chat, email, kind)
          assert.isAtMost(seconds, 3, kind)
          assert.deepStrictEqual([webhook, lost], [MONITORS, 0], kind)
        }
      })
    )

    it.effect("that come one by one are a message at once, and one about the rest", () =>
      Effect.gen(function* () {
        const storm = yield* openStorms(MONITORS)
        for (const kind of writtenKinds) {
          const { chat, email, lost, seconds, webhook } = yield* storm(kind, 45)
          assert.lengthOf(email, 2, kind)
          assert.notInclude(email[0], " monitors", kind)
          assert.include(email[1], ` ${MONITORS - 1} monitors`, kind)
          assert.deepStrictEqual(chat, email, kind)
          assert.isAtMost(seconds, 62, kind)
          assert.deepStrictEqual([webhook, lost], [MONITORS, 0], kind)
        }
      })
    )

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
  }
)
