import { makeAuthority } from "@mon/tooling/testbed"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import type { Report } from "../harness/Report.ts"
import { median } from "../harness/Statistics.ts"
import { X509Certificate } from "node:crypto"
import { answers } from "./answers.ts"
import { contents } from "./contents.ts"
import { expectations } from "./expectations.ts"
import type { InputCase } from "./InputCase.ts"
import { pages } from "./pages.ts"
import { pingTexts } from "./pingTexts.ts"
import { requests } from "./requests.ts"
import { schedules } from "./schedules.ts"

const ROUNDS = 5
/** What takes longer must run in a thread. */
const LIMIT_MS = 20

const NAMES = 3_000

const certificates = async (): Promise<Readonly<Record<string, Buffer>>> => {
  const authority = await makeAuthority()
  const names = Array.from({ length: NAMES }, (_, n) => `${n}.many-names.example`)
  const { leafPem } = await authority.issue({ names, key: "ec" })
  return { "3,000 names": new X509Certificate(leafPem).raw }
}

/** A shorter measurement would be as coarse as the clock of the kernel. */
const SAMPLE_MS = 20
const MOST_RUNS = 200
/** The short form runs each input once, and one in so many of those that have a thread. */
const SHORT_SHARE = 8

/** Milliseconds of CPU time of this thread per run; other programs on the machine do not change it. */
const timed = async (work: () => unknown, mostRuns: number): Promise<number> => {
  const before = process.threadCpuUsage()
  const started = performance.now()
  let runs = 0
  do {
    await work()
    runs += 1
  } while (performance.now() - started < SAMPLE_MS && runs < mostRuns)
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1_000 / runs
}

interface Measured {
  readonly input: InputCase
  readonly worstMs: number
  readonly shape: string
}

const measureCase = async (input: InputCase, rounds: number, mostRuns: number): Promise<Measured> => {
  let worst = { worstMs: 0, shape: "" }
  for (const [shape, work] of Object.entries(input.shapes)) {
    const samples: Array<number> = []
    for (let round = 0; round < rounds; round++) samples.push(await timed(work, mostRuns))
    const worstMs = median(samples)
    if (worstMs >= worst.worstMs) worst = { worstMs, shape }
  }
  return { input, ...worst }
}

const measure = async ({ progress, rounds, short }: RunOptions): Promise<Report> => {
  const times = rounds ?? (short ? 1 : ROUNDS)
  const known = [...contents, ...expectations, ...pingTexts, ...requests, ...schedules, ...pages()]
  const all = [...answers(await certificates()), ...known]
  const measured: Array<Measured> = []
  for (const [index, input] of all.entries()) {
    if (short && input.place === "thread" && index % SHORT_SHARE > 0) continue
    const found = await measureCase(input, times, short ? 1 : MOST_RUNS)
    progress(`${input.name}: ${found.worstMs.toFixed(1)} ms (${found.shape})`)
    measured.push(found)
  }
  const onEventLoop = measured.filter(({ input }) => input.place === "event loop")
  return {
    sections: [
      {
        title: `CPU of the most expensive input that is allowed, median of ${times} runs`,
        columns: ["limit", "runs on", "worst shape", "ms"],
        rows: measured.map(({ input, shape, worstMs }) => ({
          name: input.name,
          cells: [input.limit, input.place, shape, worstMs]
        }))
      }
    ],
    targets: onEventLoop.map(({ input, worstMs }) => ({
      name: `CPU of the most expensive ${input.name}`,
      sense: "at most",
      limit: LIMIT_MS,
      unit: " ms",
      value: worstMs
    })),
    notes: [
      "CPU time of the thread that does the work. The first run, which compiles the code, counts as one of the runs. Short runs are repeated for 20 ms."
    ]
  }
}

/** Whether the largest input that a parser accepts from strangers delays the event loop. */
export const inputs: Benchmark = {
  run: measure
}
