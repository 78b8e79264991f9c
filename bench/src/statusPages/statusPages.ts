import { createFixture, type Visitor } from "../api/Fixture.ts"
import type { ApiProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report } from "../harness/Report.ts"
import { spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import { readAgain } from "./readers.ts"

const COMPONENTS = 50
const CONNECTIONS = 64
const DATABASE_CONNECTIONS = 5
/** `alone`: requests of one reader, one after the other. */
const FULL = { requests: 40_000, rounds: 7, warmUp: 2, alone: 1_000 }
const SHORT = { requests: 200, rounds: 1, warmUp: 0, alone: 20 }

/** Of one core (the issue of status pages). */
const REQUESTS_PER_CPU_SECOND = 10_000
const FIRST_BYTE_MS = 10

interface Case {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** A page with many components, each over one domain with 40 days of history. */
const makePage = async (port: number, { key }: Visitor): Promise<string> => {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      ...init,
      headers: { "X-API-Key": key, "Content-Type": "application/json" }
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as {
      readonly data: { readonly id: string } & ReadonlyArray<{ readonly id: string }>
    }
  }
  const domains = (await send(`/domains?limit=${COMPONENTS}`)).data
  const components = domains.map(({ id }, index) => ({ name: `Service ${index + 1}`, monitorIds: [id] }))
  if (components.length !== COMPONENTS) throw new Error(`There are ${components.length} domains.`)
  const body = JSON.stringify({ name: "Example Shop", slug: "example-shop", components })
  await send("/status-pages", { method: "POST", body })
  return "/s/example-shop/"
}

const measureCase = async (
  { headers, name, path, status }: Case,
  server: Child<ApiProgram>,
  port: number,
  { progress, rounds, short }: RunOptions
) => {
  const plan = short ? SHORT : FULL
  const count = rounds ?? plan.rounds
  const samples: Array<{ readonly perCpuSecond: number; readonly perSecond: number; readonly bytes: number }> = []
  for (let round = -plan.warmUp; round < count; round += 1) {
    progress(`${name}, round ${round + 1} of ${count}`)
    const before = server.cpuMs()
    const asked = { port, path, headers, status, requests: plan.requests, connections: CONNECTIONS }
    const { bytes, wallMs } = await readAgain(asked)
    const usedMs = server.cpuMs() - before
    if (round >= 0)
      samples.push({
        perCpuSecond: (plan.requests * 1_000) / usedMs,
        perSecond: (plan.requests * 1_000) / wallMs,
        bytes
      })
  }
  const alone = await readAgain({ port, path, headers, status, requests: plan.alone, connections: 1 })
  return { name, samples, alone }
}

const perCpuSecond = ({ samples }: Awaited<ReturnType<typeof measureCase>>) =>
  spread(samples.map((sample) => sample.perCpuSecond))

const measure = async (options: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const database = await startPostgres(defer, "embedded")
  const [visitor] = await createFixture(database.url, 1, COMPONENTS)
  if (visitor === undefined) throw new Error("There is no account.")
  const server = await startChild<ApiProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: "subject",
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  const { port } = await server.call("start", { url: database.url, connections: DATABASE_CONNECTIONS, visitor })
  const root = await makePage(port, visitor)
  const first = await fetch(`http://127.0.0.1:${port}${root}`)
  await first.text()
  const etag = first.headers.get("etag") ?? ""
  const cases: ReadonlyArray<Case> = [
    { name: "page, brotli", path: root, headers: { "Accept-Encoding": "gzip, deflate, br" }, status: 200 },
    { name: "page, unchanged", path: root, headers: { "If-None-Match": etag }, status: 304 },
    {
      name: "summary.json, gzip",
      path: `${root}api/v2/summary.json`,
      headers: { "Accept-Encoding": "gzip" },
      status: 200
    }
  ]
  const measured: Array<Awaited<ReturnType<typeof measureCase>>> = []
  for (const one of cases) measured.push(await measureCase(one, server, port, options))
  return {
    sections: [
      {
        title: `A page of ${COMPONENTS} components over ${CONNECTIONS} connections: median (min..max)`,
        columns: ["requests/CPU s", "requests/s", "bytes", "first byte alone p50 ms", "p99 ms"],
        rows: measured.map((one) => ({
          name: one.name,
          cells: [
            perCpuSecond(one),
            spread(one.samples.map(({ perSecond }) => perSecond)).median,
            one.samples[0]?.bytes ?? 0,
            one.alone.p50Ms,
            one.alone.p99Ms
          ]
        }))
      }
    ],
    targets: measured.flatMap((one) => [
      {
        name: `${one.name}: requests in a second of CPU`,
        sense: "at least" as const,
        unit: "/s",
        value: perCpuSecond(one).median,
        limit: REQUESTS_PER_CPU_SECOND
      },
      {
        name: `${one.name}: first byte for a reader alone, p99`,
        sense: "at most" as const,
        unit: "ms",
        value: one.alone.p99Ms,
        limit: FIRST_BYTE_MS
      }
    ]),
    notes: [
      "The server has one core; the readers and PostgreSQL share the other. Readers parse every response to its end.",
      "The CPU is that of the whole server process, with the copies that it compresses after a change."
    ]
  }
}

/** Public status pages from memory. */
export const statusPages: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
