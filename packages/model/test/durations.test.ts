import { expect, it } from "vitest"
import { durationParts, secondsBetween } from "../src/facts.ts"

it.each([
  [-5, "0 second"],
  [0, "0 second"],
  [0.4, "0 second"],
  [59, "59 second"],
  [59.6, "1 minute"],
  [179, "2 minute 59 second"],
  [180, "3 minute"],
  [3_600, "1 hour"],
  [3_659, "1 hour"],
  [10_799, "2 hour 59 minute"],
  [86_405, "1 day"],
  [180_000, "2 day 2 hour"],
  [31_536_000, "365 day"]
])("%d seconds have at most two adjacent units", (seconds, text) => {
  const parts = durationParts(seconds).map(([unit, count]) => `${count} ${unit}`)
  expect(parts.join(" ")).toBe(text)
})

const at = (clock: string) => Date.parse(`2026-11-26T${clock}Z`)

it.each([
  ["00:14:35.900", "00:17:35.100", 180],
  ["00:14:35.100", "00:17:34.900", 179],
  ["00:14:35.100", "00:14:35.900", 0],
  ["00:14:36.000", "00:14:35.000", 0]
])("from %s to %s are as many seconds as a reader counts", (from, to, seconds) => {
  expect(secondsBetween(at(from), at(to))).toBe(seconds)
})
