import { layerSqlClient } from "@mon/core-store"
import { startEmbedded } from "@mon/embedded-postgres"
import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { UPGRADE_KEY } from "./tableRows.ts"

const READY_WITHIN_MS = 120_000
const TURN_WITHIN_MS = 180_000
const POLL_MS = 200
/**
 * The check interval of the monitor, in seconds. If the clock moves forward by this interval, the next check becomes
 * due.
 */
const INTERVAL_SECONDS = 59

interface Monitored {
  readonly id: string
  readonly status: string
}

interface Page {
  readonly id: string
}

/**
 * Calls `advance` repeatedly until `isSo` is true. After a time limit, fails with an error that names the missing
 * event.
 */
const until = async (what: string, isSo: () => Promise<boolean>, advance = async () => {}): Promise<void> => {
  const end = Date.now() + TURN_WITHIN_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${TURN_WITHIN_MS / 1_000} s.`)
    await advance()
    await new Promise((next) => setTimeout(next, POLL_MS))
  }
}

/** Starts a process of the version whose sources are in `folder`, and waits until it prints that it is ready. */
const startProcess = async (folder: string, role: "api" | "worker", env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", "apps/standalone/src/main.ts"], {
    cwd: folder,
    env: { ...process.env, ...env, MON_ROLE: role, MON_PORT: "0", MON_LOG_FORMAT: "json" },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const ready = new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Mon is ready at (http:\/\/[^\s"]+)|Mon's worker is ready/u.exec(output)
      if (found !== null) done(found[1] ?? "")
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("exit", (code) => fail(new Error(`The ${role} ended with ${code} before it was ready:\n${output}`)))
    setTimeout(() => fail(new Error(`The ${role} was not ready in time:\n${output}`)), READY_WITHIN_MS).unref()
  })
  return { child, url: await ready }
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}

const ask = async <A>(url: string, method: string, path: string, body?: object): Promise<A> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { "X-API-Key": UPGRADE_KEY },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`)
  return (JSON.parse(text) as { readonly data: A }).data
}

const run = (url: string, statement: string): Promise<void> =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(statement))).pipe(
      Effect.provide(layerSqlClient({ url: Redacted.make(url) }))
    )
  )

const passInterval = (url: string, seconds: number): Promise<void> =>
  run(
    url,
    `create or replace function mon_now() returns timestamptz
     language sql stable parallel safe as $$ select statement_timestamp() + interval '${seconds} seconds' $$`
  )

/**
 * Makes the next check of each monitor due now, unless a worker holds the monitor. A change of state needs a second
 * check to confirm it.
 */
const checkNow = (url: string): Promise<void> =>
  run(
    url,
    `update monitor_schedule set next_at = mon_now()
     where next_at > mon_now() and coalesce(lease_until <= mon_now(), true)`
  )

const stateOn = async (url: string, slug: string): Promise<string> => {
  const response = await fetch(`${url}/s/${slug}/api/v2/components.json`)
  const { components } = (await response.json()) as { readonly components: ReadonlyArray<{ readonly status: string }> }
  return components[0]?.status ?? ""
}

/**
 * Performs a rolling upgrade from the sources in `old` to the sources in `current`. While an API and a worker of the
 * old version run, an API of the new version starts and migrates the database. The old worker continues its checks,
 * even after it is killed and restarted, and its results appear on a status page of the new API. Then a new worker
 * replaces the old worker.
 */
export const rollingUpgrade = async (old: string, current: string, dataDir: string): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const running: Array<ChildProcess> = []
  const [dns, site, database] = await Promise.all([startDnsServer(), startSite(), startEmbedded({ dataDir })])
  const step = async (what: string, work: () => Promise<void>) => {
    await work().catch((cause: unknown) => {
      problems.push(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`)
    })
  }
  try {
    dns.zone.set("shop.example.com", { A: [site.host] })
    const env = {
      MON_DATABASE_URL: database.url,
      MON_SECRET: "a secret that only this rolling upgrade knows and that is long enough",
      MON_BOOTSTRAP_API_KEY: UPGRADE_KEY,
      MON_BOOTSTRAP_PLAN: "agency",
      MON_DNS_SERVERS: dns.address,
      MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8"
    }
    const open = async (folder: string, role: "api" | "worker") => {
      const started = await startProcess(folder, role, env)
      running.push(started.child)
      return started
    }
    const oldApi = await open(old, "api")
    let oldWorker = await open(old, "worker")
    const { id } = await ask<Monitored>(oldApi.url, "POST", "/domains", {
      url: `http://shop.example.com:${site.port}/`,
      checkInterval: INTERVAL_SECONDS,
      timeout: 5
    })
    const hurry = () => checkNow(database.url)
    const has = (url: string, status: string) => async () =>
      (await ask<Monitored>(url, "GET", `/domains/${id}`)).status === status
    await until("The first check", has(oldApi.url, "up"))

    const newApi = await open(current, "api")
    const page = await ask<Page>(newApi.url, "POST", "/status-pages", {
      name: "Shop",
      slug: "shop",
      components: [{ name: "Checkout", monitorIds: [id] }]
    })
    const countPosts = async () =>
      (await ask<ReadonlyArray<object>>(newApi.url, "GET", `/status-pages/${page.id}/posts`)).length
    const shows = (state: string) => async () => (await stateOn(newApi.url, "shop")) === state
    await step("The old worker beside the new API", async () => {
      site.behave({ status: 500 })
      await passInterval(database.url, INTERVAL_SECONDS)
      await until("down, found by the old worker", has(newApi.url, "down"), hurry)
      await until("down on the page of the new API", shows("major_outage"))
    })
    await step("The old API beside the new one", async () => until("down in the old API", has(oldApi.url, "down")))
    await step("The old worker, killed and started again", async () => {
      await kill(oldWorker.child)
      oldWorker = await open(old, "worker")
      site.behave({ status: 200 })
      await passInterval(database.url, 3 * INTERVAL_SECONDS)
      await until("up, found by the old worker", has(newApi.url, "up"), hurry)
      await until("up on the page of the new API", shows("operational"))
    })
    await step("A new worker in place of the old one", async () => {
      await open(current, "worker")
      await kill(oldWorker.child)
      const before = await countPosts()
      site.behave({ status: 500 })
      await passInterval(database.url, 6 * INTERVAL_SECONDS)
      await until("down, found by the new worker", has(newApi.url, "down"), hurry)
      await until("another draft of a post, by the new worker", async () => (await countPosts()) > before)
    })
    return problems
  } finally {
    await Promise.all(running.map(kill))
    await database.stop()
    await Promise.all([dns.close(), site.close()])
  }
}
