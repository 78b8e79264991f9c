import { describe, expect, it, test } from "vitest"
import { faultPlans, faultVariations } from "../src/faults.ts"
import { type CauseClass, diagnose } from "../src/index.ts"
import { factsOf } from "./facts/allFacts.ts"

/** Omits the reserved variations: see docs/decisions. */
const faults = faultVariations().filter(({ reserved }) => !reserved)

const ranked = (fault: (typeof faults)[number]): ReadonlyArray<CauseClass> =>
  diagnose(factsOf[fault.class](fault.settings)).causes.map((cause) => cause.class)

describe("the facts of 800 faults", () => {
  it.each(faultPlans.map((plan) => plan.class))("%s is the first cause of its own faults", (name) => {
    const own = faults.filter((fault) => fault.class === name)
    const wrong = own.flatMap((fault) => {
      const causes = ranked(fault)
      return causes[0] === name ? [] : [`${fault.id}: ${causes.join(", ")}`]
    })
    expect(wrong).toEqual([])
  })
})

test("every one of the 800 diagnoses is known", () => {
  const unknown = faults.filter((fault) => diagnose(factsOf[fault.class](fault.settings)).result === "not_known")
  expect(unknown.map(({ id }) => id)).toEqual([])
})
