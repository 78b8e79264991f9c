// Alerts of one kind about several monitors lead to one message at once, and at most one more within a minute.
import { layer } from "@effect/vitest"
import { layerGround } from "./DeliveryWorld.ts"
import { assertOneMessage, assertTwoMessages } from "./StormWorld.ts"

const MONITORS = 200
const TIMEOUT_MS = 1_800_000

layer(layerGround, { excludeTestServices: true, timeout: TIMEOUT_MS })(
  "alerts of one kind about 200 monitors",
  (it) => {
    it.effect("that come at once are one message, and programs get each", () => assertOneMessage(MONITORS), TIMEOUT_MS)

    it.effect(
      "that come one by one are a message at once, and one about the rest",
      () => assertTwoMessages(MONITORS),
      TIMEOUT_MS
    )
  }
)
