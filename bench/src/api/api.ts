import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report, Section, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { ratio, spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import type { Endpoint, Load, LoadAsked } from "./loadProgram.ts"
import type { ApiProgram } from "./monProgram.ts"
import { assertSameAnswers } from "./sameAnswers.ts"
import { createFixture, type Visitor } from "./Fixture.ts"

/** Connections of the load generator, and of the server to its database: the default of the API. */
const CLIENTS = 64
const DATABASE_CONNECTIONS = 5
const ACCOUNTS = 50
/** Enough for one page of the list. */
const DOMAINS_EACH = 10

interface Case {
  readonly endpoint: Endpoint
  readonly title: string
  /** A second or two of CPU for each contender and round. */
  readonly requests: number
}

/** Creations come last: they make the lists longer. */
const CASES: ReadonlyArray<Case> = [
  { endpoint: "get", title: "GET /api/v1/domains/:id", requests: 8_000 },
  { endpoint: "list", title: `GET /api/v1/domains, ${DOMAINS_EACH} per page`, requests: 2_000 },
  { endpoint: "create", title: "POST /api/v1/domains", requests: 1_500 }
]
const ROUNDS = 7
const WARM_UP = 2
const SHORT = { share: 0.04, rounds: 1, warmUp: 0, accounts: 4 }

/** Of the requests that the peer serves in a second of CPU. */
const LIMIT = 0.85
const STRETCH = 0.95

const PEER = "fastify"
const MON = "mon"

interface Sample {
  /** Microseconds of CPU for a request. */
  readonly cpuUs: number
  readonly perCpuSecond: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly busy: number
}

const measureOne = async (server: Child<ApiProgram>, load: Child<Load>, asked: LoadAsked): Promise<Sample> => {
  const before = server.cpuMs()
  const { p50Ms, p99Ms, wallMs } = await load.call("load", asked)
  const usedMs = server.cpuMs() - before
  return {
    cpuUs: (usedMs * 1_000) / asked.requests,
    perCpuSecond: (asked.requests * 1_000) / usedMs,
    perSecond: (asked.requests * 1_000) / wallMs,
    p50Ms,
    p99Ms,
    busy: usedMs / wallMs
  }
}

type Contestant = { readonly name: string; readonly port: number; readonly server: Child<ApiProgram> }

/** One endpoint of both servers, alternating. */
const compare = async (
  { endpoint, requests: full, title }: Case,
  contestants: ReadonlyArray<Contestant>,
  load: Child<Load>,
  visitors: ReadonlyArray<Visitor>,
  { progress, rounds, short }: RunOptions
) => {
  const requests = short ? full * SHORT.share : full
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? SHORT.warmUp : WARM_UP }
  const contenders = contestants.map(({ name, port, server }): Contender<Sample> => ({
    name,
    run: () => measureOne(server, load, { endpoint, port, visitors, requests, connections: CLIENTS })
  }))
  const samples = await interleave(contenders, {
    ...plan,
    onSample: (name, round) => progress(`${endpoint}, round ${round + 1} of ${plan.rounds}: ${name}`)
  })
  const valuesOf = (name: string, of: (sample: Sample) => number) => samples.get(name)?.map(of) ?? []
  const medianOf = (name: string, of: (sample: Sample) => number) => spread(valuesOf(name, of)).median
  const against = (name: string) =>
    ratio(
      valuesOf(name, (one) => one.perCpuSecond),
      valuesOf(PEER, (one) => one.perCpuSecond)
    )
  const target = {
    name: `${endpoint}: requests in a second of CPU, times the peer's,`,
    sense: "at least",
    unit: "x",
    value: against(MON).median
  } as const
  const section: Section = {
    title: `${title}, ${requests} requests per round over ${CLIENTS} connections, ${plan.rounds} rounds: median (min..max)`,
    columns: ["CPU µs/request", "requests/CPU s", `x ${PEER}`, "requests/s", "p50 ms", "p99 ms", "core busy"],
    rows: [PEER, MON].map((name) => ({
      name,
      cells: [
        spread(valuesOf(name, ({ cpuUs }) => cpuUs)),
        medianOf(name, ({ perCpuSecond }) => perCpuSecond),
        against(name),
        medianOf(name, ({ perSecond }) => perSecond),
        medianOf(name, ({ p50Ms }) => p50Ms),
        medianOf(name, ({ p99Ms }) => p99Ms),
        medianOf(name, ({ busy }) => busy)
      ]
    }))
  }
  const targets: ReadonlyArray<Target> = [
    { ...target, limit: LIMIT },
    { ...target, limit: STRETCH, stretch: true }
  ]
  return { section, targets }
}

const measure = async (options: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const database = await startPostgres(defer, "embedded")
  const accounts = options.short ? SHORT.accounts : ACCOUNTS
  const visitors = await createFixture(database.url, accounts, DOMAINS_EACH)
  const [visitor] = visitors
  if (visitor === undefined) throw new Error("There is no API user.")
  const load = await startChild<Load>(new URL("./loadProgram.ts", import.meta.url), { core: "load" })
  defer(load.stop)

  const contestant = async (name: string, program: URL): Promise<Contestant> => {
    const server = await startChild<ApiProgram>(program, { core: "subject", env: { NODE_ENV: "production" } })
    defer(server.stop)
    const { port } = await server.call("start", { url: database.url, connections: DATABASE_CONNECTIONS, visitor })
    return { name, port, server }
  }
  const peer = await contestant(PEER, new URL("./fastifyProgram.ts", import.meta.url))
  const mon = await contestant(MON, new URL("./monProgram.ts", import.meta.url))
  for (const one of visitors.slice(1, 4)) await assertSameAnswers(peer.port, mon.port, one)

  const sections: Array<Section> = []
  const targets: Array<Target> = []
  for (const one of CASES) {
    const compared = await compare(one, [peer, mon], load, visitors, options)
    sections.push(compared.section)
    targets.push(...compared.targets)
  }
  return {
    sections,
    targets,
    notes: [
      `Both run Mon's own statements over the same driver with ${DATABASE_CONNECTIONS} connections, and answer with the same header fields and body (checked before the run).`,
      "Mon does more: check characters of the key, plan and role, metrics, interruption when the client disconnects; for a creation it also validates the URL and resolves its name (in memory).",
      `PostgreSQL ${database.version} (embedded, durable) and the load generator share the other core. ${accounts} accounts with ${DOMAINS_EACH} domains each, besides those that are created.`
    ]
  }
}

/** CPU of the API's most frequent requests, compared with fastify. */
export const api: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
