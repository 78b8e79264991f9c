import { expect, test } from "vitest"
import { causeClasses, causeClassNames } from "../src/CauseClass.ts"
import { faultPlans, faultVariations } from "../src/faults.ts"

test("every class except those of services has one plan, and there are 1,000 different faults", () => {
  expect(faultPlans.map((plan) => plan.class).toSorted()).toEqual(
    causeClassNames.filter((name) => causeClasses[name].area !== "service").toSorted()
  )
  const ids = faultVariations().map(({ id }) => id)
  expect(ids).toHaveLength(1000)
  expect(new Set(ids).size).toBe(1000)
})

test("a fifth of the variations of every class is reserved", () => {
  for (const plan of faultPlans) {
    const variations = faultVariations().filter((fault) => fault.class === plan.class)
    expect([15, 20]).toContain(variations.length)
    expect(variations.filter(({ reserved }) => reserved)).toHaveLength(variations.length / 5)
  }
})

test("the reserved variations never change", () => {
  const reserved = faultVariations().flatMap(({ id, reserved: isReserved }) => (isReserved ? [id] : []))
  expect(reserved).toHaveLength(200)
  expect(reserved.slice(0, 4)).toMatchInlineSnapshot(`
    [
      "registration_expired/daysAgo=1,seen=parking_page",
      "registration_expired/daysAgo=3,seen=silent",
      "registration_expired/daysAgo=29,seen=silent",
      "registration_expired/daysAgo=44,seen=silent",
    ]
  `)
})
