import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { cpuMs } from "../harness/OsProcess.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report, Section, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { ratio } from "../harness/Statistics.ts"
import { type Blackbox, peerNote, startBlackbox } from "./Blackbox.ts"
import { cpuOf, MON, PEER, type Sample, sampled, sectionOf, targetsOf } from "./CpuPerCheck.ts"
import type { ExporterClient } from "./exporterClientProgram.ts"
import type { Checks } from "./checksProgram.ts"
import { startHandshakes } from "./opensslHandshakes.ts"
import { type Scheme, servePages, startChecks } from "./TestServers.ts"

const CONCURRENCY = 8

interface Case {
  readonly name: Scheme
  readonly checks: number
  /** Times the peer's CPU at most; null: for information. */
  readonly limit: number | null
  readonly stretch: number | null
}

/** The schemes over which a page of 50 KB is checked too. */
const LONG_PAGES: ReadonlySet<Scheme> = new Set(["HTTP", "HTTPS"])

/** Some seconds of work for each contender and round. */
const cases: ReadonlyArray<Case> = [
  { name: "HTTP", checks: 12_000, limit: 0.35, stretch: null },
  { name: "HTTPS", checks: 2_400, limit: 1.1, stretch: 0.9 },
  { name: "HTTPS with HTTP/2", checks: 2_400, limit: 1.2, stretch: 1 }
]

const ROUNDS = 7
const WARM_UP = 2
const SHORT = { checksShare: 0.01, rounds: 1, warmUp: 0 }
/** The seconds for which OpenSSL alone makes handshakes in a round. */
const HANDSHAKE_SECONDS = 2

const EXPECTING = "mon, 10 expectations"
const OPENSSL = "openssl, handshake alone"

/** How much more CPU a check with ten expectations may take. */
const EXPECTING_LIMIT = 1.3

const JUDGED = "content judged"
const NOT_JUDGED = "content off"

/** How much more CPU a check of an ordinary page may take for the judgement of its content. */
const JUDGED_LIMIT = 1.03

const contentContenders = (url: string, count: number, { checks }: Setup): ReadonlyArray<Contender<Sample>> =>
  [JUDGED, NOT_JUDGED].map((name) => ({
    name,
    run: () =>
      sampled(count, checks.cpuMs, () =>
        checks.call("check", { url, count, concurrency: CONCURRENCY, judgesContent: name === JUDGED })
      )
  }))

interface Setup {
  readonly checks: Child<Checks>
  readonly exporterClient: Child<ExporterClient>
  readonly blackbox: Blackbox | null
}

const contendersFor = (
  url: string,
  count: number,
  { blackbox, exporterClient, checks }: Setup
): ReadonlyArray<Contender<Sample>> => {
  const asked = { count, concurrency: CONCURRENCY }
  const own = (name: string, hasExpectations: boolean) => ({
    name,
    run: () => sampled(count, checks.cpuMs, () => checks.call("check", { url, hasExpectations, ...asked }))
  })
  const mon = [own(MON, false), own(EXPECTING, true)]
  if (blackbox === null) return mon
  const { pathOf, pid, port } = blackbox
  const probe = () => exporterClient.call("probe", { port, path: pathOf("page", url), ...asked })
  return [{ name: PEER, run: () => sampled(count, () => cpuMs(pid), probe) }, ...mon]
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const pages = await servePages(defer)
  const exporterClient = await startChild<ExporterClient>(new URL("./exporterClientProgram.ts", import.meta.url), {
    core: "load"
  })
  defer(exporterClient.stop)
  const checks = await startChecks(pages, defer)
  const blackbox = await startBlackbox(pages.rootPem, defer)

  const handshakes = await startHandshakes(pages.urls.HTTPS, pages.rootPem, short ? 1 : HANDSHAKE_SECONDS, defer)

  const sections: Array<Section> = []
  const targets: Array<Target> = []
  let asked = 0
  let distance: number | null = null
  for (const one of cases) {
    const count = short ? Math.ceil(one.checks * SHORT.checksShare) : one.checks
    const checking = contendersFor(pages.urls[one.name], count, { checks, exporterClient, blackbox })
    const contenders =
      one.name === "HTTPS" && handshakes !== null ? [...checking, { name: OPENSSL, run: handshakes }] : checking
    const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? SHORT.warmUp : WARM_UP }
    const samples = await interleave(contenders, {
      ...plan,
      onSample: (name, round) => progress(`${one.name} round ${round + 1} of ${plan.rounds}: ${name}`)
    })
    asked += count * checking.length * (plan.rounds + plan.warmUp)
    const section = sectionOf(
      `${one.name}, ${count} checks per round, ${CONCURRENCY} at once, ${plan.rounds} rounds: median (min..max)`,
      samples,
      PEER
    )
    sections.push(section)
    if (samples.has(OPENSSL)) distance = ratio(cpuOf(samples, MON), cpuOf(samples, OPENSSL)).median
    targets.push({
      name: `CPU per ${one.name} check with ten expectations, relative to one without,`,
      sense: "at most",
      unit: "x",
      limit: EXPECTING_LIMIT,
      value: ratio(cpuOf(samples, EXPECTING), cpuOf(samples, MON)).median
    })
    targets.push(...targetsOf(one, blackbox === null ? null : ratio(cpuOf(samples, MON), cpuOf(samples, PEER)).median))
  }

  for (const one of cases.filter(({ name }) => LONG_PAGES.has(name))) {
    const count = short ? Math.ceil(one.checks * SHORT.checksShare) : one.checks
    const url = `${pages.urls[one.name]}long`
    const contenders = contentContenders(url, count, { checks, exporterClient, blackbox })
    const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? SHORT.warmUp : WARM_UP }
    asked += await checks.call("learn", { url })
    const samples = await interleave(contenders, {
      ...plan,
      onSample: (name, round) => progress(`${one.name}, page of 50 KB, round ${round + 1} of ${plan.rounds}: ${name}`)
    })
    asked += count * contenders.length * (plan.rounds + plan.warmUp)
    sections.push(sectionOf(`${one.name}, page of 50 KB, ${count} checks per round`, samples, NOT_JUDGED))
    targets.push({
      name: `CPU per ${one.name} check of a page of 50 KB, relative to one that does not judge its content,`,
      sense: "at most",
      unit: "x",
      limit: JUDGED_LIMIT,
      value: ratio(cpuOf(samples, JUDGED), cpuOf(samples, NOT_JUDGED)).median
    })
  }

  await pages.check(asked)
  return {
    sections,
    targets,
    notes: [
      peerNote(blackbox),
      distance === null
        ? "OpenSSL's program is not installed (Debian: apt-get install openssl), so the limit of an HTTPS check is unknown."
        : `An HTTPS check takes ${distance.toFixed(2)}x the CPU of a connection with its handshake in C (openssl s_time), which is its limit.`,
      "A check: connect, full TLS handshake (none is resumed), page of 2,290 bytes, certificate validated. ECDSA P-256 leaf and intermediate.",
      "Both resolve names from memory and trust the same roots. CPU is user and system time of the probing process."
    ]
  }
}

/** CPU of a check through `@mon/uptime-probe/effect`, compared with the blackbox exporter. */
export const probe: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
