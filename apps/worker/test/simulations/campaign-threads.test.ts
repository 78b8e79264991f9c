import { assert, describe, it } from "@effect/vitest"
import type { SimulationClaim } from "@mon/core-store"
import { unknownFacts, unknownSender } from "@mon/simulation"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { domainsOf, evaluate } from "../../src/simulations/campaignJobs.ts"
import { evaluateInThread, findDomains } from "../../src/simulations/CampaignThreads.ts"

const campaignOf = (entries: number) => ({
  sendingDomains: ["one.example.com", "two.example.com"],
  prospectEntries: Array.from({ length: entries }, (_, n) => `person${n}@prospect${n}.example.org`)
})

const claimOf = (entries: number): SimulationClaim => ({
  key: "1",
  jobId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  accountKey: "1",
  leaseToken: "t",
  attempt: 1,
  runningMs: 0,
  ...campaignOf(entries)
})

const factsOf = ({ domains, senders }: ReturnType<typeof domainsOf>) => ({
  prospects: new Map(domains.map((domain) => [domain, unknownFacts(domain)])),
  senders: new Map(senders.map((domain) => [domain, unknownSender(domain)]))
})

/** A pool in which no job may run. */
const refusing = Effect.provideService(WorkerPool, {
  run: () => Effect.die(new Error("A small campaign needs no thread."))
})

describe("a campaign", () => {
  it.live("of many entries is planned and evaluated in threads", () =>
    Effect.gen(function* () {
      const claim = claimOf(1_200)
      const found = yield* findDomains(claim)
      assert.deepStrictEqual(found, domainsOf(claim))
      const evaluated = yield* evaluateInThread(claim, factsOf(found))
      assert.strictEqual(evaluated.results.summary.prospects, 1_200)
      const rows = evaluated.csv.filter(({ type }) => type === "campaign").map(({ body }) => body)
      // The file has a header, and a row for each entry.
      assert.lengthOf(rows.join("").trimEnd().split("\r\n"), 1_201)
    }).pipe(Effect.provide(WorkerPool.layer))
  )

  it.live("of few entries needs no thread", () =>
    Effect.gen(function* () {
      const claim = claimOf(3)
      const found = yield* findDomains(claim)
      const evaluated = yield* evaluateInThread(claim, factsOf(found))
      assert.deepStrictEqual(evaluated, evaluate({ ...campaignOf(3), prospects: [], senders: [] }))
    }).pipe(refusing)
  )
})
