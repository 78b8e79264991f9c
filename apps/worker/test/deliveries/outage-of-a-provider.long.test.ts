// Tests the outage of a provider with 1,000 monitors in real time.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerGround } from "./DeliveryWorld.ts"
import { providerOutage } from "./providerOutage.ts"

const MONITORS = 1_000
const LIMIT = 900_000

layer(layerGround, { excludeTestServices: true, timeout: LIMIT })("the outage of a provider", (it) => {
  it.effect(
    "over 1,000 monitors gives each channel two messages, 1,000 webhooks and 1,000 incidents",
    () =>
      Effect.gen(function* () {
        const report = yield* providerOutage(MONITORS)
        assert.lengthOf(report, 2)
        yield* Effect.sync(() => console.log(JSON.stringify(report, null, 1)))
      }).pipe(Effect.scoped),
    LIMIT
  )
})
