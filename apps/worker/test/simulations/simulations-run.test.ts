import { assert, layer } from "@effect/vitest"
import { Simulations } from "@mon/core-store"
import { CampaignFacts } from "@mon/simulation/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { layerSimulationWorkerNoDeps, WorkerTimings } from "../../src/index.ts"
import { fastTimings, layerWorld, TestWorld } from "../TestWorld.ts"
import { balance, isOver, mxQuestions, newAccount, publish, start, until } from "./Campaigns.ts"

const timings = fastTimings

const startWorker = Effect.gen(function* () {
  const { dns } = yield* TestWorld
  const facts = CampaignFacts.layer({ dns: { servers: [dns.address], timeoutMs: 5_000, tries: 1 }, lists: [] })
  yield* Layer.build(
    Layer.fresh(Layer.provide(layerSimulationWorkerNoDeps, [facts, Layer.succeed(WorkerTimings, timings)]))
  )
})

layer(layerWorld, { excludeTestServices: true })("a campaign simulation", (it) => {
  it.effect("runs to completion with results, CSVs and credits", () =>
    Effect.gen(function* () {
      const { dns } = yield* TestWorld
      const viewer = yield* newAccount()
      const before = yield* balance(viewer)
      const { domains, sender } = publish(dns, "one", 30)
      dns.zone.fail("one3.example.org", "SERVFAIL")
      const entries = [
        ...domains.map((domain) => `ann@${domain}`),
        "ann@one0.example.org",
        "eve@gmail.com",
        "x@gone.example.org",
        "no address at all"
      ]
      const job = yield* start(viewer, [sender], entries)
      yield* startWorker
      const done = yield* until(viewer, job, isOver)
      assert.deepInclude(done, {
        status: "completed",
        done: 32,
        total: 32,
        credits: 32,
        csvTypes: ["campaign", "sender", "suggestion"]
      })
      assert.strictEqual(yield* balance(viewer), before - 32)
      const simulations = yield* Simulations
      const results = yield* simulations.results(viewer, job.jobId) as Effect.Effect<{
        readonly summary: { readonly prospects: number }
        readonly dataQuality: { readonly unansweredDomains: number }
        readonly breakdown: {
          readonly byClassification: ReadonlyArray<{ readonly id: string; readonly prospects: number }>
        }
      }>
      assert.strictEqual(results.summary.prospects, 34)
      assert.strictEqual(results.dataQuality.unansweredDomains, 1)
      const counts = Object.fromEntries(results.breakdown.byClassification.map(({ id, prospects }) => [id, prospects]))
      assert.deepInclude(counts, { valid: 29, unknown: 1, duplicate: 1, free_mailbox: 1, dead: 1, invalid: 1 })
      const csv = (yield* Stream.runCollect(simulations.csv(viewer, job.jobId, "campaign"))).join("")
      assert.strictEqual(csv.split("\r\n").length, 36)
    })
  )

  it.effect("shares DNS results with concurrent simulations, also on other workers", () =>
    Effect.gen(function* () {
      const { dns } = yield* TestWorld
      const { domains, sender } = publish(dns, "both", 150)
      yield* startWorker
      yield* startWorker
      const viewers = yield* Effect.all([newAccount(), newAccount(), newAccount()])
      const jobs = yield* Effect.forEach(viewers, (viewer) => start(viewer, [sender], domains))
      for (const [index, viewer] of viewers.entries()) {
        const job = jobs[index]
        if (job !== undefined) assert.deepInclude(yield* until(viewer, job, isOver), { status: "completed", done: 151 })
      }
      assert.deepStrictEqual(new Set(mxQuestions(dns, domains)), new Set([1]))
    })
  )

  it.effect("without any DNS response fails, and refunds its credits", () =>
    Effect.gen(function* () {
      const { dns } = yield* TestWorld
      const viewer = yield* newAccount()
      const before = yield* balance(viewer)
      const domains = Array.from({ length: 6 }, (_, index) => `silent${index}.example.org`)
      for (const name of [...domains, "silent.example.com"]) dns.zone.fail(name, "REFUSED")
      const job = yield* start(viewer, ["silent.example.com"], domains)
      yield* startWorker
      const failed = yield* until(viewer, job, isOver)
      assert.strictEqual(failed.status, "failed")
      assert.strictEqual(failed.error?.code, "no_dns")
      assert.strictEqual(yield* balance(viewer), before)
    })
  )
})
