import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeAddressBuckets, rateWindow, secondsLeft, windowStart } from "../src/http/RateLimit.ts"
import { makeSeenKeys } from "../src/http/Authentication.ts"

describe("rate-limit windows", () => {
  it("start at multiples of 60 s and last 60 s", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (nowMs) => {
        const start = windowStart(nowMs)
        expect(start % 60).toBe(0)
        expect(nowMs / 1_000 - start).toBeGreaterThanOrEqual(0)
        expect(nowMs / 1_000 - start).toBeLessThan(60)
        const left = secondsLeft(rateWindow(1, 1, start), nowMs)
        expect(left).toBeGreaterThanOrEqual(1)
        expect(left).toBeLessThanOrEqual(60)
        expect(windowStart(nowMs + left * 1_000)).toBe(start + 60)
      })
    )
  })
})

describe("buckets of addresses", () => {
  it("count each address separately, and reset with each window", () => {
    const buckets = makeAddressBuckets()
    expect([buckets.count("192.0.2.1", 0), buckets.count("192.0.2.1", 0), buckets.count("192.0.2.2", 0)]).toEqual([
      1, 2, 1
    ])
    expect(buckets.hits("192.0.2.1", 0)).toBe(2)
    expect(buckets.count("192.0.2.1", 60)).toBe(1)
  })

  it("count an IPv6 /64 network as one address", () => {
    const buckets = makeAddressBuckets()
    for (const [index, address] of ["2001:db8::1", "2001:0db8:0:0::2", "2001:db8:0:0:ffff:ffff:ffff:ffff"].entries()) {
      expect(buckets.count(address, 0)).toBe(index + 1)
    }
    expect(buckets.count("2001:db8:0:1::1", 0)).toBe(1)
    expect(buckets.count("::1", 0)).toBe(1)
  })

  it("share one bucket beyond their capacity", () => {
    const buckets = makeAddressBuckets(2)
    expect(["a", "b", "c", "d", "a"].map((address) => buckets.count(address, 0))).toEqual([1, 1, 1, 2, 2])
    expect(["a", "b", "c"].map((address) => buckets.hits(address, 0))).toEqual([2, 1, 0])
  })
})

describe("recently seen keys", () => {
  it("are dropped oldest first", () => {
    const seen = makeSeenKeys(2)
    const [one, two, three] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte))
    if (one === undefined || two === undefined || three === undefined) throw new Error("No keys.")
    seen.add(one)
    seen.add(two)
    seen.add(two)
    seen.add(three)
    expect([one, two, three].map(seen.has)).toEqual([false, true, true])
    seen.delete(two)
    expect(seen.has(two)).toBe(false)
  })
})
