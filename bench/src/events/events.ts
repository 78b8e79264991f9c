import { get, type IncomingMessage } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { createFixture, type Visitor } from "../api/Fixture.ts"
import type { ApiProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Child, startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { openStore } from "../postgres/Store.ts"
import { startPostgres } from "../postgres/Server.ts"

const FULL = { monitors: 1_000, dashboards: 100, windowMs: 300_000 }
const SHORT = { monitors: 50, dashboards: 5, windowMs: 2_000 }
const CONNECTIONS = 5
const INTERVAL_MS = 60_000
/** Monitors that change their state in a minute: each is down or up again once in 100 minutes. */
const TRANSITIONS_PER_MINUTE = 10
/** As the dashboard does: how often it reads the list while events arrive, and how long it gathers events. */
const LIST_MS = 300_000
const GATHER_MS = 5_000
/** Percent of one core. */
const CPU_PERCENT = 10

interface Usage {
  readonly node: number
  readonly database: number
}

/** An open dashboard: a stream, and what it reads again. */
const openDashboard = (port: number, { key }: Visitor, onEvent: () => void): Promise<() => void> => {
  const read = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { "X-API-Key": key, "Accept-Encoding": "gzip" }
      get({ host: "127.0.0.1", port, path: `/api/v1${path}`, headers }, (response) => {
        response.on("error", reject)
        response.on("end", resolve)
        response.resume()
      }).on("error", reject)
    })
  let gathering: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    gathering = undefined
    void Promise.all([read("/status"), read("/incidents?limit=50")]).catch(() => {})
  }
  const list = setInterval(() => void read("/monitors").catch(() => {}), LIST_MS)
  return new Promise((resolve, reject) => {
    const begun = (response: IncomingMessage) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream was refused: ${response.statusCode}.`))
      response.setEncoding("utf8").on("data", (text: string) => {
        if (!/^event: (?:domain|incident)$/mu.test(text)) return
        onEvent()
        gathering ??= setTimeout(readAgain, Math.random() * GATHER_MS)
      })
      response.on("error", () => {})
      resolve(() => {
        clearInterval(list)
        clearTimeout(gathering)
        request.destroy()
      })
    }
    const request = get({ host: "127.0.0.1", port, path: "/api/v1/events", headers: { "X-API-Key": key } }, begun)
    request.on("error", reject)
  })
}

/** Records checks of all monitors at their interval as cheaply as possible, with some transitions. */
const keepChecking = async (url: string, monitors: number, defer: Defer): Promise<void> => {
  const { close, sql } = await openStore(url, 1)
  const keys = (await sql<Array<{ key: string }>>`select monitor_id::text as key from monitor_schedule`).map(
    ({ key }) => key
  )
  const perSecond = Math.ceil((monitors * 1_000) / INTERVAL_MS)
  let at = 0
  let owed = 0
  const tick = async () => {
    const checked = Array.from({ length: perSecond }, () => keys[at++ % keys.length] ?? "")
    owed += TRANSITIONS_PER_MINUTE / 60
    const changed = checked.slice(0, Math.floor(owed))
    owed -= changed.length
    await sql`
      update monitor_schedule set last_checked_at = mon_now(), last_response_us = 150000 + (random() * 50000)::int,
        state = case when monitor_id = any(${changed}::bigint[]) then 3 - state else state end
      where monitor_id = any(${checked}::bigint[])`
  }
  const timer = setInterval(() => void tick().catch(() => {}), 1_000)
  defer(async () => {
    clearInterval(timer)
    await close()
  })
}

const cpuOver = async (server: Child<ApiProgram>, postmaster: number, windowMs: number): Promise<Usage> => {
  const before = { node: server.cpuMs(), database: familyCpuMs(postmaster), at: performance.now() }
  await delay(windowMs)
  const elapsed = performance.now() - before.at
  return {
    node: (100 * (server.cpuMs() - before.node)) / elapsed,
    database: (100 * (familyCpuMs(postmaster) - before.database)) / elapsed
  }
}

const measure = async ({ progress, short }: RunOptions, defer: Defer): Promise<Report> => {
  const { dashboards, monitors, windowMs } = short ? SHORT : FULL
  const database = await startPostgres(defer, "embedded")
  progress(`creating ${monitors} monitors`)
  const [visitor] = await createFixture(database.url, 1, monitors)
  if (visitor === undefined) throw new Error("There is no API user.")
  const server = await startChild<ApiProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: null,
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  const { port } = await server.call("start", { url: database.url, connections: CONNECTIONS, visitor })
  await keepChecking(database.url, monitors, defer)
  progress(`measuring ${windowMs / 1_000} s without dashboards`)
  const without = await cpuOver(server, database.pid, windowMs)
  let events = 0
  for (let index = 0; index < dashboards; index++) {
    const close = await openDashboard(port, visitor, () => {
      events += 1
    })
    defer(async () => close())
    // Dashboards are not opened in the same second.
    await delay(windowMs / 10 / dashboards)
  }
  events = 0
  progress(`measuring ${windowMs / 1_000} s with ${dashboards} dashboards`)
  const open = await cpuOver(server, database.pid, windowMs)
  if (events < dashboards && !short) throw new Error(`The dashboards received ${events} events.`)
  const node = open.node - without.node
  const ofDatabase = open.database - without.database
  return {
    sections: [
      {
        title: `${monitors.toLocaleString("en-US")} monitors at 60 s, ${TRANSITIONS_PER_MINUTE} transitions per minute`,
        columns: ["API, % of a core", "PostgreSQL, % of a core"],
        rows: [
          { name: "no dashboard", cells: [without.node, without.database] },
          { name: `${dashboards} dashboards`, cells: [open.node, open.database] }
        ]
      }
    ],
    targets: [
      {
        name: `cost of ${dashboards} dashboards`,
        sense: "at most",
        limit: CPU_PERCENT,
        unit: " % of a core",
        value: node + ofDatabase
      }
    ],
    notes: [
      `Each dashboard has an event stream, reads the list every ${LIST_MS / 1_000} s, and reads counts and incidents again after events.`,
      `The dashboards received ${events.toLocaleString("en-US")} events.`
    ]
  }
}

/** What open dashboards cost. */
export const events: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
