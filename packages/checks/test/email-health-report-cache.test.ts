import { assert, layer } from "@effect/vitest"
import { EmailHealthReports, layerRepositories } from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import { EmailHealth, EmailHealthError, type EmailHealthReport } from "@mon/email-health/effect"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql/SqlClient"
import { type EmailHealthLimits, EmailHealthReportCache, type EmailHealthRequest } from "../src/index.ts"
import { reportOf } from "./emailHealthReport.ts"

const layerStore = Layer.provideMerge(layerRepositories, layerTestDatabase)

const layerEngine = (check: EmailHealth["Service"]["check"]) =>
  Layer.succeed(EmailHealth, { check, evaluateSpf: () => Effect.die(new Error("not asked for")) })

/** Makes an engine that counts its checks and finishes them on request. */
const makeEngine = Effect.fnUntraced(function* (
  answer: (domain: string) => Effect.Effect<EmailHealthReport, EmailHealthError> = (domain) =>
    Effect.succeed(reportOf(domain))
) {
  const checked: Array<string> = []
  const freshly: Array<boolean | undefined> = []
  const begun = yield* Deferred.make<void>()
  const gate = yield* Deferred.make<void>()
  let running = 0
  let most = 0
  const check: EmailHealth["Service"]["check"] = (domain, options) =>
    Effect.gen(function* () {
      checked.push(domain)
      freshly.push(options?.fresh)
      running += 1
      most = Math.max(most, running)
      yield* Deferred.succeed(begun, undefined)
      yield* Deferred.await(gate)
      return yield* answer(domain)
    }).pipe(Effect.ensuring(Effect.sync(() => running--)))
  return {
    checked,
    freshly,
    begun: Deferred.await(begun),
    open: Deferred.succeed(gate, undefined),
    most: () => most,
    running: () => running,
    layer: layerEngine(check)
  }
})

/** Builds the cache of one process. */
const processWith = (engine: Layer.Layer<EmailHealth>, limits: Partial<EmailHealthLimits> = {}) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(EmailHealthReportCache.layerNoDeps({ pollMs: 5, ...limits }), engine))),
    (context) => Effect.runSync(Effect.provideContext(Effect.service(EmailHealthReportCache), context))
  )

/** Lets every fiber run until it waits for something. */
const settled = Effect.repeat(Effect.yieldNow, { times: 50 })

const ask = (desk: EmailHealthReportCache["Service"]) =>
  Effect.forkChild(desk.getOrCheck("once.example.com", { fresh: false }))

layer(layerStore, { excludeTestServices: true })("a report of email health", (it) => {
  it.effect("is made once for concurrent requests in all processes, and cached for later ones", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngine()
      const here = yield* processWith(engine.layer)
      const there = yield* processWith(engine.layer)
      const first = yield* ask(here)
      yield* engine.begun
      const others = yield* Effect.forEach([here, here, there, there, there], ask)
      yield* engine.open
      const answers = yield* Effect.forEach([first, ...others], Fiber.join)
      assert.deepStrictEqual(engine.checked, ["once.example.com"])
      assert.deepStrictEqual(
        answers.map(({ cached }) => cached),
        [false, false, false, true, true, true]
      )
      const later = yield* there.getOrCheck("once.example.com", { fresh: false })
      assert.deepStrictEqual(later, { ...reportOf("once.example.com"), checkedAt: later.checkedAt, cached: true })
      for (const answer of answers) assert.strictEqual(answer.checkedAt, later.checkedAt)
    })
  )

  it.effect("with other options has an entry of its own", () =>
    Effect.gen(function* () {
      const asked: Array<unknown> = []
      const engine = layerEngine((domain, options = {}) =>
        Effect.sync(() => {
          asked.push([options.selectors, options.startTls, options.repair?.reportsReviewed])
          return reportOf(domain, { queries: asked.length })
        })
      )
      const desk = yield* processWith(engine)
      const askFor = (options: EmailHealthRequest) =>
        Effect.map(desk.getOrCheck("options.example.com", { fresh: false, ...options }), ({ cached, queries }) => [
          queries,
          cached
        ])
      assert.deepStrictEqual(yield* askFor({}), [1, false])
      assert.deepStrictEqual(yield* askFor({ selectors: ["B", "a"] }), [2, false])
      assert.deepStrictEqual(yield* askFor({ selectors: ["a", "b", "b"] }), [2, true])
      assert.deepStrictEqual(yield* askFor({ reportsReviewed: true }), [3, false])
      assert.deepStrictEqual(yield* askFor({ monitored: true }), [4, false])
      assert.deepStrictEqual(yield* askFor({ monitored: false, reportsReviewed: false, selectors: [] }), [1, true])
      assert.deepStrictEqual(yield* askFor({ monitored: true }), [4, true])
      assert.deepStrictEqual(asked, [
        [[], false, false],
        [["a", "b"], false, false],
        [[], false, true],
        [[], true, false]
      ])
    })
  )

  it.effect("is made again if `fresh` is set, and replaces the cached one", () =>
    Effect.gen(function* () {
      let grade: "A" | "F" = "F"
      const engine = yield* makeEngine((domain) => Effect.sync(() => reportOf(domain, { grade })))
      yield* engine.open
      const { getOrCheck, check } = yield* processWith(engine.layer)
      assert.strictEqual((yield* getOrCheck("fresh.example.com", { fresh: false })).grade, "F")
      grade = "A"
      assert.deepInclude(yield* getOrCheck("fresh.example.com", { fresh: false }), { grade: "F", cached: true })
      assert.deepInclude(yield* getOrCheck("fresh.example.com", { fresh: true }), { grade: "A", cached: false })
      assert.deepInclude(yield* getOrCheck("fresh.example.com", { fresh: false }), { grade: "A", cached: true })
      assert.deepStrictEqual(engine.freshly, [false, true])
      yield* check("fresh.example.com", 0)
      assert.deepStrictEqual(engine.freshly, [false, true, true])
    })
  )

  it.effect("is made again if another release wrote it, whatever is stored", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngine()
      yield* engine.open
      const { getOrCheck } = yield* processWith(engine.layer)
      const sql = yield* SqlClient
      const stored = reportOf("other.example.com")
      const { mx: _, ...withoutMx } = stored
      const unreadable = [
        JSON.stringify(withoutMx),
        JSON.stringify({ ...stored, grade: "E" }),
        JSON.stringify({ ...stored, spf: { ...stored.spf, tree: { ...stored.spf.tree, children: [{}] } } }),
        "null",
        "[]",
        "no JSON"
      ]
      for (const [index, json] of unreadable.entries()) {
        const domain = `other${index}.example.com`
        yield* getOrCheck(domain, { fresh: false })
        yield* sql`update email_health_report set report = ${json} where domain = ${domain}`
        assert.deepInclude(yield* getOrCheck(domain, { fresh: false }), { domain, grade: "A", cached: false })
        assert.deepInclude(yield* getOrCheck(domain, { fresh: false }), { domain, grade: "A", cached: true })
      }
      assert.lengthOf(engine.checked, 2 * unreadable.length)
    })
  )

  it.effect("is timestamped with the database's time", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngine()
      yield* engine.open
      const { getOrCheck, check } = yield* processWith(engine.layer)
      const reports = yield* EmailHealthReports
      const before = yield* reports.now()
      for (const fresh of [true, false]) {
        const at = Date.parse((yield* getOrCheck(`time${fresh}.example.com`, { fresh })).checkedAt)
        assert.isTrue(before <= at && at <= (yield* reports.now()))
      }
      assert.strictEqual((yield* check("time.example.com", 1_700_000_000_123)).checkedAt, "2023-11-14T22:13:20.123Z")
    })
  )

  it.effect("is completed for the other callers if the first one is interrupted", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngine()
      const { getOrCheck } = yield* processWith(engine.layer)
      const first = yield* Effect.forkChild(getOrCheck("left.example.com", { fresh: false }))
      yield* engine.begun
      const second = yield* Effect.forkChild(getOrCheck("left.example.com", { fresh: false }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(first)
      yield* engine.open
      assert.strictEqual((yield* Fiber.join(second)).grade, "A")
      assert.strictEqual(engine.checked.length, 1)
    })
  )

  it.effect("is abandoned when its last caller is interrupted, and made again for the next one", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngine()
      const { getOrCheck } = yield* processWith(engine.layer)
      const call = Effect.forkChild(getOrCheck("nobody.example.com", { fresh: false }))
      const callers = yield* Effect.all([call, call])
      yield* engine.begun
      yield* Fiber.interrupt(callers[0])
      assert.strictEqual(engine.running(), 1)
      yield* Fiber.interrupt(callers[1])
      assert.strictEqual(engine.running(), 0)
      yield* engine.open
      // The claim was released. Otherwise, this call would wait until the claim expires.
      const next = yield* getOrCheck("nobody.example.com", { fresh: false })
      assert.isFalse(next.cached)
      assert.strictEqual(engine.checked.length, 2)
    })
  )

  it.effect("that failed is not cached, and the next caller tries again", () =>
    Effect.gen(function* () {
      let faults = 2
      const engine = yield* makeEngine((domain) =>
        faults-- > 1
          ? Effect.die(new Error("broken"))
          : faults === 0
            ? Effect.fail(new EmailHealthError({ reason: "InvalidDomain", detail: domain }))
            : Effect.succeed(reportOf(domain))
      )
      yield* engine.open
      const { getOrCheck } = yield* processWith(engine.layer)
      for (const _ of [1, 2]) {
        const error = yield* Effect.flip(getOrCheck("broken.example.com", { fresh: false }))
        assert.deepInclude(error, { _tag: "EmailHealthUnavailable", reason: "Fault" })
      }
      assert.strictEqual((yield* getOrCheck("broken.example.com", { fresh: false })).cached, false)
    })
  )

  it.effect("is abandoned if its process stops, and made by another process", () =>
    Effect.gen(function* () {
      const stuck = yield* makeEngine()
      const scope = yield* Scope.make()
      const here = yield* Scope.provide(processWith(stuck.layer), scope)
      yield* Effect.forkChild(Effect.exit(here.getOrCheck("stopped.example.com", { fresh: false })))
      yield* stuck.begun
      yield* Scope.close(scope, Exit.void)
      const engine = yield* makeEngine()
      yield* engine.open
      const there = yield* processWith(engine.layer)
      assert.strictEqual((yield* there.getOrCheck("stopped.example.com", { fresh: false })).cached, false)
    })
  )

  it.effect("respects the limits on concurrency, queue length and time", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngine()
      const { check } = yield* processWith(engine.layer, { concurrency: 2, waiting: 2 })
      const asks = yield* Effect.forEach([1, 2, 3, 4], (n) => Effect.forkChild(check(`busy${n}.example.com`, 0)))
      yield* settled
      assert.deepInclude(yield* Effect.flip(check("busy5.example.com", 0)), {
        _tag: "EmailHealthUnavailable",
        reason: "Busy"
      })
      yield* engine.open
      yield* Effect.forEach(asks, Fiber.join)
      assert.deepStrictEqual(engine.checked.length, 4)
      assert.strictEqual(engine.most(), 2)
      yield* check("busy6.example.com", 0)
      const stuck = layerEngine(() => Effect.never)
      const slow = yield* processWith(stuck, { deadlineMs: 5 })
      assert.deepInclude(yield* Effect.flip(slow.check("slow.example.com", 0)), { reason: "Timeout" })
      const full = yield* processWith(stuck, { maxWaitMs: 5, concurrency: 1 })
      yield* Effect.forkChild(full.check("first.example.com", 0))
      yield* settled
      assert.deepInclude(yield* Effect.flip(full.check("second.example.com", 0)), { reason: "Busy" })
    })
  )

  it.effect("that is too large is returned and not cached", () =>
    Effect.gen(function* () {
      const huge = reportOf("huge.example.com", { rubricVersion: "x".repeat(1_100_000) })
      const engine = yield* makeEngine(() => Effect.succeed(huge))
      yield* engine.open
      const { getOrCheck } = yield* processWith(engine.layer)
      for (const _ of [1, 2]) assert.isFalse((yield* getOrCheck("huge.example.com", { fresh: false })).cached)
      const sql = yield* SqlClient
      assert.deepStrictEqual(yield* sql`select report from email_health_report where domain = 'huge.example.com'`, [
        { report: null }
      ])
    })
  )
})
