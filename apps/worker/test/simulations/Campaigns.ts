import {
  Accounts,
  Credentials,
  hashApiKey,
  issueApiKey,
  Ledger,
  Simulations,
  type StoredSimulation,
  type AccessScope
} from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import { planCampaign } from "@mon/simulation"
import type { DnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { polled } from "../polled.ts"

const GOOGLE = { preference: 10, exchange: "aspmx.l.google.com" }

let created = 0

export const newAccount = Effect.fn("newAccount")(function* () {
  created += 1
  const account = yield* (yield* Accounts).create({
    email: `campaign-${created}@test.example`,
    name: null,
    plan: "agency"
  })
  const issued = account === null ? null : yield* issueApiKey(account.membershipId)
  const credential =
    issued === null ? null : yield* (yield* Credentials).authenticateAndCount(hashApiKey(Redacted.value(issued.key)), 0)
  return credential === null ? yield* Effect.die(new Error("no account")) : credential.viewer
})

/** Publishes DNS records of prospects that accept email, and of a sender. */
export const publish = ({ zone }: DnsServer, prefix: string, count: number) => {
  const domains = Array.from({ length: count }, (_, index) => `${prefix}${index}.example.org`)
  for (const domain of domains) zone.set(domain, { MX: [GOOGLE], TXT: ["v=spf1 include:_spf.google.com ~all"] })
  const sender = `${prefix}-sender.example.com`
  zone.set(sender, { A: ["192.0.2.1"], MX: [GOOGLE], TXT: ["v=spf1 -all"] })
  return { domains, sender }
}

export const start = Effect.fn("start")(function* (
  viewer: AccessScope,
  sendingDomains: ReadonlyArray<string>,
  prospectEntries: ReadonlyArray<string>
) {
  const plan = planCampaign({ sendingDomains, prospectEntries }, mailClass)
  const started = yield* (yield* Simulations).start(
    viewer,
    {
      name: "Test",
      sendingDomains: plan.senders,
      notes: [],
      prospectEntries,
      credits: plan.credits,
      lookUps: plan.domains.length + plan.senders.length
    },
    1_000
  )
  return started._tag === "Started" ? started.simulation : yield* Effect.die(new Error(started._tag))
})

export const until = Effect.fn("until")(function* (
  viewer: AccessScope,
  { jobId }: StoredSimulation,
  matches: (simulation: StoredSimulation) => boolean
) {
  const simulations = yield* Simulations
  const find = Effect.flatMap(simulations.find(viewer, jobId), (found) =>
    found === null ? Effect.die(new Error("The simulation is gone.")) : Effect.succeed(found)
  )
  return yield* polled(find, matches)
})

export const isOver = ({ status }: StoredSimulation) => status !== "queued" && status !== "processing"

/** Returns the balance. Asserts that it equals the sum of all transactions. */
export const balance = Effect.fn("balance")(function* ({ accountKey }: AccessScope) {
  const standing = yield* (yield* Ledger).show(accountKey)
  const sum = standing.transactions.reduce((total, { amount }) => total + amount, 0)
  return sum === standing.balance ? standing.balance : yield* Effect.die(new Error(`${sum} is not ${standing.balance}`))
})

export const mxQuestions = ({ queries }: DnsServer, domains: ReadonlyArray<string>): ReadonlyArray<number> => {
  const requests = new Map<string, number>()
  for (const { name, type } of queries) if (type === "MX") requests.set(name, (requests.get(name) ?? 0) + 1)
  return domains.map((domain) => requests.get(domain) ?? 0)
}
