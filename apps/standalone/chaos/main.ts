import { command, CommandError, runProcess } from "@mon/bundled/command-line"
import { defaultConfirmationPolicy } from "@mon/model"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type DatabaseFault, injectDatabaseFaults } from "./DatabaseFaults.ts"
import { type EmbeddedService, startService } from "./EmbeddedService.ts"
import { openFleet } from "./SimulatedFleet.ts"
import { type Plan, planOf, planOptions, randomOf } from "./Plan.ts"
import { countUnconfirmable, findViolations } from "./findViolations.ts"
import { fallSilent } from "./SilentNetwork.ts"
import { openSites, type Sites } from "./Sites.ts"
import { openSmallDisk, type SmallDisk } from "./SmallDisk.ts"
import { injectFaults, startWorker, type Fault, type Worker } from "./Workers.ts"

type SimulatedFleet = Awaited<ReturnType<typeof openFleet>>

const MAX_SHOWN = 20
/**
 * The largest difference between the time of a check and the site's record, in addition to the timeout of the check.
 * Both use the same clock, but the machine is busy.
 */
const TOLERANCE_MS = 2_000
const FIRST_CHECKS_WITHIN_MS = 120_000

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const print = (text: string) => process.stdout.write(`${text}\n`)
const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)
const asLine = (fault: Fault | DatabaseFault): string =>
  `${clock(fault.from)} to ${clock(fault.to)} ${"worker" in fault ? `worker ${fault.worker}: ` : ""}${fault.kind}`
const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`

/** Rejects on the first signal, so that the run cleans up before it ends. */
const interrupted = new Promise<never>((_, fail) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => fail(new Error(`ended by ${signal}`)))
})

const waitUntilAllUp = async (fleet: SimulatedFleet, workers: ReadonlyArray<Worker>) => {
  const deadline = Date.now() + FIRST_CHECKS_WITHIN_MS
  for (;;) {
    const waiting = (await fleet.evidence()).filter(({ state }) => state !== "up").length
    if (waiting === 0) return
    if (Date.now() > deadline) {
      const errors = workers.map((worker) => worker.errors()).join("")
      throw new Error(`${waiting} monitors were not checked within ${seconds(FIRST_CHECKS_WITHIN_MS)}. ${errors}`)
    }
    await wait(500)
  }
}

/**
 * Waits until all monitors have been checked, because workers that have just restarted need time on a busy machine. A
 * monitor that is not checked in time is later reported as overdue.
 */
const waitUntilAllChecked = async (fleet: SimulatedFleet, since: number) => {
  const deadline = Date.now() + FIRST_CHECKS_WITHIN_MS
  const isDone = async () => (await fleet.evidence()).every(({ checks }) => (checks.at(-1)?.at ?? 0) > since)
  while (!(await isDone()) && Date.now() < deadline) await wait(500)
}

const environmentOf = (plan: Plan, sites: Sites) => ({
  MON_SECRET: "a secret of a run of chaos that is long enough",
  MON_DNS_SERVERS: sites.dnsAddress,
  MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
  MON_REFERENCE_TARGETS: sites.referenceUrl,
  MON_LEASE_MARGIN_SECONDS: String(plan.leaseMarginSeconds)
})

/**
 * The number of checks that the service makes at the same time. It is small, so that most checks are left to the
 * workers, which suffer more faults.
 */
const SERVICE_CONCURRENCY = "8"

const logOf = ({ logs }: Plan, name: string): string | null => (logs === null ? null : join(logs, `${name}.log`))

interface World {
  readonly sites: Sites
  readonly disk: SmallDisk
  readonly service: EmbeddedService
  readonly fleet: SimulatedFleet
  readonly workers: Array<Worker>
}

const runFaults = async (plan: Plan, random: () => number, world: World): Promise<number> => {
  const { fleet, service, sites, workers } = world
  for (let count = 0; count < plan.workers; count++)
    workers.push(await startWorker(service, environmentOf(plan, sites), logOf(plan, `worker-${count + 1}`)))
  await waitUntilAllUp(fleet, workers)
  print("Every monitor is up. The network of the workers falls silent.")
  const silent = await fallSilent({
    sites,
    workers,
    silenceMs: plan.silenceMs,
    countIncidents: async () => (await fleet.totals()).incidents,
    waitUntilChecked: (since) => waitUntilAllChecked(fleet, since)
  })
  for (const { from, kind, to } of silent.times) print(`${clock(from)} to ${clock(to)} ${kind}`)
  print("The network is back. Injecting faults.")
  const end = Date.now() + plan.runMs
  // The last state change comes early enough to be confirmed.
  sites.changeUntil(end + plan.settleMs - plan.phaseMs)
  const timeline: Array<Fault | DatabaseFault> = []
  const rows = fleet.writeRows()
  const target = { disk: world.disk, service, writeUntilRefused: fleet.writeUntilRefused }
  const [faults, database] = await Promise.all([
    injectFaults(workers, plan, random, end, (fault) => timeline.push(fault)),
    injectDatabaseFaults(target, plan, randomOf(plan.seed + 1), end, (fault) => timeline.push(fault))
  ])
  print("No more faults. Waiting for the monitors to settle.")
  await waitUntilAllChecked(fleet, Date.now())
  await wait(plan.settleMs)
  const endAt = Date.now()
  const evidence = await fleet.evidence()
  const totals = await fleet.totals()
  const activity = await fleet.activity()
  const lostRows = await rows.stop()
  const isReady = await service.isReady()
  const stopped = await Promise.all(workers.map((worker) => worker.stop()))
  const criteria = {
    endAt,
    failuresToDown: defaultConfirmationPolicy.failuresToDown,
    successesToUp: defaultConfirmationPolicy.successesToUp,
    // A worker that was stopped during a check continues the check with the rest of its timeout.
    responseMs: plan.timeoutSeconds * 1_000 + plan.faultMs[1],
    toleranceMs: TOLERANCE_MS,
    overdueMs: 2 * plan.intervalMs + plan.timeoutSeconds * 1_000 + TOLERANCE_MS
  }
  const { phases, unconfirmable } = countUnconfirmable(sites.all, evidence, criteria)
  const violations = [
    ...silent.violations,
    ...findViolations(sites.all, evidence, criteria),
    ...(unconfirmable > phases * plan.maxUnconfirmable
      ? [`${unconfirmable} of ${phases} phases had too few checks to be confirmed`]
      : []),
    ...(totals.doubleDeliveries > 0
      ? [`${totals.doubleDeliveries} notifications were sent twice to the same person`]
      : []),
    ...database.violations,
    ...(lostRows > 0 ? [`${lostRows} of ${rows.count()} acknowledged rows were lost`] : []),
    ...(isReady ? [] : ["the service is not ready at the end"]),
    ...(service.crash() === null ? [] : [`the service ${service.crash()}`]),
    ...stopped.flatMap((clean, index) =>
      clean ? [] : [`worker ${index + 1} did not end cleanly: ${workers[index]?.errors() ?? ""}`]
    )
  ]
  if (plan.logs !== null) writeFileSync(join(plan.logs, "faults.log"), timeline.map(asLine).toSorted().join("\n"))
  const changes = sites.all.reduce((sum, { stateChanges }) => sum + stateChanges.length - 1, 0)
  const requests = sites.all.reduce((sum, site) => sum + site.requests, 0)
  const crashes = workers.reduce((sum, worker) => sum + worker.crashes(), 0)
  print(
    `Faults: ${Object.entries({ ...faults, ...database.counts })
      .map(([kind, count]) => `${kind} ${count}`)
      .join(
        ", "
      )}; ${database.databaseEnds} times the full disk ended the database; ${crashes} times a worker ended by itself and was restarted`
  )
  print(
    `Sites: ${changes} state changes, ${requests} requests answered; ${unconfirmable} of ${phases} phases had too few checks to be confirmed`
  )
  print(
    `Database: ${totals.checks} checks, ${totals.incidents} incidents, ${totals.notifications} notifications; ${rows.count()} acknowledged rows, ${lostRows} lost; the longest time without any check was ${(totals.gapMs / 1_000).toFixed(1)} s, until ${clock(totals.gapEnd)}`
  )
  if (violations.length > 0) print(["Database sessions at the end:", ...activity].join("\n  "))
  for (const violation of violations.slice(0, MAX_SHOWN)) {
    print(`VIOLATION ${violation}`)
    const site = sites.all.find(({ hostname }) => violation.startsWith(hostname))
    if (site !== undefined)
      print(
        [
          ...site.stateChanges.map(({ at, up }) => `  ${clock(at)} changes to ${up ? "up" : "down"}`),
          ...(await fleet.checksOf(site.hostname)).map((line) => `  ${line}`)
        ]
          .toSorted()
          .join("\n")
      )
  }
  print(
    violations.length === 0
      ? "No violations: no incident was missed or invented, no notification was lost or sent twice, and no acknowledged row was lost."
      : `${violations.length} violations`
  )
  return violations.length === 0 ? 0 : 1
}

const run = async (plan: Plan): Promise<number> => {
  const random = randomOf(plan.seed)
  print(
    `Chaos with seed ${plan.seed}: ${plan.monitors} monitors checked every ${seconds(plan.intervalMs)}, ${plan.workers} workers, ` +
      `${seconds(plan.runMs)} with faults and ${seconds(plan.settleMs)} without`
  )
  const sites = await openSites(plan, random)
  const disk = await openSmallDisk()
  if (!disk.canFill) print("The disk cannot be filled: only root may mount a small disk.")
  const workers: Array<Worker> = []
  if (plan.logs !== null) mkdirSync(plan.logs, { recursive: true })
  const closing: Array<() => void | Promise<void>> = [disk.close, sites.close]
  try {
    const environment = { ...environmentOf(plan, sites), MON_WORKER_CONCURRENCY: SERVICE_CONCURRENCY }
    const service = await startService(disk.folder, environment, logOf(plan, "service"))
    closing.unshift(service.kill)
    const fleet = await openFleet(sites, plan, service)
    closing.unshift(fleet.close)
    const world = { sites, disk, service, fleet, workers }
    const code = await Promise.race([interrupted, runFaults(plan, random, world)])
    if (await service.stop()) return code
    print("VIOLATION the service did not end cleanly")
    return 1
  } finally {
    for (const worker of workers) worker.kill()
    for (const close of closing) await close()
  }
}

const chaos = command({
  name: "npm run chaos --",
  description:
    "Kills, stops and disconnects workers, and kills their database and fills its disk, while sites go up and down. Then checks that no incident was missed or invented, no notification was lost or sent twice, and no acknowledged row was lost.",
  options: planOptions,
  arguments: {},
  exitCodes: { ok: "No violations", finding: "There are violations", couldNot: "The run did not finish" },
  run: (values) =>
    run(planOf(values)).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    })
})

await runProcess(chaos, new URL("../package.json", import.meta.url))
// Open sockets of the sites would otherwise keep the process alive.
process.exit()
