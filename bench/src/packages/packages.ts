import type { Benchmark } from "../Benchmark.ts"
import { numberBehind, runProgram } from "./runProgram.ts"

const MAILAUTH = 0.5

/** One SPF evaluation, compared with mailauth. */
export const spf: Benchmark = {
  about: "CPU per SPF evaluation of @mon/email-health; compared with mailauth",
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

/** Whole email-health checks against NSD. */
export const emailHealth: Benchmark = {
  about: "whole checks of @mon/email-health against NSD, with the resolver of @mon/dns and with node:dns",
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

/** Diagnoses of faults, and of the most expensive facts. */
export const diagnosis: Benchmark = {
  about: "CPU per diagnosis of @mon/diagnosis",
  run: async ({ rounds, short }) => {
    const notes = await runProgram({
      folder: "diagnosis",
      file: "bench/diagnose.ts",
      args: [String(rounds ?? (short ? 1 : 20))]
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

/** Lookups of domains, compared with similar packages. */
export const disposable: Benchmark = {
  about: "cold start, size and answers per second of @mon/disposable-check; compared with its peers (needs a build)",
  run: async ({ progress, rounds, short }) => {
    progress("This takes several minutes without output: each measurement runs in its own process")
    const notes = await runProgram({
      folder: "disposable-check",
      file: "bench/main.ts",
      args: [String(rounds ?? (short ? 1 : 9))]
    })
    return { sections: [], targets: [], notes }
  }
}
