import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  CLEAN_SENDER,
  MODEL_SOURCES,
  OUTCOME_MODEL,
  predictOutcome,
  type SegmentTraits,
  type SenderTraits
} from "../src/index.ts"
import { inUnits, rangeOf, UNIT } from "../src/model/predictOutcome.ts"

const { bounce, factors, gates, receivers } = OUTCOME_MODEL
const levels = <F extends keyof typeof factors>(factor: F) =>
  Object.keys(factors[factor].levels) as Array<keyof (typeof factors)[F]["levels"]>
const level = <F extends keyof typeof factors>(factor: F) => fc.constantFrom(...levels(factor))
const provider = fc.constantFrom("google" as const, "microsoft365" as const, null)

const sender: fc.Arbitrary<SenderTraits> = fc.record({
  spf: level("spf"),
  dkim: level("dkim"),
  dmarc: level("dmarc"),
  listing: level("listing"),
  age: level("age"),
  mail: level("mail"),
  website: level("website"),
  exists: fc.boolean(),
  provider
})
const segment: fc.Arbitrary<SegmentTraits> = fc.record({
  family: fc.constantFrom(...(Object.keys(receivers) as Array<keyof typeof receivers>)),
  mailbox: provider,
  role: level("role"),
  bounce: fc.constantFrom(...(Object.keys(bounce) as Array<keyof typeof bounce>))
})

const inboxOf = (from: SenderTraits, to: SegmentTraits) => Math.round(predictOutcome(from, to).inbox * 1000) / 1000

const at = (family: SegmentTraits["family"], mailbox: SegmentTraits["mailbox"]): SegmentTraits => ({
  family,
  mailbox,
  role: "none",
  bounce: "ordinary"
})

describe("an outcome", () => {
  test("has four shares that sum to 1, exactly in ten-thousandths", () =>
    fc.assert(
      fc.property(sender, segment, (from, to) => {
        const outcome = predictOutcome(from, to)
        const shares = Object.values(outcome)
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
        const units = Object.values(inUnits(outcome))
        expect(units.every((unit) => Number.isInteger(unit) && unit >= 0)).toBe(true)
        expect(units.reduce((sum, unit) => sum + unit, 0)).toBe(UNIT)
      })
    ))

  test("never has more inbox when any one factor of the sender is worse", () => {
    const worsened = fc.constantFrom(...(["spf", "dkim", "dmarc", "listing", "age", "mail", "website"] as const))
    fc.assert(
      fc.property(sender, segment, worsened, fc.nat(), fc.nat(), (from, to, factor, a, b) => {
        const all = levels(factor)
        const [better, worse] = [a % all.length, b % all.length].sort((x, y) => x - y)
        const having = (index: number | undefined) => ({ ...from, [factor]: all[index ?? 0] })
        const [good, bad] = [predictOutcome(having(better), to), predictOutcome(having(worse), to)]
        expect(bad.inbox).toBeLessThanOrEqual(good.inbox)
        expect(inUnits(bad).inbox).toBeLessThanOrEqual(inUnits(good).inbox)
      }),
      { numRuns: 500 }
    )
  })

  test("never has more inbox for a name that does not exist, another provider, a role or a worse domain", () =>
    fc.assert(
      fc.property(sender, segment, (from, to) => {
        const { inbox } = predictOutcome(from, to)
        expect(predictOutcome({ ...from, exists: false }, to).inbox).toBeLessThanOrEqual(inbox)
        if (from.provider === to.mailbox)
          expect(predictOutcome({ ...from, provider: null }, to).inbox).toBeLessThanOrEqual(inbox)
        if (to.role === "none")
          for (const role of ["role", "noreply"] as const)
            expect(predictOutcome(from, { ...to, role }).inbox).toBeLessThanOrEqual(inbox)
        for (const other of Object.keys(bounce) as Array<keyof typeof bounce>) {
          if (bounce[other].share >= 0.05 && bounce[to.bounce].share < bounce[other].share)
            expect(predictOutcome(from, { ...to, bounce: other }).inbox).toBeLessThanOrEqual(inbox)
        }
      })
    ))

  test("has levels from good to bad for every factor", () => {
    for (const { levels: weights } of Object.values(factors)) {
      const values = Object.values(weights)
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }
  })

  test("matches the calibration for a clean and for a broken sender", () => {
    const good: SenderTraits = { ...CLEAN_SENDER, age: "over_year", provider: "google" }
    const broken: SenderTraits = {
      ...CLEAN_SENDER,
      spf: "missing",
      dkim: "missing",
      dmarc: "missing",
      age: "under_30_days",
      provider: "google"
    }
    expect([
      inboxOf(good, at("google", "google")),
      inboxOf(good, at("microsoft365", "microsoft365")),
      inboxOf(good, at("gateway-strict", null))
    ]).toEqual([0.891, 0.788, 0.696])
    expect([inboxOf(broken, at("google", "google")), inboxOf(broken, at("gateway-strict", null))]).toEqual([
      0.041, 0.021
    ])
  })

  test("of a dead domain is a certain bounce", () =>
    expect(predictOutcome(CLEAN_SENDER, { family: "google", mailbox: null, role: "none", bounce: "dead" })).toEqual({
      bounce: 1,
      reject: 0,
      spam: 0,
      inbox: 0
    }))

  test("has a range between 0 and 1", () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom("A" as const, "B" as const, "C" as const),
        (inbox, grade) => {
          const [low, high] = rangeOf(inbox, grade)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
          expect(low <= inbox && inbox <= high).toBe(true)
        }
      )
    ))
})

test("every number of the model has a grade and a source", () => {
  for (const { grade, source } of [receivers, factors, gates, bounce].flatMap((table) => Object.values(table))) {
    expect(["A", "B", "C"]).toContain(grade)
    expect(MODEL_SOURCES).toHaveProperty([source])
  }
})
