import type { Benchmark } from "../Benchmark.ts"
import { numberBehind, runProgram } from "./runProgram.ts"

const MAILAUTH = 0.7

/** One SPF evaluation, beside mailauth. */
export const spf: Benchmark = {
  about: "CPU for an SPF evaluation of @mon/email-health, beside mailauth",
  run: async ({ rounds, short }) => {
    const notes = await runProgram({
      folder: "email-health",
      file: "bench/spf.ts",
      args: [String(rounds ?? (short ? 10 : 200))]
    })
    return {
      sections: [],
      targets: [
        {
          name: "CPU for an evaluation, times mailauth's,",
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

/** Whole e-mail health checks against NSD. */
export const emailHealth: Benchmark = {
  about: "whole checks of @mon/email-health against NSD, over its own resolver and node:dns",
  run: async ({ rounds, short }) => {
    const notes = await runProgram({
      folder: "email-health",
      file: "bench/checks.ts",
      args: [String(rounds ?? (short ? 1 : 5))]
    })
    const lost = notes
      .filter((line) => line.startsWith("udp"))
      .map((line) => numberBehind([line], "lost") ?? Number.NaN)
    return {
      sections: [],
      targets: [
        { name: "Answers lost by the own resolver", sense: "at most", unit: "", limit: 0, value: Math.max(...lost) }
      ],
      notes
    }
  }
}

/** Domain look-ups, beside the other packages of that kind. */
export const disposable: Benchmark = {
  about: "cold start, size and answers a second of @mon/disposable-check, beside its peers (build it first)",
  run: async ({ progress, rounds, short }) => {
    progress("Several minutes without a word: each measurement has a process of its own")
    const notes = await runProgram({
      folder: "disposable-check",
      file: "bench/main.ts",
      args: [String(rounds ?? (short ? 1 : 9))]
    })
    return { sections: [], targets: [], notes }
  }
}
