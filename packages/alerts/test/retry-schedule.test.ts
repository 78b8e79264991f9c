import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  nextAttemptMs,
  parseRetryAfter,
  type RetrySchedule,
  retrySchedules,
  WEBHOOK_DISABLED_AFTER_SECONDS
} from "../src/index.ts"

const waits = (schedule: RetrySchedule, random: number) =>
  Array.from({ length: schedule.delaysSeconds.length + 1 }, (_, index) =>
    nextAttemptMs(schedule, { attempt: index + 1, random })
  )

const schedules = Object.values<RetrySchedule>(retrySchedules)

describe("the retry schedule of webhooks", () => {
  it("is the decided one, and then ends", () => {
    const [minute, hour] = [60_000, 3_600_000]
    expect(waits(retrySchedules.webhook, 0)).toEqual([
      5_000,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      null
    ])
  })
  it("ends before a webhook is switched off, so that one fact alone does not do it", () => {
    const longest = waits(retrySchedules.webhook, 1).reduce<number>((sum, wait) => sum + (wait ?? 0), 0)
    expect(longest).toBeLessThan(WEBHOOK_DISABLED_AFTER_SECONDS * 1000)
  })
  it("lets the receiver ask for more time, up to a day", () => {
    const asked = [
      [null, 2],
      [10, 2],
      [600, 2],
      [10 ** 9, 2],
      [600, 10]
    ] as const
    expect(
      asked.map(([retryAfterSeconds, attempt]) =>
        nextAttemptMs(retrySchedules.webhook, { attempt, random: 0, retryAfterSeconds })
      )
    ).toEqual([300_000, 300_000, 600_000, 86_400_000, null])
  })
})

describe("every schedule", () => {
  it("grows, and its jitter only adds", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...schedules),
        fc.nat(12),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.nat(200_000)),
        (schedule, index, random, retryAfterSeconds) => {
          const wait = nextAttemptMs(schedule, { attempt: index + 1, random, retryAfterSeconds })
          const delay = schedule.delaysSeconds[index]
          expect(wait === null).toBe(delay === undefined)
          expect(wait ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual((delay ?? 0) * 1000)
          expect(wait ?? 0).toBeLessThanOrEqual(
            Math.max(delay ?? 0, schedule.longestRetryAfterSeconds ?? 0) * 1000 * (1 + schedule.jitter)
          )
        }
      )
    )
    for (const { delaysSeconds } of schedules) expect(delaysSeconds).toEqual(delaysSeconds.toSorted((a, b) => a - b))
  })
})

describe("Retry-After", () => {
  const now = Date.UTC(2026, 10, 21, 3, 0, 0)
  it.each([
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["999999999", 86_400],
    ["Sat, 21 Nov 2026 03:02:00 GMT", 120],
    ["Sat, 21 Nov 2026 02:00:00 GMT", 0],
    ["Fri, 31 Dec 2999 23:59:59 GMT", 86_400]
  ])("%s is %i seconds", (value, seconds) => expect(parseRetryAfter(value, now)).toBe(seconds))
  it.each([null, undefined, "", "soon", "-5", "1.5", "1e3", "2026-11-21T03:02:00Z", "Sat, 99 Nov 2026 99:00:00 GMT"])(
    "%s says nothing",
    (value) => expect(parseRetryAfter(value, now)).toBeNull()
  )
})
