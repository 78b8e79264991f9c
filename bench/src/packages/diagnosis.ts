import type { Benchmark } from "../Benchmark.ts"
import { numberBehind, runProgram } from "./runProgram.ts"

/** Diagnoses of faults, and of the most expensive facts. */
export const diagnosis: Benchmark = {
  run: async ({ rounds, short }) => {
    const notes = await runProgram({
      program: new URL("../../../packages/diagnosis/bench/diagnose.ts", import.meta.url),
      args: short ? ["1", "1"] : [String(rounds ?? 20)]
    })
    const atMost = { sense: "at most", unit: "ms" } as const
    return {
      sections: [],
      targets: [
        { ...atMost, name: "CPU per diagnosis, median,", limit: 2, value: numberBehind(notes, "median") },
        { ...atMost, name: "CPU for the most expensive facts", limit: 20, value: numberBehind(notes, "largest") }
      ],
      notes
    }
  }
}
