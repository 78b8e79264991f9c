import { describe, expect, it } from "vitest"
import { median, percentile, ratio, slope, spread } from "../src/harness/Statistics.ts"

describe("statistics", () => {
  it("take the middle, whatever the order", () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([10, 2, 4, 1])).toBe(3)
    expect(median([7])).toBe(7)
    expect(median([])).toBeNaN()
  })

  it("leave the given values as they are", () => {
    const values = [3, 1, 2]
    expect(spread(values)).toEqual({ median: 2, min: 1, max: 3, samples: [3, 1, 2] })
    expect(values).toEqual([3, 1, 2])
  })

  it("interpolate percentiles", () => {
    expect(percentile([1, 2, 3, 4, 5], 0.99)).toBeCloseTo(4.96)
    expect(percentile([1, 2, 3, 4, 5], 0)).toBe(1)
    expect(percentile([1, 2, 3, 4, 5], 1)).toBe(5)
  })

  it("compare round by round, so that a slow round does not count twice", () => {
    expect(ratio([1, 10, 1], [2, 20, 2]).median).toBe(0.5)
    expect(ratio([1, 10, 1], [2, 20, 2]).max).toBe(0.5)
    expect(median([1, 10, 4]) / median([2, 20, 2])).toBe(2)
    expect(ratio([1, 10, 4], [2, 20, 2])).toMatchObject({ median: 0.5, max: 2 })
  })

  it("refuse to compare different numbers of rounds", () => {
    expect(() => ratio([1], [1, 2])).toThrow(RangeError)
  })

  it("find the slope under noise that averages out", () => {
    const points = Array.from({ length: 100 }, (_, x) => [x, 40 + 0.25 * x + (x % 2 === 0 ? 0.5 : -0.5)] as const)
    expect(slope(points)).toBeCloseTo(0.25, 2)
    expect(
      slope([
        [0, 5],
        [1, 5],
        [2, 5]
      ])
    ).toBe(0)
  })
})
