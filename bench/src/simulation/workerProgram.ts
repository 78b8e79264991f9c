import { readFileSync } from "node:fs"
import process from "node:process"
import { DomainFactCache, type Repositories } from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import { evaluateCampaign, parseDomainFacts, parseSenderFacts, planCampaign } from "@mon/simulation"
import { CampaignFacts } from "@mon/simulation/effect"
import { layerSimulationWorkerNoDeps, defaultWorkerTimings, WorkerTimings } from "@mon/worker"
import { Effect, Layer, ManagedRuntime, References } from "effect"
import { answer } from "../harness/Child.ts"
import { layerStore } from "../postgres/Store.ts"
import type { Campaign } from "./Campaign.ts"

/** A worker that runs simulations, or one that evaluates a campaign whose facts are known. */
export type SimulationWorker = {
  readonly start: (asked: { readonly database: string; readonly dns: string }) => Promise<void>
  /** The most memory that the process ever had, in kB. */
  readonly peakKb: (nothing: null) => Promise<number>
  /** CPU of one evaluation in milliseconds, the first of the process. */
  readonly evaluate: (asked: { readonly database: string; readonly campaign: Campaign }) => Promise<number>
}

const CONNECTIONS = 5
const LEASE = { token: "00000000-0000-4000-8000-000000000000", leaseMs: 1 }

let close = async () => {}

const keep = <A extends object>(
  claims: ReadonlyArray<{ readonly domain: string; readonly facts?: unknown }>,
  parse: (facts: unknown) => A | null
) =>
  new Map(
    claims.flatMap(({ domain, facts }) => {
      const parsed = parse(facts)
      return parsed === null ? [] : [[domain, parsed] as const]
    })
  )

answer<SimulationWorker>(
  {
    start: async ({ database, dns }) => {
      const runtime = ManagedRuntime.make(
        layerSimulationWorkerNoDeps.pipe(
          Layer.provide(CampaignFacts.layer({ dns: { servers: [dns] }, lists: [] })),
          Layer.provide(layerStore(database, CONNECTIONS)),
          Layer.provide([
            Layer.succeed(WorkerTimings, { ...defaultWorkerTimings, dueMs: 20 }),
            Layer.succeed(References.MinimumLogLevel, "Warn")
          ])
        )
      )
      close = () => runtime.dispose()
      await runtime.runPromise(Effect.void)
    },
    peakKb: async () =>
      Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync("/proc/self/status", "latin1"))?.[1] ?? Number.NaN),
    evaluate: async ({ campaign, database }) => {
      const runtime = ManagedRuntime.make(layerStore(database, 1))
      close = () => runtime.dispose()
      const run = <A, E>(effect: Effect.Effect<A, E, Repositories>) => runtime.runPromise(effect)
      const plan = planCampaign({ sendingDomains: campaign.senders, prospectEntries: campaign.entries }, mailClass)
      const [prospects, senders] = await run(
        Effect.flatMap(DomainFactCache, (cache) =>
          Effect.all([cache.claim("prospect", plan.domains, LEASE), cache.claim("sender", plan.senders, LEASE)])
        )
      )
      const facts = { prospects: keep(prospects, parseDomainFacts), senders: keep(senders, parseSenderFacts) }
      const before = process.cpuUsage()
      evaluateCampaign(plan, facts)
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1_000
    }
  },
  () => close()
)
