import { BadRequest, messages, PaymentRequired, type StartSimulation, TooManyRequests } from "@mon/api-contract"
import { Accounts, Simulations } from "@mon/core-store"
import { type SimulationEstimate, simulationLimits as limits } from "@mon/model"
import { jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import { Clock, Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import type { JsonObject } from "../../http/RequestBody.ts"
import * as campaignJobs from "./campaignJobs.ts"
import type { PricedCampaign } from "./campaignJobs.ts"
import { jobRecord } from "./jobRecord.ts"
import { showSimulationCredits } from "./read.ts"

/**
 * The time limit for planning, in milliseconds. Planning 10,000 international domains takes a few tenths of a second.
 */
const DEADLINE_MS = 10_000
/**
 * The largest number of entries that are planned in the current thread. Planning them takes less time than starting a
 * thread.
 */
const FEW_ENTRIES = 500
/** The number of seconds that a client is asked to wait if all threads are busy. */
const BUSY_SECONDS = 5

const priceJob = jobsIn<typeof campaignJobs>(moduleBeside("./campaignJobs", import.meta.url))(
  "priceCampaign",
  DEADLINE_MS
)

const refused = (message: string) => new BadRequest({ message })

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === "string")

/** Returns the error that is reported before any limit is checked, or null. */
export const checkCampaign = ({ prospectEntries, sendingDomains }: JsonObject): BadRequest | null => {
  if (!isTextList(sendingDomains)) return refused(messages.sendingDomainsRequired)
  return isTextList(prospectEntries) ? null : refused(messages.prospectEntriesRequired)
}

/**
 * Returns the error for an invalid sending domain. Ignores public mailbox providers if other sending domains remain.
 */
const senderError = ({ rejectedSenders, senders }: PricedCampaign): BadRequest | null => {
  const invalid = rejectedSenders.find(({ reason }) => reason === "invalid_domain")
  if (invalid !== undefined) return refused(messages.sendingDomainInvalid(JSON.stringify(invalid.input.slice(0, 100))))
  return senders.length === 0 ? refused(messages.sendingDomainsFree) : null
}

/**
 * Returns a name for a simulation to which the person has given no name. It contains the time in the person's time
 * zone. The Swedish format resembles ISO 8601.
 */
const madeUpName = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const { timezone } = yield* (yield* Accounts).settings(viewer)
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" })
  return `Campaign of ${format.format(yield* Clock.currentTimeMillis)} ${timezone}`
})

const priced = Effect.fnUntraced(function* (caller: Caller, input: StartSimulation) {
  if (input.prospectEntries.length <= FEW_ENTRIES) return campaignJobs.priceCampaign(input)
  const outcome = yield* (yield* WorkerPool).run(priceJob, input, caller.viewer.accountKey)
  if (outcome._tag === "Done") return outcome.value
  return yield* new TooManyRequests({ message: messages.simulationTooSoon(BUSY_SECONDS) })
})

export const estimateSimulation = Effect.fn("estimateSimulation")(function* (caller: Caller, input: StartSimulation) {
  yield* adminOnly(caller)
  const plan = yield* priced(caller, input)
  const fault = senderError(plan)
  if (fault !== null) return yield* fault
  const { balance } = yield* showSimulationCredits(caller)
  return {
    credits: plan.credits,
    balance,
    sendingDomains: plan.senders,
    notes: plan.rejectedSenders.map(({ message }) => message),
    prospects: {
      valid: plan.counts.valid,
      freeMailbox: plan.counts.free_mailbox,
      disposable: plan.counts.disposable,
      invalid: plan.counts.invalid,
      duplicate: plan.counts.duplicate
    }
  } satisfies SimulationEstimate
})

/** Prepares a simulation. The returned effect starts it, and reserves its credits. */
export const startSimulation = Effect.fn("startSimulation")(function* (caller: Caller, input: StartSimulation) {
  yield* adminOnly(caller)
  const plan = yield* priced(caller, input)
  const fault = senderError(plan)
  if (fault !== null) return yield* fault
  const { simulationStartsPerMinute = limits.startsPerMinute } = yield* ApiConfig
  const simulation = {
    name: input.name?.trim() ?? (yield* madeUpName(caller)),
    sendingDomains: plan.senders,
    notes: plan.rejectedSenders.map(({ message }) => message),
    prospectEntries: input.prospectEntries,
    credits: plan.credits,
    lookUps: plan.lookUps
  }
  const simulations = yield* Simulations
  return Effect.gen(function* () {
    const started = yield* simulations.start(caller.viewer, simulation, simulationStartsPerMinute)
    if (started._tag === "TooSoon")
      return yield* new TooManyRequests({ message: messages.simulationTooSoon(started.seconds) })
    if (started._tag === "Insufficient")
      return yield* new PaymentRequired({ message: messages.creditsInsufficient(started.need, started.have) })
    return { ...(yield* jobRecord(started.simulation)), results: null }
  })
})
