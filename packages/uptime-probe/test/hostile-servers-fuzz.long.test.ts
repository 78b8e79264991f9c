import { isNightly, SEED } from "@mon/tooling/seed"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import { fuzz } from "./fuzz/fuzz.ts"

const CASES = Number(process.env["MON_CASES"] ?? (isNightly ? 1_000_000 : 60_000))
const PER_PART = 20_000
const HOUR_MS = 3_600_000
/** The growth of memory that filled caches, for example of compiled patterns, may cause. */
const GROWTH_BYTES = 16 * 1024 * 1024

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const heapBytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

it(
  "checks servers that send nonsense: nothing is thrown, no answer is late, and the memory stays flat",
  async () => {
    const faults: Array<string> = []
    const heap: Array<number> = []
    let late = 0
    for (let from = 0; from < CASES; from += PER_PART) {
      const report = await fuzz(SEED, from, Math.min(PER_PART, CASES - from))
      faults.push(...report.faults)
      late += report.late
      heap.push(heapBytes())
    }
    console.log(
      `${CASES} cases with the seed ${SEED}: heap ${heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(", ")} MB`
    )
    expect(faults.slice(0, 20)).toEqual([])
    expect(late).toBe(0)
    // The first part compiles code and fills caches, so the growth is measured from the end of the first part.
    expect((heap.at(-1) ?? 0) - (heap[0] ?? 0)).toBeLessThan(GROWTH_BYTES)
  },
  4 * HOUR_MS
)
