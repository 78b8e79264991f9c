import { assert, layer } from "@effect/vitest"
import { defaultConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import { Domains, PageChecks } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { storedFacts } from "./storedFacts.ts"
import { checkOf, watched } from "./watchedDomain.ts"
import { addUrl, claimed, result } from "./watchedPage.ts"

const HOUR_MS = 3_600_000

layer(layerStore, { excludeTestServices: true })("a check that ends its worker", (it) => {
  const suspected = Effect.fn("suspected")(function* (hostname: string) {
    const one = yield* watched(hostname, { checkInterval: 60 })
    const expire = one.sql`
      update monitor_schedule set lease_until = mon_now() - interval '1 second' where monitor_id = ${one.key}::bigint`
    const row = Effect.map(
      one.sql<{ lost: number; ended: number; inMs: number; phase: boolean }>`
        select lost_leases as lost, ended_processes as ended,
          extract(epoch from next_at - mon_now())::double precision * 1000 as "inMs"
        from monitor_schedule where monitor_id = ${one.key}::bigint`,
      ([first]) => first ?? assert.fail("no schedule")
    )
    const end = Effect.fn("end")(function* (suspicion: "kept" | "proven") {
      const claim = yield* one.claim
      yield* one.schedule.record(
        [checkOf(claim, "unknown", { suspicion, errorMessage: `it was ${suspicion}` })],
        defaultConfirmationPolicy
      )
      return claim
    })
    return { ...one, expire, row, end }
  })

  it.effect("is a suspect once its lease has expired, until a result is recorded", () =>
    Effect.gen(function* () {
      const { check, claim, expire, row } = yield* suspected("suspect.example")
      assert.deepInclude(yield* claim, { isSuspect: false, endedProcesses: 0 })
      yield* expire
      assert.isTrue((yield* claim).isSuspect)
      yield* expire
      assert.isTrue((yield* claim).isSuspect)
      assert.strictEqual((yield* row).lost, 2)
      yield* expire
      yield* check("up")
      assert.isFalse((yield* claim).isSuspect)
    })
  )

  it.effect("is no suspect after its lease was released or withdrawn", () =>
    Effect.gen(function* () {
      const { claim, id, schedule, viewer } = yield* suspected("released.example")
      yield* schedule.release([yield* claim])
      yield* schedule.postpone([yield* claim], 0)
      yield* claim
      yield* (yield* Domains).update(viewer, [id], { timeoutSeconds: 7 })
      assert.isFalse((yield* claim).isSuspect)
    })
  )

  it.effect("stays a suspect while it waits, and however often it could not be made", () =>
    Effect.gen(function* () {
      const { claim, end, expire, row, schedule } = yield* suspected("waiting.example")
      yield* claim
      yield* expire
      yield* schedule.postpone([yield* claim], 0)
      for (const _ of [1, 2, 3]) assert.isTrue((yield* end("kept")).isSuspect)
      assert.deepInclude(yield* row, { lost: 1, ended: 0 })
      assert.isBelow((yield* row).inMs, HOUR_MS / 2)
    })
  )

  it.effect("is quarantined for an hour after the second one in a row, without a change of state or an alert", () =>
    Effect.gen(function* () {
      const { check, end, id, row, schedule, viewer } = yield* suspected("quarantined.example")
      yield* check("up")
      const before = yield* schedule.quarantined()
      yield* end("proven")
      assert.isBelow((yield* row).inMs, HOUR_MS / 2)
      yield* end("kept")
      assert.strictEqual(yield* schedule.quarantined(), before)
      assert.strictEqual((yield* end("proven")).endedProcesses, 1)
      assert.strictEqual(yield* schedule.quarantined(), before + 1)
      assert.isAtLeast((yield* row).inMs, HOUR_MS - 60_000)
      yield* schedule.repairDueTimes()
      assert.isAtLeast((yield* row).inMs, HOUR_MS - 60_000)
      const domain = yield* (yield* Domains).find(viewer, id)
      assert.deepInclude(domain, { status: "up", lastError: { code: "prober_fault", message: "it was proven" } })
      assert.deepStrictEqual(yield* storedFacts(viewer), [])
    })
  )

  it.effect("starts at 0 again after a result in between", () =>
    Effect.gen(function* () {
      const { check, claim, end, row } = yield* suspected("recovered.example")
      yield* end("proven")
      yield* check("down")
      assert.deepInclude(yield* row, { lost: 0, ended: 0 })
      assert.deepInclude(yield* claim, { isSuspect: false, endedProcesses: 0 })
    })
  )

  it.effect("is tried again after an edit within its interval, and at once when a worker starts", () =>
    Effect.gen(function* () {
      const { end, id, row, schedule, viewer } = yield* suspected("again.example")
      yield* end("proven")
      yield* end("proven")
      yield* (yield* Domains).update(viewer, [id], { request: { method: "HEAD" } })
      assert.isAtMost((yield* row).inMs, 60_000)
      assert.isTrue((yield* end("proven")).isSuspect)
      yield* schedule.retryQuarantined()
      assert.isAtMost((yield* row).inMs, 0)
    })
  )

  it.effect("is not among the sites that a self-test requests", () =>
    Effect.gen(function* () {
      const { check, claim, expire, schedule } = yield* suspected("not-sampled.example")
      yield* check("up")
      assert.include(yield* schedule.sampleUp(100), "https://not-sampled.example/")
      yield* claim
      yield* expire
      assert.notInclude(yield* schedule.sampleUp(100), "https://not-sampled.example/")
      yield* schedule.postpone([yield* claim], 0)
      assert.notInclude(yield* schedule.sampleUp(100), "https://not-sampled.example/")
    })
  )

  it.effect("of a page is left to a worker when a person asks for it", () =>
    Effect.gen(function* () {
      const { schedule, sql } = yield* suspected("asked.example")
      const checks = yield* PageChecks
      const { viewer } = yield* newAccount
      const id = yield* addUrl(viewer)
      const claim = yield* claimed(viewer, id)
      assert.isFalse(claim.isSuspect)
      yield* sql`update monitor_schedule set lease_until = mon_now() where monitor_id = ${claim.monitorKey}::bigint`
      const asked = yield* checks.claimManually(viewer, id, 60_000)
      assert.deepStrictEqual(asked, { _tag: "Suspect", isPaused: false, checkedAt: null })
      const due = yield* checks.claim(1_000, 60_000)
      const again = due.find(({ monitorKey }) => monitorKey === claim.monitorKey)
      assert.isTrue(again?.isSuspect)
      if (again === undefined) return
      assert.isFalse(yield* schedule.isCheckedSince(id, null))
      const ended = { state: null, error: { code: "prober_fault", message: "it ended" }, page: null } as const
      yield* checks.record(again, result(again, { ...ended, suspicion: "proven" }))
      assert.isTrue(yield* schedule.isCheckedSince(id, null))
      assert.isFalse(yield* schedule.isCheckedSince(id, again.claimedAt))
      assert.strictEqual((yield* checks.claimManually(viewer, id, 60_000))?._tag, "Suspect")
    })
  )
})
