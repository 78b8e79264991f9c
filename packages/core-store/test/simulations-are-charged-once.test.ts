import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import {
  Ledger,
  type NewSimulation,
  SimulationJobs,
  Simulations,
  type StoredSimulation,
  type AccessScope
} from "../src/index.ts"
import { layerStore, newAccount, newMember } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const many = 1_000_000

const campaign = (more: Partial<NewSimulation> = {}): NewSimulation => ({
  name: "Spring",
  sendingDomains: ["sender.example"],
  notes: ["gmail.com is a public mailbox domain."],
  prospectEntries: ["ann@a.example", "bob@b.example"],
  credits: 3,
  lookUps: 3,
  ...more
})

const start = Effect.fn("start")(function* (viewer: AccessScope, more: Partial<NewSimulation> = {}) {
  const started = yield* (yield* Simulations).start(viewer, campaign(more), many)
  return started._tag === "Started" ? started.simulation : yield* Effect.die(new Error(started._tag))
})

const balance = (viewer: AccessScope) =>
  Effect.map(
    Effect.flatMap(Ledger, (ledger) => ledger.show(viewer.accountKey)),
    (standing) => standing.balance
  )

/** Claims the job and all other due jobs. Releases the jobs of other tests. */
const claim = Effect.fn("claim")(function* ({ jobId }: StoredSimulation) {
  const jobs = yield* SimulationJobs
  const claims = yield* knownToBeDue("simulations", jobs.claim(1_000, 20_000))
  yield* jobs.release(claims.filter((each) => each.jobId !== jobId))
  return claims.find((each) => each.jobId === jobId) ?? null
})

const taken = Effect.fn("taken")(function* (simulation: StoredSimulation) {
  const mine = yield* claim(simulation)
  return mine ?? (yield* Effect.die(new Error("not claimed")))
})

const expire = (job: StoredSimulation) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update simulation set lease_until = mon_now() where public_id = ${job.jobId}::uuid`
  )

const found = (viewer: AccessScope, { jobId }: StoredSimulation) =>
  Effect.flatMap(Simulations, (simulations) => simulations.find(viewer, jobId))

layer(layerStore)("campaign simulations", (it) => {
  it.effect("reserve their credits at the start, and none when there are too few", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const before = yield* balance(viewer)
      const job = yield* start(viewer)
      assert.deepInclude(job, {
        status: "queued",
        phase: "queued",
        done: 0,
        total: 3,
        credits: 3,
        prospectCount: 2,
        csvTypes: [],
        shareVersion: 0
      })
      assert.strictEqual(yield* balance(viewer), before - 3)
      const refused = yield* (yield* Simulations).start(viewer, campaign({ credits: before }), many)
      assert.deepStrictEqual(refused, { _tag: "Insufficient", need: before, have: before - 3 })
      assert.strictEqual(yield* balance(viewer), before - 3)
      assert.strictEqual((yield* (yield* Simulations).list(viewer, { page: 1, limit: 10 })).total, 1)
    })
  )

  it.effect(
    "start 10 times for 200 concurrent requests with credits for 10, and the transactions sum up to the balance",
    () =>
      Effect.gen(function* () {
        const { viewer } = yield* newAccount
        const each = (yield* balance(viewer)) / 10
        const simulations = yield* Simulations
        const started = yield* Effect.forEach(
          Array.from({ length: 200 }),
          () => simulations.start(viewer, campaign({ credits: each }), many),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(started.filter(({ _tag }) => _tag === "Started").length, 10)
        assert.strictEqual(started.filter(({ _tag }) => _tag === "Insufficient").length, 190)
        const { balance: left, transactions } = yield* (yield* Ledger).show(viewer.accountKey)
        assert.strictEqual(left, 0)
        assert.strictEqual(
          transactions.reduce((sum, { amount }) => sum + amount, 0),
          0
        )
        assert.strictEqual((yield* simulations.list(viewer, { page: 1, limit: 50 })).total, 10)
      })
  )

  it.effect("respect the number of starts a minute under concurrent requests", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const simulations = yield* Simulations
      const started = yield* Effect.forEach(
        Array.from({ length: 15 }),
        () => simulations.start(viewer, campaign(), 10),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(started.filter(({ _tag }) => _tag === "Started").length, 10)
      const late = started.find(({ _tag }) => _tag === "TooSoon")
      assert.isTrue(late?._tag === "TooSoon" && late.seconds >= 1 && late.seconds <= 60)
      yield* (yield* SqlClient.SqlClient)`update simulation set created_at = created_at - interval '61 seconds' where account_id = ${viewer.accountKey}::bigint`
      assert.strictEqual((yield* simulations.start(viewer, campaign(), 10))._tag, "Started")
    })
  )

  it.effect(
    "stay leased to a worker that reports progress; a worker without the lease can neither report nor end them",
    () =>
      Effect.gen(function* () {
        const { viewer } = yield* newAccount
        const job = yield* start(viewer)
        const jobs = yield* SimulationJobs
        const first = yield* taken(job)
        assert.deepInclude(first, {
          attempt: 1,
          sendingDomains: ["sender.example"],
          prospectEntries: ["ann@a.example", "bob@b.example"]
        })
        assert.isNull(yield* claim(job))
        assert.isTrue(yield* jobs.progress(first, { phase: "dns", done: 1, total: 3, etaSeconds: 9 }, 20_000))
        assert.deepInclude(yield* found(viewer, job), { status: "processing", phase: "dns", done: 1, etaSeconds: 9 })
        yield* expire(job)
        const second = yield* taken(job)
        assert.strictEqual(second.attempt, 2)
        assert.isFalse(yield* jobs.progress(first, { phase: "dns", done: 2, total: 3, etaSeconds: null }, 20_000))
        assert.isFalse(yield* jobs.complete(first, { results: {}, csv: [] }))
        assert.isFalse(yield* jobs.fail(first, { code: "x", message: "x" }))
        assert.isTrue(
          yield* jobs.complete(second, {
            results: { modelVersion: "1" },
            csv: [
              { type: "campaign", body: "row\r\n" },
              { type: "campaign", body: "1\r\n" }
            ]
          })
        )
        assert.isFalse(yield* jobs.complete(second, { results: {}, csv: [] }))
        assert.deepInclude(yield* found(viewer, job), {
          status: "completed",
          phase: "done",
          done: 3,
          csvTypes: ["campaign"]
        })
        assert.deepStrictEqual(yield* (yield* Simulations).results(viewer, job.jobId), { modelVersion: "1" })
        assert.deepStrictEqual(yield* Stream.runCollect((yield* Simulations).csv(viewer, job.jobId, "campaign")), [
          "row\r\n",
          "1\r\n"
        ])
      })
  )

  it.effect("do not count a released job as a failed attempt", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const job = yield* start(viewer)
      yield* (yield* SimulationJobs).release([yield* taken(job)])
      assert.strictEqual((yield* taken(job)).attempt, 1)
    })
  )

  it.effect("run three jobs of an account at a time", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const jobs = yield* Effect.forEach([1, 2, 3, 4], () => start(viewer))
      const claims = yield* Effect.forEach(jobs, claim)
      assert.deepStrictEqual(
        claims.map((each) => each !== null),
        [true, true, true, false]
      )
    })
  )

  it.effect("run three jobs of an account at a time, also when one claim or several at the same moment find more", () =>
    Effect.gen(function* () {
      const jobs = yield* SimulationJobs
      const one = (yield* newAccount).viewer
      yield* Effect.forEach([1, 2, 3, 4, 5], () => start(one))
      const atOnce = (yield* jobs.claim(100, 20_000)).filter(({ accountKey }) => accountKey === one.accountKey)
      assert.lengthOf(atOnce, 3)
      const other = (yield* newAccount).viewer
      yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => start(other))
      const claims = yield* Effect.all(
        Array.from({ length: 6 }, () => jobs.claim(1, 20_000)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        claims.flat().filter(({ accountKey }) => accountKey === other.accountKey),
        3
      )
    })
  )

  it.effect("refund the credits of a failed job once", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const before = yield* balance(viewer)
      const job = yield* start(viewer)
      const claimed = yield* taken(job)
      const jobs = yield* SimulationJobs
      assert.isTrue(yield* jobs.fail(claimed, { code: "no_dns", message: "Nothing answered." }))
      assert.isFalse(yield* jobs.fail(claimed, { code: "no_dns", message: "Nothing answered." }))
      assert.strictEqual(yield* balance(viewer), before)
      assert.deepInclude(yield* found(viewer, job), {
        status: "failed",
        error: { code: "no_dns", message: "Nothing answered." }
      })
    })
  )

  it.effect("of another account are absent, also for a member", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const job = yield* start(viewer)
      const jobs = yield* SimulationJobs
      yield* jobs.complete(yield* taken(job), { results: {}, csv: [{ type: "sender", body: "x" }] })
      const simulations = yield* Simulations
      for (const other of [(yield* newAccount).viewer, yield* newMember(viewer)]) {
        assert.isNull(yield* simulations.find(other, job.jobId))
        assert.isNull(yield* simulations.results(other, job.jobId))
        assert.strictEqual((yield* simulations.list(other, { page: 1, limit: 10 })).total, 0)
        assert.deepStrictEqual(yield* Stream.runCollect(simulations.csv(other, job.jobId, "sender")), [])
      }
      assert.isNull(yield* simulations.find(viewer, "nothing"))
    })
  )
})

layer(layerStore)("old campaign simulations", (it) => {
  it.effect(
    "expire after 24 hours in the queue, with one refund, and lose their results after 90 days, without a refund",
    () =>
      Effect.gen(function* () {
        yield* installClock("2026-11-21T08:00:00Z")
        const { viewer } = yield* newAccount
        const before = yield* balance(viewer)
        const [waiting, done] = [yield* start(viewer), yield* start(viewer)]
        const jobs = yield* SimulationJobs
        const claimed = (yield* jobs.claim(2, 20_000)).find(({ jobId }) => jobId === done.jobId)
        assert.isDefined(claimed)
        yield* jobs.complete(claimed, { results: { modelVersion: "1" }, csv: [{ type: "campaign", body: "row\r\n" }] })
        yield* (yield* SqlClient.SqlClient)`update simulation set status = 'queued', lease_until = null where public_id = ${waiting.jobId}::uuid`
        assert.strictEqual(yield* jobs.expireQueued(24, 10), 0)
        yield* setClock("2026-11-22T08:00:01Z")
        assert.strictEqual(yield* jobs.expireQueued(24, 10), 1)
        assert.strictEqual(yield* jobs.expireQueued(24, 10), 0)
        assert.strictEqual((yield* found(viewer, waiting))?.status, "expired")
        assert.strictEqual(yield* balance(viewer), before - 3)
        assert.strictEqual(yield* jobs.expireCompleted(90, 10), 0)
        yield* setClock("2027-02-20T08:00:01Z")
        assert.strictEqual(yield* jobs.expireCompleted(90, 10), 1)
        assert.deepInclude(yield* found(viewer, done), { status: "expired", csvTypes: [] })
        assert.isNull(yield* (yield* Simulations).results(viewer, done.jobId))
        assert.strictEqual(yield* balance(viewer), before - 3)
      })
  )
})
