import type { Benchmark } from "../Benchmark.ts"
import { runProgram } from "./runProgram.ts"

/** Lookups of domains, compared with similar packages. */
export const disposable: Benchmark = {
  run: async ({ progress, rounds, short }) => {
    progress("This takes several minutes without output: each measurement runs in its own process")
    const notes = await runProgram({
      program: new URL("../../../packages/disposable-check/bench/main.ts", import.meta.url),
      args: short ? ["1", "30"] : [String(rounds ?? 9)]
    })
    return { sections: [], targets: [], notes }
  }
}
