import { allTimeZones } from "@mon/bundled/time-zones"
import { expect, test } from "vitest"
import { turnFault } from "./turnFault.ts"

const handOffs = [
  { every: 1, unit: "days", start: "2025-01-01T00:00" },
  { every: 1, unit: "days", start: "2025-01-01T02:30" },
  { every: 3, unit: "days", start: "2025-01-01T03:00" },
  { every: 1, unit: "weeks", start: "2025-01-05T02:00" },
  { every: 2, unit: "weeks", start: "2025-01-04T23:59" },
  { every: 1, unit: "months", start: "2025-01-31T00:30" },
  { every: 12, unit: "hours", start: "2025-01-01T02:30" },
  { every: 4, unit: "hours", start: "2025-01-01T01:00" },
  { every: 5, unit: "hours", start: "2025-01-01T02:30" },
  { every: 36, unit: "hours", start: "2025-01-01T02:30" }
] as const

test.each(handOffs)(
  "in every zone, the turns of three years follow each other: every $every $unit from $start",
  { timeout: 600_000 },
  (handOff) => {
    for (const zone of allTimeZones()) expect(turnFault(zone, handOff)).toBeNull()
  }
)
