import { assert, layer } from "@effect/vitest"
import { defaultConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import { Domains, Incidents } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { announced, storedFacts } from "./storedFacts.ts"
import { checkOf, watched } from "./watchedDomain.ts"

layer(layerStore, { excludeTestServices: true })("a check", (it) => {
  it.effect("is claimed by one worker, however many claim at once", () =>
    Effect.gen(function* () {
      const { key, schedule } = yield* watched("claimed-once.example")
      const claims = yield* Effect.forEach(Array.from({ length: 8 }), () => schedule.claim(1_000, 30_000), {
        concurrency: "unbounded"
      })
      assert.strictEqual(claims.flat().filter((claim) => claim.monitorKey === key).length, 1)
    })
  )

  it.effect("goes to another worker when its lease has ended, and only that worker's result counts", () =>
    Effect.gen(function* () {
      const { claim, key, schedule, sql } = yield* watched("lease-over.example")
      const lost = yield* claim
      yield* sql`update monitor_schedule set lease_until = mon_now() - interval '1 second' where monitor_id = ${key}::bigint`
      const taken = yield* claim
      assert.notStrictEqual(taken.leaseToken, lost.leaseToken)
      const both = yield* Effect.all(
        [
          schedule.record([checkOf(lost, "down")], defaultConfirmationPolicy),
          schedule.record([checkOf(taken, "up")], defaultConfirmationPolicy)
        ],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        both.map((outcome) => outcome.accepted),
        [0, 1]
      )
      const [{ n } = { n: 0 }] = yield* sql<{ n: number }>`
        select count(*)::int as n from check_history where monitor_id = ${key}::bigint`
      assert.strictEqual(n, 1)
    })
  )

  it.effect("changes nothing when it is recorded a second time", () =>
    Effect.gen(function* () {
      const { check, schedule } = yield* watched("replayed.example")
      const { outcome, row } = yield* check("up")
      assert.deepStrictEqual(outcome, { accepted: 1, opened: 0, resolved: 0, notified: 0, tokens: [row.leaseToken] })
      assert.strictEqual((yield* schedule.record([row], defaultConfirmationPolicy)).accepted, 0)
    })
  )

  it.effect("opens an incident only when confirmed, and closes it only when confirmed", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("incident.example")
      yield* check("up")
      const first = yield* check("down", { statusCode: 503, errorMessage: "the first" })
      yield* check("down")
      assert.deepStrictEqual(yield* (yield* Incidents).ofDomain(viewer, id, 20), [])
      const { outcome } = yield* check("down")
      assert.deepInclude(outcome, { opened: 1, notified: 1 })
      yield* check("down")
      const [open] = (yield* (yield* Incidents).ofDomain(viewer, id, 20)) ?? []
      assert.deepInclude(open, {
        status: "open",
        startedAt: new Date(first.row.at).toISOString(),
        triggerStatusCode: 503,
        triggerError: { code: "http_status", message: "the first" },
        resolvedAt: null
      })
      assert.strictEqual(open?.checks.length, 3)
      const good = yield* check("up", { statusCode: 204 })
      assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.status, "down")
      assert.deepInclude((yield* check("up")).outcome, { resolved: 1, notified: 1 })
      const [closed] = (yield* (yield* Incidents).ofDomain(viewer, id, 20)) ?? []
      assert.deepInclude(closed, {
        status: "resolved",
        resolution: "recovered",
        resolvedAt: new Date(good.row.at).toISOString(),
        resolutionStatusCode: 204
      })
      assert.deepStrictEqual(yield* announced(viewer), [
        ["down", "incident.example", "pending"],
        ["up", "incident.example", "pending"]
      ])
      const [down, up] = yield* storedFacts(viewer)
      const monitor = { id, name: "incident.example", url: "https://incident.example/" }
      const incident = {
        id: closed?.id ?? "",
        startedAt: closed?.startedAt ?? "",
        resolvedAt: null,
        triggerStatusCode: closed?.triggerStatusCode ?? null,
        resolutionStatusCode: null,
        triggerError: { code: "http_status", message: "the first" },
        checks: []
      }
      assert.deepStrictEqual(down?.fact, { kind: "down", monitor, incident })
      assert.deepStrictEqual(up?.fact, {
        kind: "up",
        monitor,
        incident: { ...incident, resolvedAt: closed?.resolvedAt ?? null, resolutionStatusCode: 204 }
      })
    })
  )

  it.effect("sends no notification while the account is paused, and never for the first successful check", () =>
    Effect.gen(function* () {
      const { check, sql, viewer } = yield* watched("suppressed.example")
      yield* check("up")
      yield* sql`update account set notifications_paused_at = mon_now() where id = ${viewer.accountKey}::bigint`
      for (const _ of [1, 2, 3]) yield* check("down")
      assert.deepStrictEqual(yield* announced(viewer), [["down", "suppressed.example", "suppressed"]])
    })
  )

  it.effect("that the probe could not make leaves the state and the last answer unchanged, and says why", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("fault.example")
      yield* check("up")
      yield* check("unknown")
      const domain = yield* (yield* Domains).find(viewer, id)
      const lastError = { code: "prober_fault", message: "a sentence" }
      assert.deepInclude(domain, { status: "up", lastStatusCode: 200, lastError })
      const [newest] = (yield* (yield* Incidents).history(viewer, id, 24, 500)) ?? []
      assert.deepInclude(newest, { status: "unknown", error: lastError })
    })
  )

  it.effect("that the probe could not make says why beside why the domain is down, until the next verdict", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("fault-while-down.example")
      const find = Effect.flatMap(Domains, (domains) => domains.find(viewer, id))
      for (const _ of [1, 2, 3]) yield* check("down")
      const why = { code: "http_status", message: "a sentence" }
      assert.deepInclude(yield* find, { status: "down", lastError: why })
      for (const _ of [1, 2]) {
        yield* check("unknown")
        const message = "a sentence The newest check could not be made: a sentence"
        assert.deepInclude(yield* find, { status: "down", lastError: { ...why, message } })
      }
      yield* check("down")
      assert.deepInclude(yield* find, { status: "down", lastError: why })
      yield* check("up")
      yield* check("unknown")
      const unmade = { code: "prober_fault", message: "a sentence" }
      assert.deepInclude(yield* find, { status: "down", lastError: unmade })
      yield* check("unknown")
      assert.deepInclude(yield* find, { status: "down", lastError: unmade })
    })
  )

  it.effect("that the probe could not make says why as long as no check had a verdict", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("first-fault.example")
      yield* check("unknown")
      const find = Effect.flatMap(Domains, (domains) => domains.find(viewer, id))
      const lastError = { code: "prober_fault", message: "a sentence" }
      assert.deepInclude(yield* find, { status: "unknown", lastError })
      yield* check("up")
      assert.deepInclude(yield* find, { status: "up", lastError: null })
    })
  )

  it.effect("changes nothing after the monitor was paused, changed or deleted", () =>
    Effect.gen(function* () {
      const { claim, id, key, schedule, sql, viewer } = yield* watched("late.example")
      const domains = yield* Domains
      const attempts = [
        () => domains.update(viewer, [id], { timeoutSeconds: 10 }),
        () => domains.pause(viewer, id),
        () => Effect.andThen(domains.resume(viewer, id), domains.remove(viewer, [id]))
      ]
      for (const attempt of attempts) {
        const claimed = yield* claim
        yield* attempt()
        assert.strictEqual((yield* schedule.record([checkOf(claimed, "down")], defaultConfirmationPolicy)).accepted, 0)
      }
      const [{ n } = { n: -1 }] = yield* sql<{ n: number }>`
        select count(*)::int as n from check_history where monitor_id = ${key}::bigint`
      assert.strictEqual(n, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("that is released is due again at once", () =>
    Effect.gen(function* () {
      const { claim, key, schedule } = yield* watched("released.example")
      yield* schedule.release([yield* claim])
      const again = yield* schedule.claim(1_000, 30_000)
      assert.isTrue(again.some((one) => one.monitorKey === key))
    })
  )

  it.effect("that is postponed is due again after the delay, and its lease has ended", () =>
    Effect.gen(function* () {
      const { claim, key, schedule, sql } = yield* watched("postponed.example")
      const claimed = yield* claim
      yield* schedule.postpone([claimed], 600_000)
      assert.isFalse((yield* schedule.claim(1_000, 30_000)).some((one) => one.monitorKey === key))
      const [row] = yield* sql<{ minutes: number }>`
        select round(extract(epoch from next_at - mon_now()) / 60)::int as minutes from monitor_schedule where monitor_id = ${key}::bigint`
      assert.strictEqual(row?.minutes, 10)
      assert.strictEqual((yield* schedule.record([checkOf(claimed, "up")], defaultConfirmationPolicy)).accepted, 0)
    })
  )

  it.effect("of a day without a partition is stored in the default partition", () =>
    Effect.gen(function* () {
      const { key, check, sql } = yield* watched("far.example")
      yield* check("up", { at: Date.UTC(2031, 0, 1) })
      const rows =
        yield* sql`select tableoid::regclass::text as place from check_history where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(rows, [{ place: "check_history_default" }])
    })
  )
})

layer(layerStore, { excludeTestServices: true })("pausing", (it) => {
  it.effect("closes an open incident without a recovery alert, and resuming starts with an unknown state", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("paused.example")
      const domains = yield* Domains
      yield* check("up")
      for (const _ of [1, 2, 3]) yield* check("down")
      const paused = yield* domains.pause(viewer, id)
      assert.deepInclude(paused, { status: "paused", isPaused: true, nextCheckAt: null })
      assert.deepStrictEqual(yield* domains.pause(viewer, id), paused)
      const [incident] = (yield* (yield* Incidents).ofDomain(viewer, id, 20)) ?? []
      assert.deepInclude(incident, { status: "resolved", resolution: "paused", resolutionStatusCode: null })
      assert.strictEqual((yield* storedFacts(viewer)).length, 1)
      const resumed = yield* domains.resume(viewer, id)
      assert.deepInclude(resumed, { status: "unknown", isPaused: false })
      yield* check("up")
      const again = yield* domains.resume(viewer, id)
      assert.strictEqual(again?.status, "up")
    })
  )

  it.effect("time and unknown time are left out of the uptime", () =>
    Effect.gen(function* () {
      const { id, key, sql, viewer } = yield* watched("uptime.example")
      yield* sql`delete from status_period where monitor_id = ${key}::bigint`
      // The last 10 hours are 1 hour unknown, 6 hours up, 2 hours down and 1 hour paused.
      yield* sql`insert into status_period (monitor_id, since, state) values
        (${key}::bigint, mon_now() - interval '10 hours', 0), (${key}::bigint, mon_now() - interval '9 hours', 1),
        (${key}::bigint, mon_now() - interval '3 hours', 2), (${key}::bigint, mon_now() - interval '1 hour', 3)`
      const domain = yield* (yield* Domains).find(viewer, id)
      assert.deepStrictEqual(domain?.uptime, { last24h: 75, last7d: 75, last30d: 75, maintenanceSeconds: 0 })
    })
  )
})
