import { defaultConfirmationPolicy, type IncidentRepairAnswers } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type CheckResultRow, IncidentRepairs, Incidents } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { checkOf, watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const START = Date.UTC(2026, 4, 1, 12)
const DAY = 86_400
const evidence = { subject: "site", check: { outcome: "dns_nxdomain", statusCode: null } }

/** A domain that is down because of its DNS from `begin` on. All other times count from `begin`. */
const lost = Effect.fnUntraced(function* (hostname: string, begin: number) {
  const at = (seconds: number) => new Date(START + (begin + seconds) * 1_000).toISOString()
  yield* setClock(at(0))
  const { id, key, schedule, sql, viewer } = yield* watched(hostname, { checkInterval: 300 })
  const repairs = yield* IncidentRepairs
  const incidents = yield* Incidents
  const check = Effect.fnUntraced(function* (seconds: number, verdict: CheckResultRow["verdict"]) {
    yield* setClock(at(seconds))
    yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
    const claims = yield* schedule.claim(1_000, 30_000)
    const claim = claims.find(({ monitorKey }) => monitorKey === key)
    if (claim === undefined) return yield* Effect.die(new Error("not claimed"))
    yield* schedule.record([checkOf(claim, verdict, verdict === "down" ? { evidence } : {})], defaultConfirmationPolicy)
  })
  const servers = { state: "pending" as IncidentRepairAnswers["state"] }
  /**
   * Does the periodic work of the worker. Returns whether the site was up at one location when the servers were
   * queried, or null if the servers were not queried.
   */
  const follow = Effect.fnUntraced(function* (seconds: number) {
    yield* setClock(at(seconds))
    const due = yield* knownToBeDue("repairs of incidents", repairs.claim(100))
    const [own] = yield* sql<{ readonly incident: string }>`
      select incident_id::text as incident from incident_repair where monitor_id = ${key}::bigint`
    const moving = due.find(({ incidentKey }) => incidentKey === own?.incident)
    if (moving === undefined) return null
    if (moving.facts !== null) yield* repairs.classify(moving.incidentKey, "address_removed", true)
    if (moving.asking !== null)
      yield* repairs.answered(moving.incidentKey, {
        at: at(seconds),
        state: servers.state,
        resolvers: 2,
        servers: [{ server: "ns1", state: "published", values: ["192.0.2.1"] }]
      })
    yield* repairs.follow(moving.incidentKey)
    return moving.asking?.isUp ?? null
  })
  const repair = Effect.gen(function* () {
    const [newest] = (yield* incidents.ofDomain(viewer, id, 1)) ?? []
    return (yield* incidents.find(viewer, newest?.id ?? ""))?.repair ?? null
  })
  const report = Effect.gen(function* () {
    const [newest] = (yield* incidents.ofDomain(viewer, id, 1)) ?? []
    return yield* repairs.report(viewer, newest?.id ?? "")
  })
  for (const seconds of [0, 10, 20]) yield* check(seconds, "down")
  yield* follow(30)
  return { at, check, follow, repair, report, servers, sql, key }
})

layer(layerStore, { excludeTestServices: true })("the repair of an incident in the DNS", (it) => {
  it.effect("waits for the servers, although every location sees the site up", () =>
    Effect.gen(function* () {
      yield* installClock(new Date(START).toISOString())
      const { at, check, follow, repair, servers } = yield* lost("waits.example", 0)
      yield* check(40, "up")
      yield* check(50, "up")
      assert.isNull(yield* follow(60))
      // The servers are queried once a location has seen the site up.
      assert.isTrue(yield* follow(64))
      assert.deepInclude(yield* repair, { state: "applied", verifiedAt: null, appliedAt: at(40) })
      assert.deepInclude((yield* repair)?.answers, { at: at(64), state: "pending", resolvers: 2 })
      servers.state = "verified"
      assert.isNull(yield* follow(70))
      assert.isTrue(yield* follow(125))
      assert.deepInclude(yield* repair, { state: "closed", verifiedAt: at(125), closedAt: at(125) })
      assert.isNull(yield* follow(200))
    })
  )

  it.effect("asks about an open incident once it is reported, at most once a minute, and less often later", () =>
    Effect.gen(function* () {
      const { at, follow, repair, report } = yield* lost("asks.example", DAY)
      assert.isNull(yield* follow(40))
      yield* setClock(at(100))
      // The caller of `report` queries the servers.
      assert.isString(yield* report)
      assert.isNull(yield* follow(150))
      assert.isFalse(yield* follow(161))
      assert.deepInclude(yield* repair, { state: "open", appliedAt: null })
      assert.isNull(yield* follow(215))
      const asked: Array<number> = []
      for (let seconds = 300; seconds < 50_000; seconds += seconds < 3_000 ? 30 : 600)
        if ((yield* follow(seconds)) !== null) asked.push(seconds)
      const gaps = asked.slice(1).map((seconds, index) => seconds - (asked[index] ?? 0))
      assert.isAtLeast(Math.min(...gaps), 60)
      assert.isAtMost(Math.max(...gaps), 3_600 + 600)
      assert.isAtMost(asked.length, 60)
    })
  )

  it.effect("does not count answers from before the repair", () =>
    Effect.gen(function* () {
      const { at, check, follow, repair, report, servers } = yield* lost("early.example", 3 * DAY)
      servers.state = "verified"
      yield* setClock(at(40))
      yield* report
      assert.isFalse(yield* follow(101))
      yield* check(110, "up")
      yield* check(120, "up")
      yield* follow(130)
      assert.deepInclude(yield* repair, { state: "applied" })
      yield* follow(165)
      assert.deepInclude(yield* repair, { state: "closed" })
    })
  )

  it.effect("is not followed for ever", () =>
    Effect.gen(function* () {
      const { check, follow, repair, sql, key } = yield* lost("never.example", 4 * DAY)
      yield* check(40, "up")
      yield* check(50, "up")
      yield* follow(60)
      yield* follow(8 * DAY)
      const [row] = yield* sql`
        select ended_at is not null as ended from incident_repair where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(row, { ended: true })
      assert.deepInclude(yield* repair, { state: "applied" })
    })
  )
})
