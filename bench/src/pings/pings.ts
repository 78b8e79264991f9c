import { newHeartbeat } from "@mon/checks"
import { Accounts, Credentials, hashApiKey, Heartbeats, issueApiKey } from "@mon/core-store"
import { heartbeatDefaults, uuidv7 } from "@mon/model"
import { Effect, Redacted } from "effect"
import { createHash, randomBytes, randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import type { ApiProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { percentile } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import { openStore } from "../postgres/Store.ts"

const FULL = { heartbeats: 10_000, seconds: 30, perSecond: { minute: 167, peak: 500 } }
const SHORT = { heartbeats: 200, seconds: 2, perSecond: { minute: 20, peak: 50 } }
const CONNECTIONS = 10
const AT_ONCE = 500
/** Pings that are not measured. */
const WARM_UP = 300
/** The interval at which due pings are sent. A ping does not wait for the answers to others. */
const TICK_MS = 2
/** Percent of a core for one ping of each heartbeat in a minute. */
const CPU_PERCENT = 10
const P99_MS = 20

const OUTPUT = "rsync: 12 files, 4.2 MB\n"

/** Adds heartbeats to a new account. Returns the paths of their ping URLs. */
const addHeartbeats = async (url: string, count: number): Promise<ReadonlyArray<string>> => {
  const { close, run, sql } = await openStore(url, 2)
  const made = Effect.gen(function* () {
    const account = yield* (yield* Accounts).create({ email: "owner@example.com", name: null, plan: "agency" })
    const issued = account === null ? null : yield* issueApiKey(account.membershipId)
    const key = hashApiKey(Redacted.value(issued?.key ?? Redacted.make("")))
    const credential = yield* (yield* Credentials).authenticateAndCount(key, 0)
    if (credential === null) return yield* Effect.die(new Error("The account could not be created."))
    const heartbeats = yield* Heartbeats
    const tokens = Array.from({ length: count }, () => randomUUID())
    for (let first = 0; first < count; first += AT_ONCE)
      yield* heartbeats.createAll(
        credential.viewer,
        tokens.slice(first, first + AT_ONCE).map((token, index) => ({
          ...heartbeatDefaults,
          schedule: { every: 60 },
          lateAfter: 60,
          name: `Job ${first + index}`,
          id: uuidv7(Date.now(), randomBytes(10)),
          token: { hash: createHash("sha256").update(token).digest(), sealed: "sealed" }
        })),
        count,
        newHeartbeat
      )
    return tokens.map((token) => `/ping/${token}`)
  })
  try {
    const paths = await run(made)
    await sql.unsafe("vacuum analyze")
    return paths
  } finally {
    await close()
  }
}

interface Sent {
  /** The times until the answers, in milliseconds. */
  readonly times: ReadonlyArray<number>
  /** Answers other than 200, and requests without an answer. */
  readonly failed: number
}

/** Sends pings at a rate, however long the answers take. */
const sendPings = async (
  port: number,
  paths: ReadonlyArray<string>,
  perSecond: number,
  count: number
): Promise<Sent> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const times: Array<number> = []
  let failed = 0
  const ping = (path: string): Promise<void> =>
    new Promise((resolve) => {
      const begin = performance.now()
      const headers = { "Content-Type": "text/plain", "Content-Length": OUTPUT.length }
      const sent = request({ host: "127.0.0.1", port, path, method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => {
          times.push(performance.now() - begin)
          if (response.statusCode !== 200) failed += 1
          resolve()
        })
      })
      sent.on("error", () => {
        failed += 1
        resolve()
      })
      sent.end(OUTPUT)
    })
  const begin = performance.now()
  const answers: Array<Promise<void>> = []
  while (answers.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begin) / 1_000) * perSecond))
    while (answers.length < due) answers.push(ping(paths[answers.length % paths.length] ?? ""))
    await delay(TICK_MS)
  }
  await Promise.all(answers)
  agent.destroy()
  return { times, failed }
}

interface Measured extends Sent {
  /** Percent of a core. */
  readonly api: number
  readonly database: number
}

const rowOf = (name: string, { api, database: ofDatabase, failed, times }: Measured) => ({
  name,
  cells: [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times), api, ofDatabase, failed]
})

const measure = async ({ progress, short }: RunOptions, defer: Defer): Promise<Report> => {
  const { heartbeats, perSecond, seconds } = short ? SHORT : FULL
  const database = await startPostgres(defer, "embedded")
  progress(`creating ${heartbeats} heartbeats`)
  const paths = await addHeartbeats(database.url, heartbeats)
  const server: Child<ApiProgram> = await startChild<ApiProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: null,
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  const visitor = { key: "", domain: "" }
  const { port } = await server.call("start", { url: database.url, connections: CONNECTIONS, visitor })
  await sendPings(port, paths, perSecond.minute, Math.min(WARM_UP, heartbeats))
  const at = async (rate: number): Promise<Measured> => {
    progress(`${rate} pings a second for ${seconds} s`)
    const before = { api: server.cpuMs(), database: familyCpuMs(database.pid), at: performance.now() }
    const sent = await sendPings(port, paths, rate, rate * seconds)
    const percent = 100 / (performance.now() - before.at)
    return {
      ...sent,
      api: (server.cpuMs() - before.api) * percent,
      database: (familyCpuMs(database.pid) - before.database) * percent
    }
  }
  const minute = await at(perSecond.minute)
  const peak = await at(perSecond.peak)
  return {
    sections: [
      {
        title: `Pings to ${heartbeats.toLocaleString("en-US")} heartbeats, each stored before it is answered`,
        columns: ["p50, ms", "p99, ms", "longest, ms", "API, % of a core", "PostgreSQL, % of a core", "not 200"],
        rows: [rowOf(`${perSecond.minute} a second`, minute), rowOf(`${perSecond.peak} a second`, peak)]
      }
    ],
    targets: [
      {
        name: `API process at ${perSecond.minute} pings a second`,
        sense: "at most",
        limit: CPU_PERCENT,
        unit: " % of a core",
        value: minute.api
      },
      {
        name: `p99 at ${perSecond.peak} pings a second`,
        sense: "at most",
        limit: P99_MS,
        unit: " ms",
        value: percentile(peak.times, 0.99)
      },
      { name: "pings that were not stored", sense: "at most", limit: 0, unit: "", value: minute.failed + peak.failed }
    ],
    notes: [
      "The client, the API and PostgreSQL share the machine.",
      `${perSecond.minute} pings a second are those of ${heartbeats.toLocaleString("en-US")} heartbeats with one ping a minute.`
    ]
  }
}

/** What pings cost, and how long a job waits for the answer. */
export const pings: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
