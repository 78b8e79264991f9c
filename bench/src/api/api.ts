import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { ratio, spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import type { Load, LoadAsked } from "./loadProgram.ts"
import type { ApiProgram } from "./monProgram.ts"
import { assertSameAnswers } from "./sameAnswers.ts"
import { setScene } from "./Scene.ts"

/** Connections of the load generator, and of the server to its database: the default of the API. */
const CLIENTS = 32
const DATABASE_CONNECTIONS = 5
const ACCOUNTS = 50

/** About three seconds of work for each contender and round. */
const REQUESTS = 20_000
const ROUNDS = 7
const WARM_UP = 2
const SHORT = { requests: 2_000, rounds: 2, warmUp: 1 }

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
    cpuUs: usedMs * 1_000 / asked.requests,
    perCpuSecond: asked.requests * 1_000 / usedMs,
    perSecond: asked.requests * 1_000 / wallMs,
    p50Ms,
    p99Ms,
    busy: usedMs / wallMs
  }
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const database = await startPostgres(defer, "embedded")
  const visitors = await setScene(database.url, ACCOUNTS)
  const [visitor] = visitors
  if (visitor === undefined) throw new Error("Nobody is there to ask.")
  const load = await startChild<Load>(new URL("./loadProgram.ts", import.meta.url), { core: "load" })
  defer(load.stop)
  const requests = short ? SHORT.requests : REQUESTS

  const contender = async (name: string, program: URL) => {
    const server = await startChild<ApiProgram>(program, { core: "subject", env: { NODE_ENV: "production" } })
    defer(server.stop)
    const { port } = await server.call("start", { url: database.url, connections: DATABASE_CONNECTIONS, visitor })
    const run = () => measureOne(server, load, { port, visitors, requests, connections: CLIENTS })
    return { port, contender: { name, run } satisfies Contender<Sample> }
  }
  const peer = await contender(PEER, new URL("./fastifyProgram.ts", import.meta.url))
  const mon = await contender(MON, new URL("./monProgram.ts", import.meta.url))
  for (const one of visitors.slice(0, 3)) await assertSameAnswers(peer.port, mon.port, one)

  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? SHORT.warmUp : WARM_UP }
  const samples = await interleave([peer.contender, mon.contender], {
    ...plan,
    onSample: (name, round) => progress(`round ${round + 1} of ${plan.rounds}: ${name}`)
  })
  const valuesOf = (name: string, of: (sample: Sample) => number) => samples.get(name)?.map(of) ?? []
  const medianOf = (name: string, of: (sample: Sample) => number) => spread(valuesOf(name, of)).median
  const against = (name: string) => ratio(valuesOf(name, (one) => one.perCpuSecond), valuesOf(PEER, (one) => one.perCpuSecond))
  const target = {
    name: "Requests in a second of CPU, times the peer's,",
    sense: "at least",
    unit: "x",
    value: against(MON).median
  } as const
  return {
    sections: [{
      title: `GET /api/v1/domains/:id, ${requests} requests a round over ${CLIENTS} connections, ${plan.rounds} rounds: median (min..max)`,
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
    }],
    targets: [{ ...target, limit: LIMIT }, { ...target, limit: STRETCH, stretch: true }],
    notes: [
      `Both run Mon's own two statements (key and rate window; domain) over the same driver with ${DATABASE_CONNECTIONS} connections, and answer with the same header fields and body (checked before the run).`,
      "Mon does more: check characters of the key, plan and role, metrics, interruption when the client goes.",
      `PostgreSQL ${database.version} (embedded, durable) and the load generator share the other core. ${ACCOUNTS} accounts with a domain each.`
    ]
  }
}

/** CPU of the most frequent read of the API, beside fastify doing the same work. */
export const api: Benchmark = {
  about: "requests in a second of CPU for GET /api/v1/domains/:id, beside fastify",
  run: (options) => withCleanup((defer) => measure(options, defer))
}
