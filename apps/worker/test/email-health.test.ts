import { RecordObserver } from "@mon/checks"
import { Domains, EmailHealthChecks } from "@mon/core-store"
import { EmailHealth, type EmailHealthReport } from "@mon/email-health/effect"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql/SqlClient"
import { layerEmailHealthWorkerNoDeps, WorkerConfig, WorkerTimings } from "../src/index.ts"
import { listenToEmailHealth, makeDue } from "./EmailHealthEvents.ts"
import { fastTimings, layerWorld, settings, TestWorld, watch } from "./TestWorld.ts"

type Verdict = Pick<EmailHealthReport, "score" | "grade" | "incomplete">

const grades: Readonly<Record<string, Verdict>> = {
  A: { score: 95, grade: "A", incomplete: false },
  F: { score: 20, grade: "F", incomplete: false },
  unknown: { score: null, grade: null, incomplete: true }
}

/** A site to which nothing sends requests. */
const nowhere = { host: "127.0.0.9", port: 9 }

/** Makes an engine whose verdicts the test sets. */
const makeEngine = Effect.gen(function* () {
  const checked: Array<string> = []
  const verdicts = new Map<string, keyof typeof grades>()
  const gates = new Map<string, Deferred.Deferred<void>>()
  const running = new Map<string, number>()
  let most = 0
  const inner = yield* Effect.map(Layer.build(EmailHealth.layerMemory({}, { lists: [] })), (context) =>
    Effect.runSync(Effect.provideContext(Effect.service(EmailHealth), context))
  )
  const check: EmailHealth["Service"]["check"] = (domain, options) =>
    Effect.gen(function* () {
      checked.push(domain)
      running.set(domain, (running.get(domain) ?? 0) + 1)
      most = Math.max(most, ...running.values())
      const gate = gates.get(domain)
      if (gate !== undefined) yield* Deferred.await(gate)
      if (verdicts.get(domain) === "broken") return yield* Effect.die(new Error("broken"))
      return { ...(yield* inner.check(domain, options)), ...grades[verdicts.get(domain) ?? "A"] }
    }).pipe(Effect.ensuring(Effect.sync(() => running.set(domain, (running.get(domain) ?? 1) - 1))))
  return {
    checked,
    verdicts,
    gates,
    most: () => most,
    layer: Layer.succeed(EmailHealth, { check, evaluateSpf: inner.evaluateSpf })
  }
})

/** Observes no records, so that no name server is queried. */
const noRecords = Layer.succeed(RecordObserver, {
  observe: () =>
    Effect.succeed({ servers: [], resolver: { server: "resolver", status: "failed", reason: "none" }, resolvers: [] })
})

const runWorker = (engine: Layer.Layer<EmailHealth>) =>
  Effect.gen(function* () {
    const world = yield* TestWorld
    yield* Layer.build(
      Layer.provide(Layer.fresh(layerEmailHealthWorkerNoDeps), [
        engine,
        noRecords,
        WorkerConfig.layer(settings(world)),
        Layer.succeed(WorkerTimings, fastTimings),
        Layer.succeed(References.MinimumLogLevel, "None")
      ])
    )
  })

layer(layerWorld, { excludeTestServices: true })("a worker and email health", (it) => {
  it.effect("checks each domain when it is due, stores its scores, and notifies about problems and recovery", () =>
    Effect.gen(function* () {
      const checked = yield* listenToEmailHealth
      const engine = yield* makeEngine
      yield* runWorker(engine.layer)
      const watched = yield* watch(nowhere, { hostname: "www.due.example.com", emailHealth: true })
      yield* checked(watched.key)
      for (const verdict of ["F", "F", "unknown", "A"]) {
        engine.verdicts.set("due.example.com", verdict)
        yield* makeDue(watched.key)
        yield* checked(watched.key)
      }
      assert.deepStrictEqual(
        engine.checked,
        Array.from({ length: 5 }, () => "due.example.com")
      )
      const history = yield* (yield* EmailHealthChecks).history(watched.viewer, watched.id, 10)
      assert.deepStrictEqual(
        history?.map(({ grade }) => grade),
        ["A", null, "F", "F", "A"]
      )
      const sql = yield* SqlClient
      assert.deepStrictEqual(
        yield* sql`select type, status from notification where monitor_id = ${watched.key}::bigint order by id`,
        [
          { type: "email_health_alert", status: "pending" },
          { type: "email_health_recovery", status: "pending" }
        ]
      )
      assert.strictEqual((yield* (yield* Domains).find(watched.viewer, watched.id))?.emailHealth?.grade, "A")
    })
  )

  it.effect("checks a domain at most once at a time, however many workers there are", () =>
    Effect.gen(function* () {
      const checked = yield* listenToEmailHealth
      const engine = yield* makeEngine
      for (const _ of [1, 2, 3]) yield* runWorker(engine.layer)
      const all = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, n) => n),
        (n) => watch(nowhere, { hostname: `many${n}.example.com`, emailHealth: true })
      )
      yield* Effect.forEach(all, ({ key }) => checked(key))
      assert.strictEqual(engine.checked.filter((domain) => domain.startsWith("many")).length, 40)
      assert.strictEqual(engine.most(), 1)
    })
  )

  it.effect("repeats a failed check later, and continues with the others", () =>
    Effect.gen(function* () {
      const checked = yield* listenToEmailHealth
      const engine = yield* makeEngine
      engine.verdicts.set("broken.example.com", "broken")
      const broken = yield* watch(nowhere, { hostname: "broken.example.com", emailHealth: true })
      const fine = yield* watch(nowhere, { hostname: "fine.example.com", emailHealth: true })
      yield* runWorker(engine.layer)
      yield* Effect.all([checked(broken.key), checked(fine.key)])
      const checks = yield* EmailHealthChecks
      assert.deepStrictEqual(yield* checks.history(broken.viewer, broken.id, 10), [])
      assert.strictEqual((yield* checks.history(fine.viewer, fine.id, 10))?.length, 1)
      const sql = yield* SqlClient
      const [row] = yield* sql<{ minutes: number }>`
        select round(extract(epoch from next_at - mon_now()) / 60)::int as minutes from email_health_schedule where monitor_id = ${broken.key}::bigint`
      assert.strictEqual(row?.minutes, 15)
    })
  )

  it.effect("lets checks in flight finish at shutdown, and releases the others", () =>
    Effect.gen(function* () {
      const checked = yield* listenToEmailHealth
      const engine = yield* makeEngine
      engine.gates.set("stuck.example.com", yield* Deferred.make<void>())
      const stuck = yield* watch(nowhere, { hostname: "stuck.example.com", emailHealth: true })
      const done = yield* watch(nowhere, { hostname: "done.example.com", emailHealth: true })
      const scope = yield* Scope.make()
      yield* Scope.provide(runWorker(engine.layer), scope)
      yield* checked(done.key)
      yield* Scope.close(scope, Exit.void)
      yield* checked(stuck.key)
      const checks = yield* EmailHealthChecks
      assert.deepStrictEqual(yield* checks.history(stuck.viewer, stuck.id, 10), [])
      assert.isTrue((yield* checks.claim(1_000, 1_000)).some(({ monitorKey }) => monitorKey === stuck.key))
    })
  )
})
