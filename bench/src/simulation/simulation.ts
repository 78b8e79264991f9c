import { setTimeout as delay } from "node:timers/promises"
import { Accounts, Credentials, hashApiKey, issueApiKey, Ledger, Simulations, type AccessScope } from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import { type CampaignResults, planCampaign } from "@mon/simulation"
import { Effect, Redacted } from "effect"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import type { Report } from "../harness/Report.ts"
import { median } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import { openStore, type Store } from "../postgres/Store.ts"
import { type Campaign, makeCampaign } from "./Campaign.ts"
import type { CampaignNames } from "./dnsProgram.ts"
import type { SimulationWorker } from "./workerProgram.ts"

const FULL = { prospects: 10_000, domains: 3_000, senders: 50, evaluations: 5 }
const SHORT = { prospects: 600, domains: 300, senders: 5, evaluations: 1 }

const EVALUATION_MS = 300
const PEAK_MB = 400
const POLL_MS = 100
/** A job that has not ended by then is lost. */
const PATIENCE_MS = 300_000

const workerUrl = new URL("./workerProgram.ts", import.meta.url)

const makeAccount = Effect.gen(function* () {
  const account = yield* (yield* Accounts).create({ email: "bench@test.example", name: null, plan: "agency" })
  const issued = account === null ? null : yield* issueApiKey(account.membershipId)
  const credential =
    issued === null ? null : yield* (yield* Credentials).authenticateAndCount(hashApiKey(Redacted.value(issued.key)), 0)
  return credential === null ? yield* Effect.die(new Error("No account.")) : credential.viewer
})

const balance = ({ run }: Store, { accountKey }: AccessScope) =>
  run(
    Effect.map(
      Effect.flatMap(Ledger, (ledger) => ledger.show(accountKey)),
      (standing) => standing.balance
    )
  )

const startJob = ({ run }: Store, viewer: AccessScope, { entries, senders }: Campaign) => {
  const plan = planCampaign({ sendingDomains: senders, prospectEntries: entries }, mailClass)
  const wanted = {
    name: "Bench",
    sendingDomains: plan.senders,
    notes: [],
    prospectEntries: entries,
    credits: plan.credits,
    lookUps: plan.domains.length + plan.senders.length
  }
  return run(Effect.flatMap(Simulations, (simulations) => simulations.start(viewer, wanted, 1_000)))
}

const untilOver = async ({ run }: Store, viewer: AccessScope, jobId: string, progress: (line: string) => void) => {
  const deadline = performance.now() + PATIENCE_MS
  let reported = ""
  for (;;) {
    const job = await run(Effect.flatMap(Simulations, (simulations) => simulations.find(viewer, jobId)))
    if (job === null) throw new Error("The job does not exist any more.")
    if (job.status === "completed") return job
    if (job.status !== "queued" && job.status !== "processing")
      throw new Error(`The job ${job.status}: ${job.error?.message ?? ""}`)
    if (performance.now() > deadline) throw new Error(`The job did not end in time: ${job.done} of ${job.total}`)
    const line = `${job.phase}: ${job.done} of ${job.total}, ${job.etaSeconds ?? "?"} s left`
    if (line !== reported) progress((reported = line))
    await delay(POLL_MS)
  }
}

/** Fails unless the results have every number that is known beforehand. */
const check = (
  { dead, domains, entries, failing, silent }: Campaign,
  { breakdown, dataQuality, summary }: CampaignResults
): void => {
  const entriesOf = (names: ReadonlySet<string>) =>
    entries.filter((entry) => names.has(entry.slice(entry.indexOf("@") + 1))).length
  const lost = new Set([...silent, ...failing])
  const wanted = {
    prospects: entries.length,
    domains: domains.length,
    unanswered: lost.size,
    unknown: entriesOf(lost),
    dead: entriesOf(dead)
  }
  const counted = Object.fromEntries(breakdown.byClassification.map(({ id, prospects }) => [id, prospects]))
  const got = {
    prospects: summary.prospects,
    domains: summary.uniqueDomains,
    unanswered: dataQuality.unansweredDomains,
    unknown: counted["unknown"] ?? 0,
    dead: counted["dead"] ?? 0
  }
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`Wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}.`)
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const size = short ? SHORT : FULL
  const campaign = makeCampaign(size.prospects, size.domains, size.senders)
  const server = await startPostgres(defer, "embedded")
  const store = await openStore(server.url, 2)
  defer(store.close)
  const names = await startChild<CampaignNames>(new URL("./dnsProgram.ts", import.meta.url), { core: null })
  defer(names.stop)
  const dns = await names.call("start", campaign)
  const worker = await startChild<SimulationWorker>(workerUrl, { core: null })
  defer(worker.stop)
  await worker.call("start", { database: server.url, dns })

  const viewer = await store.run(makeAccount)
  const before = await balance(store, viewer)
  const cpuBefore = worker.cpuMs()
  const began = performance.now()
  const started = await startJob(store, viewer, campaign)
  if (started._tag !== "Started") throw new Error(started._tag)
  const job = await untilOver(store, viewer, started.simulation.jobId, progress)
  const seconds = (performance.now() - began) / 1_000
  const cpuSeconds = (worker.cpuMs() - cpuBefore) / 1_000
  const peakMb = (await worker.call("peakKb", null)) / 1_024
  // The worker alone writes results, as evaluateCampaign makes them.
  check(
    campaign,
    (await store.run(
      Effect.flatMap(Simulations, (simulations) => simulations.results(viewer, job.jobId))
    )) as CampaignResults
  )
  const taken = before - (await balance(store, viewer))
  if (taken !== size.domains + size.senders) throw new Error(`The simulation cost ${taken} credits.`)
  const questions = await names.call("questions", null)

  const evaluations: Array<number> = []
  for (let round = 0; round < (rounds ?? size.evaluations); round++) {
    const fresh = await startChild<SimulationWorker>(workerUrl, { core: null })
    evaluations.push(await fresh.call("evaluate", { database: server.url, campaign }))
    await fresh.stop()
    progress(`evaluation ${round + 1}: ${Math.round(evaluations.at(-1) ?? 0)} ms of CPU`)
  }
  return {
    sections: [
      {
        title: `${size.prospects} prospects at ${size.domains} domains, with ${size.senders} senders`,
        columns: ["seconds", "CPU s of the worker", "questions", "questions/s", "peak MB"],
        rows: [
          { name: "a job, from start to results", cells: [seconds, cpuSeconds, questions, questions / seconds, peakMb] }
        ]
      },
      {
        title: "The evaluation alone, first in a process",
        columns: ["CPU ms"],
        rows: [{ name: `median of ${evaluations.length}`, cells: [median(evaluations)] }]
      }
    ],
    targets: [
      {
        name: "CPU of the evaluation",
        sense: "at most",
        limit: EVALUATION_MS,
        unit: " ms",
        value: median(evaluations)
      },
      { name: "Peak memory of the worker", sense: "at most", limit: PEAK_MB, unit: " MB", value: peakMb }
    ],
    notes: [
      "The DNS server answers after 10 to 80 ms, 1 of 50 names after 400 to 1,200 ms; 1 of 300 domains gets no answer, 1 of 100 SERVFAIL, 1 of 50 does not exist.",
      "The run fails unless exactly the domains without an answer and with SERVFAIL are unresolved, every class has its expected count, and each domain costs one credit.",
      "Seconds are wall-clock time; DNS server, worker and database share the machine."
    ]
  }
}

/** The time, CPU and memory of a campaign simulation, from start to results. */
export const simulation: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
