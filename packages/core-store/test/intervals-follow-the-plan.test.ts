import { pageDefaults } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, EffectiveIntervals, PageMonitors, type AccessScope } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"

const interval = Effect.fn("interval")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ seconds: number; due: boolean }>`
    select (s.interval_ms / 1000)::int as seconds, s.next_at <= mon_now() + s.interval_ms * interval '1 millisecond' as due
    from monitor_schedule s join monitor m on m.id = s.monitor_id where m.public_id = ${id}::uuid`
  return row
})

const setPlan = Effect.fn("setPlan")(function* ({ accountKey }: AccessScope, plan: string, expired: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update account set plan = ${plan}, plan_expires_at = mon_now() + (case when ${expired}::boolean then -1 else 1 end) * interval '1 hour'
    where id = ${accountKey}::bigint`
})

const watched = Effect.fn("watched")(function* (checkInterval: number) {
  const { viewer } = yield* newAccount
  const made = yield* (yield* Domains).create(
    viewer,
    newDomain("plan.example", { checkInterval, timeoutSeconds: 10 }),
    100
  )
  return made._tag === "Created" ? { viewer, id: made.monitor.id } : yield* Effect.die(new Error(made._tag))
})

/** Applies the plans that other tests have changed. */
const settle = Effect.flatMap(EffectiveIntervals, (served) => served.applyDue(1_000))

layer(layerStore, { excludeTestServices: true })("effective intervals", (it) => {
  it.effect("rise to the minimum of Free when the plan expires, and fall back when it is bought again", () =>
    Effect.gen(function* () {
      const served = yield* EffectiveIntervals
      const { id, viewer } = yield* watched(60)
      yield* settle
      assert.deepStrictEqual(yield* interval(id), { seconds: 60, due: true })
      yield* setPlan(viewer, "agency", true)
      assert.strictEqual(yield* served.applyDue(1_000), 1)
      assert.strictEqual(yield* served.applyDue(1_000), 0)
      assert.deepStrictEqual(yield* interval(id), { seconds: 900, due: true })
      assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.checkInterval, 60)
      yield* setPlan(viewer, "pro", false)
      assert.strictEqual(yield* served.apply(viewer.accountKey), 1)
      assert.deepStrictEqual(yield* interval(id), { seconds: 300, due: true })
    })
  )

  it.effect("of other accounts stay unchanged, and so do those longer than any minimum", () =>
    Effect.gen(function* () {
      const served = yield* EffectiveIntervals
      const [mine, theirs, slow] = [yield* watched(60), yield* watched(60), yield* watched(3_600)]
      yield* settle
      for (const { viewer } of [mine, slow]) yield* setPlan(viewer, "agency", true)
      yield* setPlan(theirs.viewer, "agency", true)
      assert.strictEqual(yield* served.apply(mine.viewer.accountKey), 1)
      assert.strictEqual((yield* interval(theirs.id))?.seconds, 60)
      assert.strictEqual(yield* served.apply(slow.viewer.accountKey), 0)
      assert.strictEqual((yield* interval(slow.id))?.seconds, 3_600)
    })
  )

  it.effect("of URL monitors follow the plan too, and stay when another field changes", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const urls = yield* PageMonitors
      const page = {
        url: "https://plan.example/",
        hostname: "plan.example",
        name: "plan",
        checkInterval: 3_600,
        timeoutSeconds: 10
      }
      const made = yield* urls.create(viewer, { ...pageDefaults, ...page, screenshotWaitMs: 0 }, 100)
      if (made._tag !== "Created") return assert.fail(made._tag)
      yield* setPlan(viewer, "agency", true)
      yield* settle
      assert.strictEqual((yield* interval(made.monitor.id))?.seconds, 86_400)
      yield* urls.update(viewer, [made.monitor.id], { timeoutSeconds: 5 })
      assert.strictEqual((yield* interval(made.monitor.id))?.seconds, 86_400)
    })
  )

  it.effect("stay at the minimum when another field changes", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* watched(60)
      yield* setPlan(viewer, "agency", true)
      yield* settle
      yield* (yield* Domains).update(viewer, [id], { timeoutSeconds: 5 })
      assert.strictEqual((yield* interval(id))?.seconds, 900)
      yield* (yield* Domains).update(viewer, [id], { checkInterval: 1_200 })
      assert.strictEqual((yield* interval(id))?.seconds, 1_200)
    })
  )
})
