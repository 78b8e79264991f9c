import type { SimulationClaim } from "@mon/core-store"
import { type Job, type JobOutcome, jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { serialize } from "node:v8"
import * as jobs from "./campaignJobs.ts"
import type { CampaignDomains, EvaluatedCampaign } from "./campaignJobs.ts"
import type { FactCollection } from "./collectDomainFacts.ts"

/**
 * The time limit of a job in a thread, in milliseconds. A campaign of 10,000 entries takes a few tenths of a second.
 */
const DEADLINE_MS = 60_000
/**
 * The largest number of entries that are processed without a separate thread. They take a few milliseconds, which is
 * less than starting a thread takes.
 */
const FEW_ENTRIES = 500
/** The number of facts that are serialized in one piece. Serializing a piece takes about two milliseconds. */
const FACTS_AT_ONCE = 500

const job = jobsIn<typeof jobs>(moduleBeside("./campaignJobs", import.meta.url))
const domainsJob = job("domainsOf", DEADLINE_MS)
const evaluateJob = job("evaluate", DEADLINE_MS)

const valueOf = <Output>(name: string, outcome: JobOutcome<Output>): Effect.Effect<Output> =>
  outcome._tag === "Done"
    ? Effect.succeed(outcome.value)
    : Effect.die(new Error(`A simulation could not be continued: ${name} ended with ${outcome._tag}.`))

const isSmall = ({ prospectEntries }: SimulationClaim): boolean => prospectEntries.length <= FEW_ENTRIES

const inThread = Effect.fnUntraced(function* <Input, Output>(
  claim: SimulationClaim,
  threadJob: Job<Input, Output>,
  input: Input
): Effect.fn.Return<Output, never, WorkerPool> {
  const pool = yield* WorkerPool
  return yield* valueOf(threadJob.name, yield* pool.run(threadJob, input, claim.accountKey))
})

const campaignOf = ({ prospectEntries, sendingDomains }: SimulationClaim) => ({ prospectEntries, sendingDomains })

/** Finds the domains of a campaign. Uses a separate thread for a large campaign. */
export const findDomains = (claim: SimulationClaim): Effect.Effect<CampaignDomains, never, WorkerPool> =>
  isSmall(claim) ? Effect.sync(() => jobs.domainsOf(campaignOf(claim))) : inThread(claim, domainsJob, campaignOf(claim))

/** Serializes the entries of a map in pieces. Other work can run between the pieces. */
const piecesOf = Effect.fnUntraced(function* (facts: ReadonlyMap<string, unknown>) {
  const entries = [...facts]
  const pieces: Array<Uint8Array> = []
  for (let at = 0; at < entries.length; at += FACTS_AT_ONCE) {
    pieces.push(serialize(entries.slice(at, at + FACTS_AT_ONCE)))
    // This lets pending input and output run, which a microtask would not do.
    yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  }
  return pieces
})

export const evaluateInThread = Effect.fnUntraced(function* (
  claim: SimulationClaim,
  facts: Pick<FactCollection, "prospects" | "senders">
): Effect.fn.Return<EvaluatedCampaign, never, WorkerPool> {
  const known = {
    ...campaignOf(claim),
    prospects: yield* piecesOf(facts.prospects),
    senders: yield* piecesOf(facts.senders)
  }
  return isSmall(claim) ? jobs.evaluate(known) : yield* inThread(claim, evaluateJob, known)
})
