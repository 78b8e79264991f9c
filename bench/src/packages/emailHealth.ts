import type { Benchmark } from "../Benchmark.ts"
import { numberBehind, runProgram } from "./runProgram.ts"

/** Whole email-health checks against NSD. */
export const emailHealth: Benchmark = {
  run: async ({ rounds, short }) => {
    const notes = await runProgram({
      program: new URL("../../../packages/email-health/bench/checks.ts", import.meta.url),
      args: short ? ["1", "50"] : [String(rounds ?? 5)]
    })
    const lost = notes
      .filter((line) => line.startsWith("udp"))
      .map((line) => numberBehind([line], "lost") ?? Number.NaN)
    return {
      sections: [],
      targets: [
        {
          name: "Answers lost by the resolver of @mon/dns",
          sense: "at most",
          unit: "",
          limit: 0,
          value: Math.max(...lost)
        }
      ],
      notes
    }
  }
}
