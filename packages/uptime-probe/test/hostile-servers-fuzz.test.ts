import { SEED } from "@mon/tooling/seed"
import { expect, it } from "vitest"
import { fuzz } from "./fuzz/fuzz.ts"

/** The checks take a few seconds, and longer if the machine has other work. */
const PATIENCE_MS = 180_000

it(
  "ends 20,000 checks of servers that send nonsense with one of the known outcomes",
  async () => {
    const { faults } = await fuzz(SEED, 0, 20_000)
    expect(faults.slice(0, 20)).toEqual([])
  },
  PATIENCE_MS
)
