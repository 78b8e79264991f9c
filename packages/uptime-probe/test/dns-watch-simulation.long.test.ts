import { expect, it } from "vitest"
import { simulateZone } from "./dnsWatchSimulation.ts"

/** A zone takes about 0.2 s. For 10,000 zones, which take an hour, set MON_DNS_ZONES=10000. */
const ZONES = Number(process.env["MON_DNS_ZONES"] ?? 200)
const DAYS = 30
const CHANGES_PER_ZONE = 5

it(
  `finds every change of ${ZONES} simulated zones over 30 days once and in time, and nothing else`,
  { timeout: 7_200_000 },
  () => {
    const problems: Array<string> = []
    const total = { changes: 0, observations: 0, failedAnswers: 0, lateAnswers: 0 }
    for (let seed = 0; seed < ZONES; seed++) {
      const zone = simulateZone(1_000_000 + seed, DAYS)
      problems.push(...zone.problems)
      total.changes += zone.changes
      total.observations += zone.observations
      total.failedAnswers += zone.failedAnswers
      total.lateAnswers += zone.lateAnswers
    }
    process.stdout.write(`${ZONES} zones over ${DAYS} days: ${JSON.stringify(total)}, ${problems.length} problems\n`)
    expect(problems).toEqual([])
    expect(total.changes).toBeGreaterThan(CHANGES_PER_ZONE * ZONES)
  }
)
