import { Domains, MonitorSchedule } from "../src/index.ts"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerStore } from "./account.ts"
import { watched } from "./watchedDomain.ts"

layer(layerStore, { excludeTestServices: true })("a sample of the monitors that are up", (it) => {
  it.effect("contains each host once, and no monitor that is down, paused or unchecked", () =>
    Effect.gen(function* () {
      const schedule = yield* MonitorSchedule
      const domains = yield* Domains
      assert.deepStrictEqual(yield* schedule.sampleUp(10), [])
      const up = yield* watched("up.example")
      yield* up.check("up")
      const twin = yield* watched("up.example")
      yield* twin.check("up")
      const other = yield* watched("other.example")
      yield* other.check("up")
      const down = yield* watched("down.example")
      for (const _ of [1, 2, 3]) yield* down.check("down")
      const paused = yield* watched("paused.example")
      yield* paused.check("up")
      yield* domains.pause(paused.viewer, paused.id)
      yield* watched("new.example")
      const sampled = yield* schedule.sampleUp(10)
      assert.deepStrictEqual(sampled.toSorted(), ["https://other.example/", "https://up.example/"])
      assert.strictEqual((yield* schedule.sampleUp(1)).length, 1)
    })
  )
})
