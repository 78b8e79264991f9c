import { expect, it } from "vitest"
import { simulateZone } from "./dnsWatchSimulation.ts"

it(
  "finds every change of 60 simulated zones over 10 days once and in time, and nothing else",
  { timeout: 60_000 },
  () => {
    const zones = Array.from({ length: 60 }, (_, seed) => simulateZone(seed, 10))
    const sum = (of: (zone: (typeof zones)[number]) => number) => zones.reduce((total, zone) => total + of(zone), 0)
    expect(zones.flatMap(({ problems }) => problems)).toEqual([])
    // The simulated zones must contain many changes, and many failed and late answers that must not count as changes.
    expect(sum(({ changes }) => changes)).toBeGreaterThan(100)
    expect(sum(({ failedAnswers }) => failedAnswers)).toBeGreaterThan(1_000)
    expect(sum(({ lateAnswers }) => lateAnswers)).toBeGreaterThan(1_000)
  }
)
