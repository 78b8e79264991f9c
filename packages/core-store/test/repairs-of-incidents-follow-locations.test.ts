import { defaultConfirmationPolicy } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type CheckResultRow, Domains, IncidentRepairs, Incidents, Locations, Timelines } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { checkOf, watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const START = Date.UTC(2026, 4, 1, 12)
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
const DAY = 86_400
const workers = { fra: "00000000-0000-4000-8000-000000000001", nyc: "00000000-0000-4000-8000-000000000002" }
type Place = keyof typeof workers

const evidence = { subject: "site", check: { outcome: "http_status", statusCode: 503 } }

const repaired = Effect.fnUntraced(function* (hostname: string) {
  const one = yield* watched(hostname, { checkInterval: 300 })
  const { id, key, sql, viewer } = one
  const repairs = yield* IncidentRepairs
  const incidents = yield* Incidents
  const locations = yield* Locations
  const announce = (...places: ReadonlyArray<Place>) =>
    Effect.forEach(places, (place) => locations.announce(workers[place], place), { discard: true })
  const claimFrom = Effect.fnUntraced(function* (location: string) {
    const claims = yield* knownToBeDue("domains", one.schedule.claim(1_000, 30_000, { location }))
    yield* one.schedule.release(claims.filter(({ monitorKey }) => monitorKey !== key))
    return claims.find(({ monitorKey }) => monitorKey === key)
  })
  const check = Effect.fnUntraced(function* (
    seconds: number,
    verdict: CheckResultRow["verdict"],
    location: string = "fra"
  ) {
    yield* setClock(at(seconds))
    yield* sql`update monitor_schedule set next_at = mon_now(), next_location = null where monitor_id = ${key}::bigint`
    const claim = yield* claimFrom(location)
    if (claim === undefined) return yield* Effect.die(new Error("not claimed"))
    const row = checkOf(claim, verdict, { location, ...(verdict === "down" ? { evidence } : {}) })
    yield* one.schedule.record([row], defaultConfirmationPolicy)
  })
  const follow = Effect.fnUntraced(function* (cause: string | null = "overload") {
    const moving = yield* knownToBeDue("repairs of incidents", repairs.claim(100))
    const mine = yield* sql<{ readonly key: string }>`
      select incident_id::text as key from incident_repair where monitor_id = ${key}::bigint`
    for (const { facts, incidentKey } of moving.filter((each) => mine.some((row) => row.key === each.incidentKey))) {
      if (facts !== null) yield* repairs.classify(incidentKey, cause)
      yield* repairs.follow(incidentKey)
    }
    return moving.length
  })
  const incident = Effect.gen(function* () {
    const [newest] = (yield* incidents.ofDomain(viewer, id, 1)) ?? []
    const found = yield* incidents.find(viewer, newest?.id ?? "")
    return found ?? (yield* Effect.die(new Error("no incident")))
  })
  const repair = Effect.map(incident, (found) => found.repair)
  const goDown = Effect.fnUntraced(function* (seconds: number, location?: string) {
    for (const after of [0, 10, 20]) yield* check(seconds + after, "down", location)
  })
  return { ...one, announce, check, claimFrom, follow, goDown, incident, repair, repairs }
})

layer(layerStore, { excludeTestServices: true })("the repair of an incident", (it) => {
  it.effect("opens with it, and is closed with its downtime when the only location sees the site as up", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const { check, follow, goDown, id, repair, viewer } = yield* repaired("one.example")
      yield* check(0, "up")
      yield* goDown(60)
      assert.deepInclude(yield* repair, { state: "open", cause: null, openedAt: at(60), worth: null })
      yield* follow()
      assert.deepInclude(yield* repair, { state: "open", cause: "overload", locations: [], reopened: 0 })
      yield* check(120, "up")
      yield* setClock(at(130))
      yield* follow()
      assert.deepInclude(yield* repair, {
        state: "verified",
        appliedAt: at(120),
        verifiedAt: at(120),
        closedAt: null,
        locations: [{ location: "fra", sees: "up", at: at(120) }]
      })
      yield* check(150, "up")
      yield* setClock(at(160))
      yield* follow()
      const closed = yield* repair
      assert.deepInclude(closed, {
        state: "closed",
        closedAt: at(150),
        repairSeconds: 90,
        worth: { downtimeSeconds: 60 },
        previousIncidentId: null
      })
      assert.deepStrictEqual(
        closed?.steps.map(({ step }) => step),
        ["opened", "applied", "verified", "closed"]
      )
      const page = yield* (yield* Timelines).events(viewer, id, {
        kinds: ["repair_applied", "repair_verified", "repair_closed", "repair_reopened"],
        limit: 50
      })
      const events = page?._tag === "Events" ? page.events : []
      // Nobody has repaired anything, so there are no events about repairs.
      assert.deepStrictEqual(events, [])
    })
  )

  it.effect("is undone when the site fails again before the recovery is confirmed", () =>
    Effect.gen(function* () {
      const { check, follow, goDown, repair } = yield* repaired("again.example")
      yield* goDown(1_000)
      yield* check(1_100, "up")
      yield* setClock(at(1_110))
      yield* follow()
      yield* check(1_120, "down")
      yield* setClock(at(1_130))
      yield* follow()
      const undone = yield* repair
      assert.deepInclude(undone, { state: "open", reopened: 1, appliedAt: null })
      assert.deepStrictEqual(
        undone?.steps.map(({ step }) => step),
        ["opened", "applied", "verified", "reopened"]
      )
    })
  )

  it.effect("comes undone when the same cause returns within 7 days, and not when another one does", () =>
    Effect.gen(function* () {
      const { check, follow, goDown, id, incident, repair, repairs, viewer } = yield* repaired("returns.example")
      const fail = Effect.fnUntraced(function* (seconds: number, cause: string | null, isReported = false) {
        yield* goDown(seconds)
        yield* follow(cause)
        if (isReported) yield* repairs.report(viewer, (yield* incident).id)
        for (const after of [60, 70]) yield* check(seconds + after, "up")
        yield* setClock(at(seconds + 80))
        yield* follow(cause)
      })
      yield* check(0, "up")
      yield* fail(100, "overload")
      const first = yield* incident
      yield* fail(100 + DAY, "application_error")
      assert.deepInclude(yield* repair, { state: "closed", reopened: 0, previousIncidentId: null })
      yield* fail(100 + 6 * DAY, "overload")
      const second = yield* incident
      assert.deepInclude(second.repair, { reopened: 1, previousIncidentId: first.id })
      assert.strictEqual(second.repair?.steps[0]?.step, "reopened")
      yield* fail(100 + 14 * DAY, "overload")
      assert.deepInclude(yield* repair, { reopened: 0, previousIncidentId: null })
      yield* fail(100 + 15 * DAY, null)
      yield* fail(100 + 16 * DAY, null)
      assert.deepInclude(yield* repair, { cause: null, reopened: 0, previousIncidentId: null })
      // A repair by a person is reopened when the fault returns. A fault that recovered by itself is a new fault when
      // it returns.
      yield* fail(100 + 30 * DAY, "overload", true)
      const third = yield* incident
      yield* fail(100 + 31 * DAY, "overload")
      const fourth = yield* incident
      assert.strictEqual(fourth.repair?.previousIncidentId, third.id)
      const kinds = ["repair_closed", "repair_reopened"] as const
      const page = yield* (yield* Timelines).events(viewer, id, { kinds, limit: 50 })
      assert.deepStrictEqual(
        page?._tag === "Events" ? page.events.map(({ code, kind, subjectId }) => [kind, code, subjectId]) : null,
        [
          ["repair_reopened", "overload", fourth.id],
          ["repair_closed", "overload", third.id]
        ]
      )
    })
  )

  it.effect("waits for every location, and asks each once", () =>
    Effect.gen(function* () {
      yield* setClock(at(30 * DAY))
      const begin = 30 * DAY
      const { announce, check, claimFrom, follow, goDown, id, key, repair, repairs, sql, viewer } =
        yield* repaired("places.example")
      yield* goDown(begin, "fra")
      for (const after of [60, 70]) yield* check(begin + after, "up", "fra")
      yield* announce("fra", "nyc")
      yield* follow()
      assert.deepInclude(yield* repair, {
        state: "applied",
        locations: [
          { location: "fra", sees: "up", at: at(begin + 70) },
          { location: "nyc", sees: "not_checked", at: null }
        ]
      })
      assert.isUndefined(yield* claimFrom("fra"))
      const claim = yield* claimFrom("nyc")
      assert.isDefined(claim)
      const asked = sql<{ readonly asked: ReadonlyArray<string>; readonly next: string | null }>`
        select r.asked, s.next_location as next from incident_repair r join monitor_schedule s using (monitor_id)
        where r.monitor_id = ${key}::bigint`
      assert.deepStrictEqual(yield* asked, [{ asked: ["nyc"], next: "nyc" }])
      yield* sql`update monitor_schedule set lease_until = null, lease_token = null where monitor_id = ${key}::bigint`
      yield* check(begin + 80, "unknown", "nyc")
      yield* setClock(at(begin + 85))
      yield* follow()
      assert.deepStrictEqual(yield* asked, [{ asked: ["nyc"], next: null }])
      assert.strictEqual((yield* repair)?.state, "applied")
      // After a person reports the repair, nyc may be asked again.
      const [incident] = (yield* (yield* Incidents).ofDomain(viewer, id, 1)) ?? []
      assert.isString(yield* repairs.report(viewer, incident?.id ?? ""))
      assert.deepStrictEqual(yield* asked, [{ asked: [], next: null }])
      yield* check(begin + 90, "up", "nyc")
      yield* announce("fra", "nyc")
      yield* follow()
      assert.deepInclude(yield* repair, { state: "closed", closedAt: at(begin + 90), worth: { downtimeSeconds: 60 } })
      assert.isNull(yield* repairs.report(viewer, incident?.id ?? ""))
      assert.isNull(yield* repairs.report((yield* newAccount).viewer, incident?.id ?? ""))
      const page = yield* (yield* Timelines).events(viewer, id, { kinds: ["repair_applied"], limit: 50 })
      assert.lengthOf(page?._tag === "Events" ? page.events : [], 1)
    })
  )

  it.effect("is not followed when nothing is new, and ends with a pause", () =>
    Effect.gen(function* () {
      const begin = 40 * DAY
      yield* setClock(at(begin))
      const { check, follow, goDown, id, key, repair, sql, viewer } = yield* repaired("quiet.example")
      const versions = sql<{ readonly version: string }>`
        select xmin::text as version from incident_repair where monitor_id = ${key}::bigint`
      yield* goDown(begin)
      yield* follow()
      const before = yield* versions
      yield* check(begin + 60, "down")
      yield* setClock(at(begin + 90))
      yield* follow()
      assert.deepStrictEqual(yield* versions, before)
      yield* (yield* Domains).pause(viewer, id)
      yield* follow()
      assert.isNull(yield* repair)
      const [row] =
        yield* sql`select state, ended_at is not null as ended from incident_repair where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(row, { state: "open", ended: true })
    })
  )
})
