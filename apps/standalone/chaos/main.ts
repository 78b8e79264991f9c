import { command, CommandError, runProcess } from "@mon/command-line"
import { defaultConfirmationPolicy } from "@mon/model"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openFleet } from "./SimulatedFleet.ts"
import { type Plan, planOf, planOptions, randomOf } from "./Plan.ts"
import { countUnconfirmable, findViolations } from "./findViolations.ts"
import { openSites, type Sites } from "./Sites.ts"
import { injectFaults, startWorker, type Fault, type Worker } from "./Workers.ts"

type SimulatedFleet = Awaited<ReturnType<typeof openFleet>>

const MAX_SHOWN = 20
/**
 * How far the time of a check may be from the site's record, in addition to its timeout: the clock is the same, but the
 * machine is busy.
 */
const TOLERANCE_MS = 2_000
const FIRST_CHECKS_WITHIN_MS = 120_000

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const print = (text: string) => process.stdout.write(`${text}\n`)
const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)
const asLine = ({ from, kind, to, worker }: Fault): string => `${clock(from)} to ${clock(to)} worker ${worker}: ${kind}`
const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`

/** Rejects on the first signal, so that everything is cleaned up. */
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
 * Workers that were just restarted need time on a busy machine. Monitors that they do not check in time are overdue.
 */
const waitUntilAllChecked = async (fleet: SimulatedFleet, since: number) => {
  const deadline = Date.now() + FIRST_CHECKS_WITHIN_MS
  const isDone = async () => (await fleet.evidence()).every(({ checks }) => (checks.at(-1)?.at ?? 0) > since)
  while (!(await isDone()) && Date.now() < deadline) await wait(500)
}

const runFaults = async (
  plan: Plan,
  random: () => number,
  sites: Sites,
  fleet: SimulatedFleet,
  workers: Array<Worker>
): Promise<number> => {
  for (let count = 0; count < plan.workers; count++) {
    workers.push(
      await startWorker(
        fleet.url,
        {
          MON_SECRET: "a secret of a run of chaos that is long enough",
          MON_DNS_SERVERS: sites.dnsAddress,
          MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
          MON_REFERENCE_TARGETS: sites.referenceUrl,
          MON_LEASE_MARGIN_SECONDS: String(plan.leaseMarginSeconds)
        },
        plan.logs === null ? null : join(plan.logs, `worker-${count + 1}.log`)
      )
    )
  }
  await waitUntilAllUp(fleet, workers)
  print("Every monitor is up. Injecting faults.")
  const end = Date.now() + plan.runMs
  // The last state change is early enough to be confirmed.
  sites.changeUntil(end + plan.settleMs - plan.phaseMs)
  const timeline: Array<Fault> = []
  const faults = await injectFaults(workers, plan, random, end, (fault) => timeline.push(fault))
  print("No more faults. Waiting for the monitors to settle.")
  await waitUntilAllChecked(fleet, Date.now())
  await wait(plan.settleMs)
  const endAt = Date.now()
  const evidence = await fleet.evidence()
  const totals = await fleet.totals()
  const activity = await fleet.activity()
  const stopped = await Promise.all(workers.map((worker) => worker.stop()))
  const criteria = {
    endAt,
    failuresToDown: defaultConfirmationPolicy.failuresToDown,
    successesToUp: defaultConfirmationPolicy.successesToUp,
    toleranceMs: plan.timeoutSeconds * 1_000 + TOLERANCE_MS,
    overdueMs: 2 * plan.intervalMs + plan.timeoutSeconds * 1_000 + TOLERANCE_MS
  }
  const { phases, unconfirmable } = countUnconfirmable(sites.all, evidence, criteria)
  const violations = [
    ...findViolations(sites.all, evidence, criteria),
    ...(unconfirmable > phases * plan.maxUnconfirmable
      ? [`${unconfirmable} of ${phases} phases had too few checks to be confirmed`]
      : []),
    ...(totals.doubleDeliveries > 0
      ? [`${totals.doubleDeliveries} notifications were sent twice to the same person`]
      : []),
    ...stopped.flatMap((clean, index) =>
      clean ? [] : [`worker ${index + 1} did not end cleanly: ${workers[index]?.errors() ?? ""}`]
    )
  ]
  if (plan.logs !== null) writeFileSync(join(plan.logs, "faults.log"), timeline.map(asLine).toSorted().join("\n"))
  const changes = sites.all.reduce((sum, { stateChanges }) => sum + stateChanges.length - 1, 0)
  const requests = sites.all.reduce((sum, site) => sum + site.requests, 0)
  const crashes = workers.reduce((sum, worker) => sum + worker.crashes(), 0)
  print(
    `Faults: ${Object.entries(faults)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(", ")}; ${crashes} times a worker ended by itself and was restarted`
  )
  print(
    `Sites: ${changes} state changes, ${requests} requests answered; ${unconfirmable} of ${phases} phases had too few checks to be confirmed`
  )
  print(
    `Database: ${totals.checks} checks, ${totals.incidents} incidents, ${totals.notifications} notifications; the longest time without any check was ${(totals.gapMs / 1_000).toFixed(1)} s, until ${clock(totals.gapEnd)}`
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
      ? "No violations: no incident was missed or invented, and no notification was lost or sent twice."
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
  const fleet = await openFleet(sites, plan)
  const workers: Array<Worker> = []
  if (plan.logs !== null) mkdirSync(plan.logs, { recursive: true })
  try {
    return await Promise.race([interrupted, runFaults(plan, random, sites, fleet, workers)])
  } finally {
    for (const worker of workers) worker.kill()
    await fleet.close()
    await sites.close()
  }
}

const chaos = command({
  name: "npm run chaos --",
  description:
    "Kills, stops and disconnects workers while sites go up and down, and then checks that no incident was missed or invented and no notification was lost or sent twice.",
  options: planOptions,
  arguments: {},
  exitCodes: { ok: "No violations", finding: "There are violations", couldNot: "The run did not finish" },
  run: (values) =>
    run(planOf(values)).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    })
})

await runProcess(chaos, new URL("../package.json", import.meta.url))
// Sockets of the sites would keep the process alive.
process.exit()
