import { assert, layer } from "@effect/vitest"
import { faultVariations } from "@mon/diagnosis/faults"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { layerWorld } from "../TestWorld.ts"
import { buildFault } from "./faults/buildFault.ts"
import { mailFaults } from "./faults/mailFaults.ts"
import { measureFaults } from "./measureFaults.ts"

/**
 * MON_FAULTS is `open` or `reserved`. `npm run faults` measures all faults of this kind. By default, the test measures
 * one fault of each class.
 */
const { MON_FAULTS: wanted, MON_FAULTS_CLASSES: classes, MON_FAULTS_REPORT: reportPath } = process.env
const isWanted = (name: string): boolean => classes === undefined || classes.split(",").includes(name)

const open = faultVariations().filter(({ reserved }) => !reserved)

/** The classes that the default run omits, because their first variation is slow. */
const LEFT_OUT: ReadonlySet<string> = new Set(["overload"])

const short = [...new Set(open.map((fault) => fault.class))]
  .filter((name) => !LEFT_OUT.has(name))
  .flatMap((name) => {
    const own = open.filter((fault) => fault.class === name)
    const found = own.find((fault) => {
      const built = name in mailFaults ? null : buildFault(fault)
      return typeof built === "object" && built?.isHarmless !== true
    })
    return found === undefined ? [] : [found]
  })

layer(layerWorld, { excludeTestServices: true })("the fault laboratory", (it) => {
  it.effect.runIf(wanted === undefined)(
    "builds a fault of each class, and the service names its cause first",
    () =>
      Effect.gen(function* () {
        const results = yield* measureFaults(short)
        const wrong = results.filter(
          ({ causes = [], class: name, result, unbuilt }) =>
            unbuilt === undefined && (result !== "known" || causes[0] !== name)
        )
        assert.deepStrictEqual(wrong, [])
        assert.isAtLeast(results.filter(({ unbuilt }) => unbuilt === undefined).length, 48)
      }),
    240_000
  )

  it.effect.runIf(wanted !== undefined)(
    "measures all faults",
    () =>
      Effect.gen(function* () {
        const faults = faultVariations().filter(
          ({ class: name, id, reserved }) =>
            reserved === (wanted === "reserved") && (isWanted(name) || isWanted(id.replaceAll(",", ";")))
        )
        const results = yield* measureFaults(faults)
        assert.lengthOf(results, faults.length)
        if (reportPath !== undefined) writeFileSync(reportPath, JSON.stringify(results))
      }),
    3_000_000
  )
})
