import type { Benchmark } from "../Benchmark.ts"
import { numberBehind, runProgram } from "./runProgram.ts"

const MAILAUTH = 0.5

/** One SPF evaluation, compared with mailauth. */
export const spf: Benchmark = {
  run: async ({ rounds, short }) => {
    const notes = await runProgram({
      program: new URL("../../../packages/email-health/bench/spf.ts", import.meta.url),
      args: [String(rounds ?? (short ? 1 : 200))]
    })
    return {
      sections: [],
      targets: [
        {
          name: "CPU per evaluation, relative to mailauth,",
          sense: "at most",
          unit: "x",
          limit: MAILAUTH,
          value: numberBehind(notes, "ratio")
        }
      ],
      notes
    }
  }
}
