import { makeAuthority } from "@mon/tooling/testbed"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report, Section, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { median, percentile, ratio, spread } from "../harness/Statistics.ts"
import { type Blackbox, MISSING_PEER, startBlackbox } from "../probe/Blackbox.ts"
import type { ExporterClient } from "../probe/exporterClientProgram.ts"
import type { Checks } from "../probe/checksProgram.ts"
import { startChecks } from "../probe/TestServers.ts"
import type { DelayedServer } from "./delayedServerProgram.ts"

const SLEEP_MS = 50

interface Case {
  readonly scheme: "HTTP" | "HTTPS"
  /** Checks in flight. */
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

/** Checks of a round for each one in flight. */
const CHECKS = 20
const ROUNDS = 5
const WARM_UP = 1
const SHORT = { checks: 1, rounds: 1 }

const MON = "mon"
const PEER = "blackbox"

interface Setup {
  readonly delayedServer: Child<DelayedServer>
  readonly checks: Child<Checks>
  readonly exporterClient: Child<ExporterClient>
  readonly blackbox: Blackbox | null
}

/** How much longer than the delay of the server the wait phase of each check is, in milliseconds. */
const errors = async (
  { delayedServer }: Setup,
  paths: ReadonlyArray<string>,
  waits: () => Promise<ReadonlyArray<number>>
): Promise<ReadonlyArray<number>> => {
  await delayedServer.call("slept", null)
  const waitedMs = await waits()
  const slept = await delayedServer.call("slept", null)
  return paths.map((path, index) => {
    const ms = slept.get(path)
    const waited = waitedMs[index]
    if (ms === undefined || waited === undefined) throw new Error(`The check of ${path} did not arrive.`)
    return waited - ms
  })
}

const contendersFor = (
  origin: string,
  concurrency: number,
  each: number,
  setup: Setup
): ReadonlyArray<Contender<ReadonlyArray<number>>> => {
  const { blackbox, exporterClient, checks } = setup
  const paths = Array.from({ length: each * concurrency }, (_, index) => `/${index}`)
  const urls = paths.map((path) => `${origin}${path}`)
  const mon = { name: MON, run: () => errors(setup, paths, () => checks.call("waits", { urls, concurrency })) }
  if (blackbox === null) return [mon]
  const { pathOf, port } = blackbox
  const asked = { port, paths: urls.map((url) => pathOf("page", url)), concurrency }
  return [{ name: PEER, run: () => errors(setup, paths, () => exporterClient.call("waits", asked)) }, mon]
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
  const delayedServer = await startChild<DelayedServer>(new URL("./delayedServerProgram.ts", import.meta.url), {
    core: "load"
  })
  defer(delayedServer.stop)
  const ports = await delayedServer.call("start", { ...issued, sleepMs: SLEEP_MS })
  const origins = { HTTP: `http://localhost:${ports.http}`, HTTPS: `https://localhost:${ports.https}` }
  const exporterClient = await startChild<ExporterClient>(
    new URL("../probe/exporterClientProgram.ts", import.meta.url),
    { core: "load" }
  )
  defer(exporterClient.stop)
  const checks = await startChecks(authority, defer)
  const blackbox = await startBlackbox(authority.rootPem, defer)
  const setup = { delayedServer, checks, exporterClient, blackbox }

  const sections: Array<Section> = []
  const targets: Array<Target> = []
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? 0 : WARM_UP }
  for (const { inFlight, limitMs, scheme } of cases) {
    const each = short ? SHORT.checks : CHECKS
    const name = `${scheme}, ${inFlight} in flight`
    const samples = await interleave(contendersFor(origins[scheme], inFlight, each, setup), {
      ...plan,
      onSample: (who, round) => progress(`${name} round ${round + 1} of ${plan.rounds}: ${who}`)
    })
    sections.push(
      sectionOf(
        `${name}, ${each * inFlight} checks per round, ${plan.rounds} rounds: median of the rounds (min..max)`,
        samples
      )
    )
    const errorOf = (who: string) => (samples.get(who) ?? []).map((sample) => median(sample.map(Math.abs)))
    targets.push(
      {
        name: `Median error of the wait phase, ${name},`,
        sense: "at most",
        unit: " ms",
        limit: limitMs,
        value: median(errorOf(MON))
      },
      {
        name: `The same, relative to the peer,`,
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
      `The server delays its answer by ${SLEEP_MS} ms and measures the actual delay. The error is the wait phase of a check (request sent to first byte) minus that delay.`,
      blackbox === null
        ? MISSING_PEER
        : `${PEER}: blackbox_exporter ${blackbox.version}, phase "processing"; it is called over HTTP with the same concurrency.`
    ]
  }
}

/** The accuracy of the wait phase of a check, compared with the blackbox exporter. */
export const timing: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
