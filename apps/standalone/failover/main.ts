import { command, CommandError, runProcess, wholeNumber, optional, text, withDefault } from "@mon/bundled/command-line"
import { layerSqlClient, Secrets } from "@mon/core-store"
import { defaultConfirmationPolicy } from "@mon/model"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { countUnconfirmable, findViolations } from "../chaos/findViolations.ts"
import { between, planOf, randomOf } from "../chaos/Plan.ts"
import { openFleet } from "../chaos/SimulatedFleet.ts"
import { openSites, type Sites } from "../chaos/Sites.ts"
import { type ApiWatch, watchApi } from "./ApiWatch.ts"
import { type Cluster, missingPackages, startCluster, until } from "./Cluster.ts"
import { failOver, historyScans, type Failover } from "./Failovers.ts"
import { type Program, startProgram } from "./Program.ts"
import { addWebhooks, countDeliveries, openReceiver, readIncidents, type Receiver } from "./Receiver.ts"
import { printReport, type Report } from "./report.ts"

const EVERY_MS = 85_000
/** The time before the first kill. Some sites are down by then. */
const FIRST_KILL_AFTER_MS = 30_000
const SETTLE_MS = 75_000
/** The length of an outage. It is longer than a failover, so that each outage can be confirmed. */
const OUTAGE_MS = [60_000, 90_000] as const
/** The shortest part of a run in which a site goes down once. */
const PART_MS = 160_000
/**
 * The largest number of outages of a site. With a third one, the site would count as flapping, and one notice would
 * replace its alerts.
 */
const MAX_OUTAGES = 2
/** The share of sites that stay up. */
const STEADY_SHARE = 0.2
/** The longest wait for a request to the receiver before a kill. */
const ARRIVAL_WITHIN_MS = 10_000
const READY_WITHIN_MS = 5_000
const TOLERANCE_MS = 2_000
const SECRET = "a secret of a run of failovers that is long enough"
const API_KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"

const print = (line: string) => process.stdout.write(`${line}\n`)
const sourceOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Rejects on the first signal, so that the run ends its programs before it ends. */
const interrupted = new Promise<never>((_, fail) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => fail(new Error(`ended by ${signal}`)))
})

const idOf = (kind: "-u" | "-g"): number => {
  const { status, stdout } = spawnSync("id", [kind, "postgres"], { encoding: "utf8" })
  if (status !== 0) throw new Error("There is no user postgres")
  return Number(stdout)
}

/** Runs a statement on its own, because `create database` cannot run in a transaction. */
const runSql = (url: string, statement: string) =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)),
      layerSqlClient({ url: Redacted.make(url), maxConnections: 2 })
    )
  )

const scheduleOutages = (sites: Sites, from: number, lengthMs: number, random: () => number): void => {
  const parts = Math.max(1, Math.min(MAX_OUTAGES, Math.floor(lengthMs / PART_MS)))
  const partMs = lengthMs / parts
  for (const index of sites.all.keys()) {
    if (random() < STEADY_SHARE) continue
    const times = Array.from({ length: parts }, (_, part) => {
      const outageMs = between(random, OUTAGE_MS)
      const start = from + part * partMs + between(random, [0, Math.max(1, partMs - outageMs)])
      return [start, start + outageMs]
    })
    sites.changeAt(index, times.flat())
  }
}

const startPrograms = async (environment: Readonly<Record<string, string>>, logs: string) => {
  const node = [process.execPath, "--conditions=@mon/source"]
  const logOf = (name: string): string => join(logs, `${name}.log`)
  const api = startProgram("api", [...node, sourceOf("../src/main.ts")], {
    env: {
      ...environment,
      MON_ROLE: "api",
      MON_PORT: "0",
      MON_BOOTSTRAP_API_KEY: API_KEY,
      MON_BOOTSTRAP_PLAN: "agency",
      MON_DATA_DIR: join(logs, "data")
    },
    log: logOf("api")
  })
  const baseUrl = () => /Mon is ready at (\S+)/u.exec(api.output())?.[1]
  await until("The start of the API", async () => {
    if (!api.isRunning()) throw new Error(`The API did not start: ${api.output()}`)
    return baseUrl() !== undefined
  })
  const startWorker = (name: string): Program =>
    startProgram(name, [...node, sourceOf("../../worker/src/main.ts")], {
      env: { ...environment, MON_WORKERS: "1" },
      log: logOf(name)
    })
  return { api, baseUrl: baseUrl() ?? "", startWorkers: () => ["worker-1", "worker-2"].map(startWorker) }
}

interface Options {
  readonly kills: number
  readonly monitors: number
  readonly seed: number
}

interface World {
  readonly sites: Sites
  readonly receiver: Receiver
  readonly cluster: Cluster
  readonly logs: string
  readonly programs: Array<Program>
}

/** Connects to the primary through PgBouncer, as Mon does. */
const connectFleet = async ({ cluster, receiver, sites }: World, monitors: number) => {
  const databaseUrl = cluster.settings["MON_DATABASE_URL"] ?? ""
  const { hostname: host, port } = new URL(databaseUrl)
  const plan = {
    ...planOf({ logs: null, minutes: 5, monitors, seconds: null, seed: 1 }),
    intervalMs: 5_000,
    timeoutSeconds: 2
  }
  const fleet = await openFleet(sites, plan, { databaseUrl, address: () => ({ host, port: Number(port) }) })
  const runtime = ManagedRuntime.make(
    Layer.merge(layerSqlClient({ url: Redacted.make(databaseUrl), maxConnections: 2 }), Secrets.layer([SECRET]))
  )
  await runtime.runPromise(addWebhooks(receiver.url))
  return { fleet, plan, incidents: () => runtime.runPromise(readIncidents), close: () => runtime.dispose() }
}

/** Kills each leader while a delivery is being made, if there is one. */
const killLeaders = async (
  { cluster, receiver }: World,
  api: ApiWatch,
  kills: number
): Promise<ReadonlyArray<Failover>> => {
  const failovers: Array<Failover> = []
  let killAt = Date.now() + FIRST_KILL_AFTER_MS
  for (let count = 1; count <= kills; count++) {
    await delay(Math.max(0, killAt - Date.now()))
    killAt = Date.now() + EVERY_MS
    await receiver.nextArrival(ARRIVAL_WITHIN_MS)
    const failover = await failOver(cluster, api)
    failovers.push(failover)
    const { acceptedAt, completeAt, killed, killedAt, next, promotedAt, readyAt } = failover
    print(
      `${new Date(killedAt).toISOString().slice(11, 19)} ${count}. ${killed} killed, ${next} promoted after ` +
        `${promotedAt - killedAt} ms, accepted a write after ${acceptedAt - killedAt} ms; ready ${readyAt - acceptedAt} ms ` +
        `later; three servers again after ${completeAt - killedAt} ms`
    )
  }
  return failovers
}

const runFailovers = async (world: World, { kills, monitors, seed }: Options): Promise<Report> => {
  const { cluster, logs, programs, receiver, sites } = world
  const caFile = join(logs, "receiver.pem")
  writeFileSync(caFile, receiver.authorityPem)
  const environment = {
    ...cluster.settings,
    MON_SECRET: SECRET,
    MON_DNS_SERVERS: sites.dnsAddress,
    MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
    MON_REFERENCE_TARGETS: sites.referenceUrl,
    MON_EXTRA_CA_FILE: caFile
  }
  const { api, baseUrl, startWorkers } = await startPrograms(environment, logs)
  programs.push(api)
  const { close, fleet, incidents, plan } = await connectFleet(world, monitors)
  const workers = startWorkers()
  programs.push(...workers)
  await until("The first check of every site", async () =>
    (await fleet.evidence()).every(({ state }) => state === "up")
  )
  const watch = await watchApi({ baseUrl, apiKey: API_KEY, siteUrl: sites.referenceUrl })
  print(`Every monitor is up. Killing the leader ${kills} times.`)
  const runMs = FIRST_KILL_AFTER_MS + kills * EVERY_MS
  scheduleOutages(sites, Date.now(), runMs, randomOf(seed))
  const endsAt = Date.now() + runMs
  const rows = fleet.writeRows()
  const failovers = await killLeaders(world, watch, kills)
  await delay(Math.max(0, endsAt - Date.now()) + SETTLE_MS)
  const endAt = Date.now()
  const evidence = (await fleet.evidence()).filter(({ hostname }) =>
    sites.all.some((site) => site.hostname === hostname)
  )
  const totals = await fleet.totals()
  const lostRows = await rows.stop()
  const criteria = {
    endAt,
    failuresToDown: defaultConfirmationPolicy.failuresToDown,
    successesToUp: defaultConfirmationPolicy.successesToUp,
    responseMs: plan.timeoutSeconds * 1_000,
    toleranceMs: TOLERANCE_MS,
    overdueMs: 2 * plan.intervalMs + plan.timeoutSeconds * 1_000 + TOLERANCE_MS
  }
  const report: Report = {
    failovers,
    evidence,
    sites: sites.all,
    violations: [
      ...findViolations(sites.all, evidence, criteria),
      ...(totals.doubleDeliveries > 0 ? [`${totals.doubleDeliveries} notifications were sent twice`] : []),
      ...[...watch.counts()].flatMap(([answer, count]) =>
        / (?:200|503|0)$/u.test(answer) ? [] : [`the API answered "${answer}" ${count} times`]
      ),
      ...failovers.flatMap(({ acceptedAt, readyAt }, index) =>
        readyAt - acceptedAt > READY_WITHIN_MS
          ? [`after failover ${index + 1}, /ready took ${readyAt - acceptedAt} ms`]
          : []
      ),
      ...programs.flatMap((program) => (program.isRunning() ? [] : [`${program.name} has ended: ${program.output()}`])),
      ...(cluster.strayMessages() > 0
        ? [`PgBouncer could not assign ${cluster.strayMessages()} answers of servers to a client`]
        : []),
      ...(cluster.crash() === null ? [] : [cluster.crash() ?? ""])
    ],
    unconfirmable: countUnconfirmable(sites.all, evidence, criteria),
    deliveries: countDeliveries(await incidents(), receiver.arrivals()),
    rows: { acknowledged: rows.count(), lost: lostRows },
    answers: watch.counts(),
    historyScans: await historyScans(cluster)
  }
  await watch.stop()
  await fleet.close()
  await close()
  return report
}

const run = async (options: Options, keepLogs: string | null): Promise<number> => {
  const missing = missingPackages()
  if (missing.length > 0 || process.getuid?.() !== 0) {
    print(
      missing.length > 0
        ? `Skipped: these Debian packages are missing: ${missing.join(", ")}.`
        : "Skipped: only root can start programs as the user postgres."
    )
    return 0
  }
  print(
    `Failovers with seed ${options.seed}: ${options.kills} kills, one every ${EVERY_MS / 1_000} s, ${options.monitors} monitors`
  )
  const folder = mkdtempSync(join(tmpdir(), "mon-failover-"))
  const logs = keepLogs ?? mkdtempSync(join(tmpdir(), "mon-failover-logs-"))
  mkdirSync(logs, { recursive: true })
  const programs: Array<Program> = []
  const closing: Array<() => Promise<unknown>> = []
  try {
    const sites = await openSites(
      planOf({ logs: null, minutes: 5, monitors: options.monitors, seconds: null, seed: options.seed }),
      randomOf(options.seed)
    )
    closing.unshift(sites.close)
    const receiver = await openReceiver()
    closing.unshift(receiver.close)
    const cluster = await startCluster(folder, { uid: idOf("-u"), gid: idOf("-g") }, runSql)
    closing.unshift(cluster.stop)
    print("Three servers replicate.")
    return printReport(
      await Promise.race([interrupted, runFailovers({ sites, receiver, cluster, logs, programs }, options)]),
      print
    )
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    for (const close of closing) await close()
    rmSync(folder, { recursive: true, force: true })
    if (keepLogs === null) rmSync(logs, { recursive: true, force: true })
  }
}

const failover = command({
  name: "npm run failover --",
  description:
    "Starts etcd, three PostgreSQL servers under Patroni, HAProxy, PgBouncer, an API and two workers, and kills the leader of the database again and again, while sites go down and up. Then checks that no incident, delivery or acknowledged row was lost or doubled. Needs root and packages of Debian.",
  options: {
    kills: withDefault(wholeNumber("n", 1, 1_000), 20, "How often the leader is killed, every 85 s"),
    monitors: withDefault(wholeNumber("n", 4, 2_000), 100, "Monitors, each checked every 5 s"),
    seed: withDefault(wholeNumber("n", 1, 2 ** 31 - 1), 1, "Decides when sites go down"),
    logs: optional(text("folder", "the path of a folder"), "Keep the logs of the API and the workers in this folder")
  },
  arguments: {},
  exitCodes: {
    ok: "Nothing was lost or doubled, or the packages are missing",
    finding: "Something was lost, doubled or late",
    couldNot: "The run did not finish"
  },
  run: ({ logs, ...options }) =>
    run(options, logs).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    })
})

await runProcess(failover, new URL("../package.json", import.meta.url))
// Open sockets of the sites would otherwise keep the process alive.
process.exit()
