import { BadRequest, messages, PaymentRequired, type StartSimulation, TooManyRequests } from "@mon/api-contract"
import { Simulations } from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import { simulationLimits as limits } from "@mon/model"
import { type CampaignPlan, planCampaign } from "@mon/simulation"
import { Clock, Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import type { JsonObject } from "../../http/RequestBody.ts"
import { jobRecord } from "./jobRecord.ts"

const refused = (message: string) => new BadRequest({ message })

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === "string")

/** Reports the errors that come before all limits (interface section 7). */
export const checkCampaign = ({ prospectEntries, sendingDomains }: JsonObject): BadRequest | null => {
  if (!isTextList(sendingDomains)) return refused(messages.sendingDomainsRequired)
  return isTextList(prospectEntries) ? null : refused(messages.prospectEntriesRequired)
}

/** Names an invalid sending domain. Public mailbox providers are left out as long as another domain remains. */
const senderError = ({ rejectedSenders, senders }: CampaignPlan): BadRequest | null => {
  const invalid = rejectedSenders.find(({ reason }) => reason === "invalid_domain")
  if (invalid !== undefined) return refused(messages.sendingDomainInvalid(JSON.stringify(invalid.input.slice(0, 100))))
  return senders.length === 0 ? refused(messages.sendingDomainsFree) : null
}

const madeUpName = Effect.map(
  Clock.currentTimeMillis,
  (now) => `Campaign of ${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC`
)

/** Reserves the credits and starts a simulation. */
export const startSimulation = Effect.fn("startSimulation")(function* (caller: Caller, input: StartSimulation) {
  yield* ownerOnly(caller)
  const plan = planCampaign(input, mailClass)
  const fault = senderError(plan)
  if (fault !== null) return yield* fault
  const { simulationStartsPerMinute = limits.startsPerMinute } = yield* ApiConfig
  const started = yield* (yield* Simulations).start(
    caller.viewer,
    {
      name: input.name?.trim() ?? (yield* madeUpName),
      sendingDomains: plan.senders,
      notes: plan.rejectedSenders.map(({ message }) => message),
      prospectEntries: input.prospectEntries,
      credits: plan.credits,
      lookUps: plan.domains.length + plan.senders.length
    },
    simulationStartsPerMinute
  )
  if (started._tag === "TooSoon")
    return yield* new TooManyRequests({ message: messages.simulationTooSoon(started.seconds) })
  if (started._tag === "Insufficient")
    return yield* new PaymentRequired({ message: messages.creditsInsufficient(started.need, started.have) })
  return { ...(yield* jobRecord(started.simulation)), results: null }
})
