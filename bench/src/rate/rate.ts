import { hashApiKey } from "@mon/core-store"
import postgres from "postgres"
import { createFixture } from "../api/Fixture.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { median, spread } from "../harness/Statistics.ts"
import { type PostgresServer, startPostgres } from "../postgres/Server.ts"
import type { TakesAnswer, CredentialsProcess } from "./credentialsProgram.ts"

interface Setting {
  readonly processes: number
  /** Of each process. */
  readonly connections: number
  /** Users that make the requests: one is the worst case, since all wait for one row. */
  readonly users: number
}

const SETTINGS: ReadonlyArray<Setting> = [
  { processes: 1, connections: 1, users: 1 },
  { processes: 1, connections: 4, users: 1 },
  { processes: 1, connections: 4, users: 50 },
  { processes: 2, connections: 4, users: 1 },
  { processes: 2, connections: 4, users: 50 }
]

const USERS = Math.max(...SETTINGS.map(({ users }) => users))
/** Concurrent requests of each process. */
const CONCURRENCY = 32
const REQUESTS = 10_000
const ROUNDS = 5
const WARM_UP = 1
const SHORT = { requests: 200, rounds: 1 }

/** Microseconds of CPU, of process and database together: a hundredth of a core serves a hundred requests a second. */
const LIMIT_US = 100

interface Sample {
  readonly perSecond: number
  readonly processUs: number
  readonly databaseUs: number
}

interface Setup {
  readonly server: PostgresServer
  readonly sql: postgres.Sql
  readonly children: ReadonlyArray<Child<CredentialsProcess>>
  readonly keyHashes: ReadonlyArray<Uint8Array>
  readonly requests: number
}

/** The requests of a window must have the numbers from 1 on without a gap or a repetition, and the table their sum. */
const assertExact = async (
  sql: postgres.Sql,
  answers: ReadonlyArray<TakesAnswer>,
  windowStart: number,
  users: number
): Promise<void> => {
  let sum = 0
  for (let user = 0; user < users; user++) {
    const numbers = answers.flatMap(({ hits }) => hits[user] ?? []).sort((a, b) => a - b)
    if (numbers.some((hit, index) => hit !== index + 1))
      throw new Error(`User ${user} was counted wrongly: ${numbers.slice(0, 20).join(" ")}`)
    sum += numbers.length
  }
  const [row] = await sql<
    [{ hits: string }]
  >`select sum(hits)::text as hits from rate_window where window_start = ${windowStart}`
  if (row.hits !== String(sum)) throw new Error(`${sum} requests got a number, and the table contains ${row.hits}.`)
}

type Kind = "take" | "lookUp"
const TAKE = "key and window"
const LOOK_UP = "key alone"

const contender = (
  { children, keyHashes, requests, server, sql }: Setup,
  { processes, users }: Setting,
  kind: Kind
): Contender<Sample> => {
  const chosen = children.slice(0, processes)
  let windows = 0
  return {
    name: kind === "take" ? TAKE : LOOK_UP,
    run: async () => {
      await sql`truncate rate_window`
      const windowStart = 60 * windows++
      const cpu = () => chosen.reduce((sum, child) => sum + child.cpuMs(), 0)
      const [databaseBefore, before] = [familyCpuMs(server.pid), cpu()]
      const asked = {
        keyHashes: keyHashes.slice(0, users),
        windowStart,
        count: Math.ceil(requests / processes),
        concurrency: CONCURRENCY
      }
      const answers = await Promise.all(chosen.map((child) => child.call(kind, asked)))
      const [databaseMs, processMs] = [familyCpuMs(server.pid) - databaseBefore, cpu() - before]
      if (kind === "take") await assertExact(sql, answers, windowStart, users)
      return {
        perSecond: (requests * 1_000) / Math.max(...answers.map(({ wallMs }) => wallMs)),
        processUs: (processMs * 1_000) / requests,
        databaseUs: (databaseMs * 1_000) / requests
      }
    }
  }
}

const nameOf = ({ connections, processes, users }: Setting): string =>
  `${processes === 1 ? "1 process" : `${processes} processes`}, ${connections === 1 ? "1 connection" : `${connections} connections`}${processes > 1 ? " each" : ""}, ${users === 1 ? "1 user" : `${users} users`}`

const total = ({ databaseUs, processUs }: Sample): number => databaseUs + processUs

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const server = await startPostgres(defer, "embedded")
  const visitors = await createFixture(server.url, USERS, 1)
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  defer(() => sql.end())
  const children: Array<Child<CredentialsProcess>> = []
  for (let count = 0; count < Math.max(...SETTINGS.map(({ processes }) => processes)); count++) {
    const child = await startChild<CredentialsProcess>(new URL("./credentialsProgram.ts", import.meta.url), {
      core: null
    })
    defer(child.stop)
    children.push(child)
  }
  const requests = short ? SHORT.requests : REQUESTS
  const setup: Setup = { server, sql, children, requests, keyHashes: visitors.map(({ key }) => hashApiKey(key)) }
  const plan = { rounds: rounds ?? (short ? SHORT.rounds : ROUNDS), warmUp: short ? 0 : WARM_UP }

  const found: Array<{ readonly setting: Setting; readonly samples: ReadonlyMap<string, ReadonlyArray<Sample>> }> = []
  for (const setting of SETTINGS) {
    for (const child of children) await child.call("open", { url: server.url, connections: setting.connections })
    const samples = await interleave([contender(setup, setting, "lookUp"), contender(setup, setting, "take")], {
      ...plan,
      onSample: (name, round) => progress(`${nameOf(setting)}, round ${round + 1} of ${plan.rounds}: ${name}`)
    })
    found.push({ setting, samples })
  }
  const costOf = (samples: ReadonlyMap<string, ReadonlyArray<Sample>>): ReadonlyArray<number> => {
    const alone = samples.get(LOOK_UP) ?? []
    return (samples.get(TAKE) ?? []).map((take, round) => total(take) - total(alone[round] ?? take))
  }
  const many = found.find(({ setting }) => setting.users > 1 && setting.processes > 1)
  return {
    sections: [
      {
        title: `Admission of a request, ${requests} requests per round, ${CONCURRENCY} at a time in each process, ${plan.rounds} rounds: median (min..max)`,
        columns: ["requests/s", "key alone /s", "process µs", "database µs", "the window alone µs"],
        rows: found.map(({ samples, setting }) => {
          const takes = samples.get(TAKE) ?? []
          return {
            name: nameOf(setting),
            cells: [
              spread(takes.map(({ perSecond }) => perSecond)),
              median((samples.get(LOOK_UP) ?? []).map(({ perSecond }) => perSecond)),
              median(takes.map(({ processUs }) => processUs)),
              median(takes.map(({ databaseUs }) => databaseUs)),
              spread(costOf(samples))
            ]
          }
        })
      }
    ],
    targets: [
      {
        name: "CPU of the window per request, two processes and many users,",
        sense: "at most",
        limit: LIMIT_US,
        unit: " µs",
        value: many === undefined ? null : median(costOf(many.samples))
      }
    ],
    notes: [
      "The count is exact in every round: the requests of all processes get the numbers from 1 on, without a gap or a repetition, and the table contains their sum.",
      "process, database: CPU per request of the requesting processes and of PostgreSQL. window alone: both, less the cost of the key lookup.",
      `PostgreSQL ${server.version} (embedded, durable; the table of the windows is UNLOGGED) on the same cores.`
    ]
  }
}

/** The cost of the exact rate limit per request. */
export const rate: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
