import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerWorld } from "../TestWorld.ts"
import { diagnoseFault, openLaboratory } from "./Laboratory.ts"
import { loopbackFaults } from "./loopbackFaults.ts"

/** One fault of each area. `fault-laboratory.long.test.ts` builds all faults. */
const SHORT = [
  "connection_refused",
  "bad_gateway",
  "certificate_expired",
  "expected_text_gone",
  "address_removed",
  "ipv6_broken"
]

const faults = SHORT.flatMap((name) => loopbackFaults.find((fault) => fault.class === name) ?? [])

layer(layerWorld, { excludeTestServices: true })("an incident", (it) => {
  for (const fault of faults)
    it.effect(`names ${fault.class} as its cause when ${fault.built}`, () =>
      Effect.gen(function* () {
        const { diagnosis } = yield* diagnoseFault(yield* openLaboratory, fault)
        assert.deepStrictEqual([diagnosis.result, diagnosis.causes[0]?.class], ["known", fault.class])
      })
    )
})
