import { describe, expect, it } from "@effect/vitest"
import { timelineFields } from "@mon/model"
import fc from "fast-check"
import type { Bucket } from "../src/schedule/timelines/readBuckets.ts"
import { responseSteps } from "../src/schedule/timelines/responseSteps.ts"

const START = Date.UTC(2026, 5, 1) / 1_000
const HOUR = 3_600

/** Returns hourly buckets whose waiting time is given by a function. Null means that no check was successful. */
const hours = (count: number, wait: (hour: number) => number | null): ReadonlyArray<Bucket> =>
  Array.from({ length: count }, (_, hour) =>
    timelineFields.map((field) => {
      if (field === "start") return START + hour * HOUR
      if (field === "wait") return wait(hour)
      return field === "tls" ? 30 : 1
    })
  )

const slowerFrom60 = (hour: number) => (hour < 60 ? 100 : 220)
const noise = (hour: number) => 1 + 0.1 * Math.sin(hour * 12.9898)
const found = (count: number, wait: (hour: number) => number | null) =>
  responseSteps(hours(count, wait)).map(({ phases, start }) => [
    (start - START) / HOUR,
    phases.map(({ after, before, phase }) => [phase, Math.round(before / 100) * 100, Math.round(after / 100) * 100])
  ])

describe("steps in response times", () => {
  it("are found in their hour, up and down, with the medians of the days around them", () => {
    expect(found(240, (hour) => noise(hour) * (hour < 60 || hour >= 150 ? 100 : 220))).toEqual([
      [60, [["wait", 100, 200]]],
      [150, [["wait", 200, 100]]]
    ])
  })

  it("are found eight hours after they began", () => {
    expect(found(67, slowerFrom60)).toEqual([])
    expect(found(68, slowerFrom60)).toEqual([[60, [["wait", 100, 200]]]])
  })

  it("are neither hours that are slow every day, nor single slow hours, nor hours without a check, nor few milliseconds", () => {
    expect(found(500, (hour) => noise(hour) * (hour % 24 < 9 ? 100 : 300))).toEqual([])
    expect(found(500, (hour) => (hour >= 100 && hour < 106 ? 2_000 : 100))).toEqual([])
    expect(found(500, (hour) => (hour % 3 === 0 ? null : noise(hour) * 100))).toEqual([])
    expect(found(500, (hour) => (hour < 250 ? 4 : 12))).toEqual([])
    expect(responseSteps([])).toEqual([])
  })

  it("are at most 20 of a phase and a day apart, whatever the times are", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 30_000 })), { maxLength: 400 }), (times) => {
        const starts = responseSteps(hours(times.length, (hour) => times[hour] ?? null)).map(({ start }) => start)
        expect(starts.length).toBeLessThanOrEqual(20)
        starts.forEach((start, index) => expect(start - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(24 * HOUR))
      })
    )
  })
})
