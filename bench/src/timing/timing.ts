import { makeAuthority } from "@mon/testbed"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report, Section, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { median, percentile, ratio, spread } from "../harness/Statistics.ts"
import { type Blackbox, startBlackbox } from "../probe/Blackbox.ts"
import type { Driver } from "../probe/driverProgram.ts"
import type { Looks } from "../probe/looksProgram.ts"
import { startLooks } from "../probe/Stage.ts"
import type { Sleeper } from "./sleeperProgram.ts"

const SLEEP_MS = 50

interface Case {
  readonly scheme: "HTTP" | "HTTPS"
  /** Looks in flight. */
  readonly inFlight: number
  /** Milliseconds that the median error may have. */
  readonly limitMs: number
}

const cases: ReadonlyArray<Case> = (["HTTP", "HTTPS"] as const).flatMap((scheme) => [
  { scheme, inFlight: 1, limitMs: 1.5 },
  { scheme, inFlight: 16, limitMs: 4 }
])

/** Times the peer's error. */
const PEER_LIMIT = 1.5

/** Looks of a round for each one in flight. */
const LOOKS = 20
const ROUNDS = 5
const WARM_UP = 1
const SHORT = { looks: 5, rounds: 2 }

const MON = "mon"
const PEER = "blackbox"

interface Stage {
  readonly sleeper: Child<Sleeper>
  readonly looks: Child<Looks>
  readonly driver: Child<Driver>
  readonly blackbox: Blackbox | null
}

/** How much longer than the server slept each look says that it waited, in milliseconds. */
const errors = async (
  { sleeper }: Stage,
  paths: ReadonlyArray<string>,
  waits: () => Promise<ReadonlyArray<number>>
): Promise<ReadonlyArray<number>> => {
  await sleeper.call("slept", null)
  const waitedMs = await waits()
  const slept = await sleeper.call("slept", null)
  return paths.map((path, index) => {
    const ms = slept.get(path)
    const waited = waitedMs[index]
    if (ms === undefined || waited === undefined) throw new Error(`The look at ${path} did not arrive.`)
    return waited - ms
  })
}

const contendersFor = (
  origin: string,
  concurrency: number,
  each: number,
  stage: Stage
): ReadonlyArray<Contender<ReadonlyArray<number>>> => {
  const { blackbox, driver, looks } = stage
  const paths = Array.from({ length: each * concurrency }, (_, index) => `/${index}`)
  const urls = paths.map((path) => `${origin}${path}`)
  const mon = { name: MON, run: () => errors(stage, paths, () => looks.call("waits", { urls, concurrency })) }
  if (blackbox === null) return [mon]
  const { pathOf, port } = blackbox
  const asked = { port, paths: urls.map(pathOf), concurrency }
  return [{ name: PEER, run: () => errors(stage, paths, () => driver.call("waits", asked)) }, mon]
}

const sectionOf = (title: string, rounds: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<number>>>): Section => ({
  title,
  columns: ["median error ms", "p95 ms", "largest ms"],
  rows: [...rounds].map(([name, samples]) => ({
    name,
    cells: [
      spread(samples.map((sample) => median(sample.map(Math.abs)))),
      percentile(samples.flat().map(Math.abs), 0.95),
      Math.max(...samples.flat().map(Math.abs))
    ]
  }))
})

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const authority = await makeAuthority()
  const issued = await authority.issue({ names: ["localhost"], key: "ec" })
  const sleeper = await startChild<Sleeper>(new URL("./sleeperProgram.ts", import.meta.url), { core: "load" })
  defer(sleeper.stop)
  const ports = await sleeper.call("start", { ...issued, sleepMs: SLEEP_MS })
  const origins = { HTTP: `http://localhost:${ports.http}`, HTTPS: `https://localhost:${ports.https}` }
  const driver = await startChild<Driver>(new URL("../probe/driverProgram.ts", import.meta.url), { core: "load" })
  defer(driver.stop)
  const looks = await startLooks(authority, defer)
  const blackbox = await startBlackbox(authority.rootPem, defer)
  const stage = { sleeper, looks, driver, blackbox }

  const sections: Array<Section> = []
  const targets: Array<Target> = []
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: WARM_UP }
  for (const { inFlight, limitMs, scheme } of cases) {
    const each = short ? SHORT.looks : LOOKS
    const name = `${scheme}, ${inFlight} in flight`
    const samples = await interleave(contendersFor(origins[scheme], inFlight, each, stage), {
      ...plan,
      onSample: (who, round) => progress(`${name} round ${round + 1} of ${plan.rounds}: ${who}`)
    })
    sections.push(
      sectionOf(
        `${name}, ${each * inFlight} looks a round, ${plan.rounds} rounds: median of the rounds (min..max)`,
        samples
      )
    )
    const errorOf = (who: string) => (samples.get(who) ?? []).map((sample) => median(sample.map(Math.abs)))
    targets.push(
      {
        name: `Median error of the wait, ${name},`,
        sense: "at most",
        unit: " ms",
        limit: limitMs,
        value: median(errorOf(MON))
      },
      {
        name: `The same, times the peer's,`,
        sense: "at most",
        unit: "x",
        limit: PEER_LIMIT,
        value: blackbox === null ? null : ratio(errorOf(MON), errorOf(PEER)).median
      }
    )
  }
  return {
    sections,
    targets,
    notes: [
      `The server sleeps ${SLEEP_MS} ms and measures how long it really did; the error is what a look says it waited (request sent to first byte) beyond that.`,
      blackbox === null
        ? "The peer is not installed (Debian: apt-get install prometheus-blackbox-exporter), so there is no ratio."
        : `${PEER}: blackbox_exporter ${blackbox.version}, phase "processing"; it is asked over HTTP with as many requests at once.`
    ]
  }
}

/** How true the wait phase of a look is, beside the blackbox exporter. */
export const timing: Benchmark = {
  about: "error of the wait phase against a server that sleeps, beside prometheus-blackbox-exporter",
  run: (options) => withCleanup((defer) => measure(options, defer))
}
