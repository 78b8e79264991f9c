import { setTimeout as delay } from "node:timers/promises"
import { makeAuthority } from "@mon/tooling/testbed"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { cpuMs } from "../harness/OsProcess.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report, Section, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { ratio } from "../harness/Statistics.ts"
import { ASKED_NAME, type Blackbox, type Module, peerNote, startBlackbox } from "../probe/Blackbox.ts"
import { cpuOf, MON, PEER, type Sample, sampled, sectionOf, targetsOf } from "../probe/CpuPerCheck.ts"
import type { ExporterClient } from "../probe/exporterClientProgram.ts"
import type { Counts, Kind, Servers } from "./serversProgram.ts"
import type { ServiceChecks } from "./serviceChecksProgram.ts"

const CONCURRENCY = 8

interface Case {
  readonly kind: Kind
  readonly name: string
  readonly checks: number
  /** The peer's way to check the same; null: for information, without the peer. */
  readonly peer: { readonly module: Module; readonly limit: number } | null
}

/** About a second of work for each contender and round. */
const cases: ReadonlyArray<Case> = [
  { kind: "tcp", name: "TCP", checks: 6_000, peer: { module: "tcp", limit: 0.3 } },
  { kind: "tls", name: "TLS", checks: 1_600, peer: { module: "tls", limit: 0.9 } },
  { kind: "dns", name: "DNS", checks: 6_000, peer: { module: "dns", limit: 0.5 } },
  { kind: "redis", name: "Redis", checks: 4_000, peer: null },
  { kind: "postgres", name: "PostgreSQL", checks: 4_000, peer: null },
  { kind: "ssh", name: "SSH", checks: 4_000, peer: null }
]

const ROUNDS = 5
const WARM_UP = 2
const SHORT = { checksShare: 0.01, rounds: 1, warmUp: 0 }

interface Setup {
  readonly ports: Readonly<Record<Kind, number>>
  readonly checks: Child<ServiceChecks>
  readonly exporterClient: Child<ExporterClient>
  readonly blackbox: Blackbox | null
}

const contendersFor = (
  { kind, peer }: Case,
  count: number,
  { blackbox, checks, exporterClient, ports }: Setup
): ReadonlyArray<Contender<Sample>> => {
  const port = ports[kind]
  const asked = { count, concurrency: CONCURRENCY }
  const own = () => checks.call("check", { kind, port, askedName: ASKED_NAME, ...asked })
  const mon = { name: MON, run: () => sampled(count, checks.cpuMs, own) }
  if (blackbox === null || peer === null) return [mon]
  const path = blackbox.pathOf(peer.module, `localhost:${port}`)
  const probe = () => exporterClient.call("probe", { port: blackbox.port, path, ...asked })
  return [{ name: PEER, run: () => sampled(count, () => cpuMs(blackbox.pid), probe) }, mon]
}

/** A connection that is only opened can end before the server accepts it. */
const ARRIVAL_MS = 10_000
const POLL_MS = 20

/** Throws unless exactly so many checks of a kind arrive, and none resumed a TLS session. */
const requireArrivals = async (servers: Child<Servers>, kind: Kind, checks: number): Promise<void> => {
  const deadline = performance.now() + ARRIVAL_MS
  let counts: Counts = await servers.call("counts", null)
  while (counts.arrived[kind] < checks && performance.now() < deadline) {
    await delay(POLL_MS)
    counts = await servers.call("counts", null)
  }
  const arrived = counts.arrived[kind]
  // A query over UDP is repeated if its answer takes longer than a second.
  if (kind === "dns" ? arrived < checks : arrived !== checks)
    throw new Error(`${checks} checks of ${kind} were requested, and ${arrived} arrived.`)
  if (counts.resumed > 0) throw new Error(`${counts.resumed} TLS handshakes resumed a session.`)
}

const startSetup = async (servers: Child<Servers>, defer: Defer): Promise<Setup> => {
  const authority = await makeAuthority()
  const { certPem, keyPem } = await authority.issue({ names: ["localhost"], key: "ec" })
  const ports = await servers.call("start", { certPem, keyPem })
  const exporterClient = await startChild<ExporterClient>(
    new URL("../probe/exporterClientProgram.ts", import.meta.url),
    { core: "load" }
  )
  defer(exporterClient.stop)
  const checks = await startChild<ServiceChecks>(new URL("./serviceChecksProgram.ts", import.meta.url), {
    core: "subject"
  })
  defer(checks.stop)
  await checks.call("open", { rootPem: authority.rootPem })
  return { ports, checks, exporterClient, blackbox: await startBlackbox(authority.rootPem, defer) }
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const servers = await startChild<Servers>(new URL("./serversProgram.ts", import.meta.url), { core: "load" })
  defer(servers.stop)
  const setup = await startSetup(servers, defer)
  const { blackbox } = setup

  const sections: Array<Section> = []
  const targets: Array<Target> = []
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? SHORT.warmUp : WARM_UP }
  for (const one of cases) {
    const { kind, name, peer } = one
    const count = short ? Math.ceil(one.checks * SHORT.checksShare) : one.checks
    const contenders = contendersFor(one, count, setup)
    const samples = await interleave(contenders, {
      ...plan,
      onSample: (who, round) => progress(`${name} round ${round + 1} of ${plan.rounds}: ${who}`)
    })
    await requireArrivals(servers, kind, count * contenders.length * (plan.rounds + plan.warmUp))
    const title = `${name}, ${count} checks per round, ${CONCURRENCY} at once, ${plan.rounds} rounds: median (min..max)`
    sections.push(sectionOf(title, samples, peer === null ? null : PEER))
    if (peer === null) continue
    const value = blackbox === null ? null : ratio(cpuOf(samples, MON), cpuOf(samples, PEER)).median
    targets.push(...targetsOf({ name, limit: peer.limit, stretch: null }, value))
  }
  return {
    sections,
    targets,
    notes: [
      peerNote(blackbox),
      "TCP: connect. TLS: connect, full handshake (none is resumed), certificate validated, its facts reported. ECDSA P-256 leaf and intermediate.",
      "OpenSSL verifies the certificates in each of Mon's handshakes. Mon reads a chain that it knows only every ten minutes, as in production.",
      "DNS: one query for an address over UDP. Redis: PING. PostgreSQL: until the server asks for a password. SSH: greeting and algorithms.",
      "Both resolve localhost from memory, trust the same roots, and check the same servers, which are in another process. CPU is user and system time of the probing process."
    ]
  }
}

/** CPU of a check through `makeServiceProbe` of `@mon/uptime-probe`, compared with the blackbox exporter. */
export const services: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
