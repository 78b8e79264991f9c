import { command, CommandError, runProcess } from "@mon/command-line"
import { defaultConfirmationPolicy } from "@mon/model"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openFlock } from "./Flock.ts"
import { type Plan, planOf, planOptions, randomOf } from "./Plan.ts"
import { countUnseen, prove } from "./prove.ts"
import { openSites, type Sites } from "./Sites.ts"
import { makeTrouble, startWorker, type Trouble, type Worker } from "./Workers.ts"

type Flock = Awaited<ReturnType<typeof openFlock>>

const MAX_SHOWN = 20
/** Beyond a look's timeout, how far its time may lie from the site's: both clocks are one, the machine is busy. */
const TOLERANCE_MS = 2_000
const FIRST_LOOKS_WITHIN_MS = 120_000

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const say = (text: string) => process.stdout.write(`${text}\n`)
const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)
const asLine = ({ from, kind, to, worker }: Trouble): string =>
  `${clock(from)} to ${clock(to)} worker ${worker}: ${kind}`
const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`

/** Fails on the first signal, so that nothing is left behind. */
const interrupted = new Promise<never>((_, fail) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => fail(new Error(`ended by ${signal}`)))
})

const everyoneIsUp = async (flock: Flock, workers: ReadonlyArray<Worker>) => {
  const deadline = Date.now() + FIRST_LOOKS_WITHIN_MS
  for (;;) {
    const waiting = (await flock.evidence()).filter(({ state }) => state !== "up").length
    if (waiting === 0) return
    if (Date.now() > deadline) {
      const errors = workers.map((worker) => worker.errors()).join("")
      throw new Error(`${waiting} monitors had no first look within ${seconds(FIRST_LOOKS_WITHIN_MS)}. ${errors}`)
    }
    await wait(500)
  }
}

/** Workers that were started last need their time, the longer the busier the machine is; who is still not looked at then was forgotten. */
const everyoneIsLookedAt = async (flock: Flock, since: number) => {
  const deadline = Date.now() + FIRST_LOOKS_WITHIN_MS
  const isDone = async () => (await flock.evidence()).every(({ looks }) => (looks.at(-1)?.at ?? 0) > since)
  while (!(await isDone()) && Date.now() < deadline) await wait(500)
}

const trial = async (
  plan: Plan,
  random: () => number,
  sites: Sites,
  flock: Flock,
  workers: Array<Worker>
): Promise<number> => {
  for (let count = 0; count < plan.workers; count++) {
    workers.push(
      await startWorker(
        flock.url,
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
  await everyoneIsUp(flock, workers)
  say("Every monitor is up; the trouble begins")
  const end = Date.now() + plan.runMs
  // The last switch is far enough from the end to be seen.
  sites.switchUntil(end + plan.settleMs - plan.holdMs)
  const timeline: Array<Trouble> = []
  const troubles = await makeTrouble(workers, plan, random, end, (trouble) => timeline.push(trouble))
  say("The trouble is over")
  await everyoneIsLookedAt(flock, Date.now())
  await wait(plan.settleMs)
  const endAt = Date.now()
  const evidence = await flock.evidence()
  const totals = await flock.totals()
  const activity = await flock.activity()
  const stopped = await Promise.all(workers.map((worker) => worker.stop()))
  const terms = {
    endAt,
    failuresToDown: defaultConfirmationPolicy.failuresToDown,
    successesToUp: defaultConfirmationPolicy.successesToUp,
    toleranceMs: plan.timeoutSeconds * 1_000 + TOLERANCE_MS,
    forgottenMs: 2 * plan.intervalMs + plan.timeoutSeconds * 1_000 + TOLERANCE_MS
  }
  const { times, unseen } = countUnseen(sites.all, evidence, terms)
  const violations = [
    ...prove(sites.all, evidence, terms),
    ...(unseen > times * plan.mostUnseen
      ? [`${unseen} of ${times} times in which a site stayed as it was were too poor in looks to be confirmed`]
      : []),
    ...(totals.doubleDeliveries > 0 ? [`${totals.doubleDeliveries} announcements go to the same person twice`] : []),
    ...stopped.flatMap((clean, index) =>
      clean ? [] : [`worker ${index + 1} did not end by itself: ${workers[index]?.errors() ?? ""}`]
    )
  ]
  if (plan.logs !== null) writeFileSync(join(plan.logs, "troubles.log"), timeline.map(asLine).toSorted().join("\n"))
  const switches = sites.all.reduce((sum, { flips }) => sum + flips.length - 1, 0)
  const requests = sites.all.reduce((sum, site) => sum + site.requests, 0)
  const crashes = workers.reduce((sum, worker) => sum + worker.crashes(), 0)
  say(
    `Troubles: ${Object.entries(troubles)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(", ")}; ${crashes} times a worker gave up and was started again`
  )
  say(
    `Sites: ${switches} switches, ${requests} requests answered; ${unseen} of ${times} times between switches had too few looks to be confirmed`
  )
  say(
    `Database: ${totals.looks} looks, ${totals.incidents} incidents, ${totals.announcements} announcements; the longest time without any look was ${(totals.gapMs / 1_000).toFixed(1)} s, up to ${clock(totals.gapEnd)}`
  )
  if (violations.length > 0) say(["The sessions of the database at the end:", ...activity].join("\n  "))
  for (const violation of violations.slice(0, MAX_SHOWN)) {
    say(`VIOLATION ${violation}`)
    const site = sites.all.find(({ hostname }) => violation.startsWith(hostname))
    if (site !== undefined)
      say(
        [
          ...site.flips.map(({ at, up }) => `  ${clock(at)} turns ${up ? "up" : "down"}`),
          ...(await flock.looksOf(site.hostname)).map((line) => `  ${line}`)
        ]
          .toSorted()
          .join("\n")
      )
  }
  say(
    violations.length === 0
      ? "Nothing was lost, nothing was invented, nothing was told twice, nobody was forgotten."
      : `${violations.length} violations`
  )
  return violations.length === 0 ? 0 : 1
}

const run = async (plan: Plan): Promise<number> => {
  const random = randomOf(plan.seed)
  say(
    `Chaos with seed ${plan.seed}: ${plan.monitors} monitors every ${seconds(plan.intervalMs)}, ${plan.workers} workers, ` +
      `${seconds(plan.runMs)} of trouble and ${seconds(plan.settleMs)} of rest`
  )
  const sites = await openSites(plan, random)
  const flock = await openFlock(sites, plan)
  const workers: Array<Worker> = []
  if (plan.logs !== null) mkdirSync(plan.logs, { recursive: true })
  try {
    return await Promise.race([interrupted, trial(plan, random, sites, flock, workers)])
  } finally {
    for (const worker of workers) worker.kill()
    await flock.close()
    await sites.close()
  }
}

const chaos = command({
  name: "npm run chaos --",
  description:
    "Kills, stops and disconnects workers while sites go up and down, and then checks that no incident was missed or invented and no notification was lost or sent twice.",
  options: planOptions,
  arguments: {},
  exitCodes: { ok: "Nothing is wrong", finding: "There are violations", couldNot: "The run did not finish" },
  run: (values) =>
    run(planOf(values)).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    })
})

await runProcess(chaos, new URL("../package.json", import.meta.url))
// Sockets of the sites would keep the process alive.
process.exit()
