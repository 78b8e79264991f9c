import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerWorld } from "../TestWorld.ts"
import { diagnoseFault, openLaboratory } from "./Laboratory.ts"
import { loopbackFaults } from "./loopbackFaults.ts"

layer(layerWorld, { excludeTestServices: true })("the diagnosis that a worker stores", (it) => {
  for (const fault of loopbackFaults)
    it.effect(
      `is ${fault.class} when ${fault.built}`,
      () =>
        Effect.gen(function* () {
          const { diagnosis, facts } = yield* diagnoseFault(yield* openLaboratory, fault)
          const found = [diagnosis.result, diagnosis.causes[0]?.class]
          const points = diagnosis.causes.map((cause) => `${cause.class} ${cause.confidence}`).join(", ")
          assert.deepStrictEqual(found, ["known", fault.class], `${points}; ${JSON.stringify(facts)}`)
        }),
      60_000
    )
})
