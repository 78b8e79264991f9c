import { defaultConfirmationPolicy } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  CertificateChecks,
  CertificateRepairs,
  Domains,
  Locations,
  Repairs,
  Reports,
  type SeenCertificate,
  type StoredCertificate,
  Timelines
} from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { checkOf, watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const START = Date.UTC(2026, 4, 1, 12)
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
const DAY = 86_400
const workers = { fra: "00000000-0000-4000-8000-000000000001", nyc: "00000000-0000-4000-8000-000000000002" }
type Place = keyof typeof workers

const valid: StoredCertificate = {
  valid: true,
  issuer: "CN=Testbed",
  subject: "CN=shop",
  validFrom: at(-60 * DAY),
  validTo: at(60 * DAY),
  protocol: "TLSv1.3",
  keyType: "ec",
  keyBits: 256,
  problems: [],
  fingerprint256: "AA"
}
const expired: StoredCertificate = { ...valid, valid: false, problems: ["expired"], fingerprint256: "BB" }

const shown = (ssl: StoredCertificate) => ({ _tag: "Shown", ssl }) as const

const certified = Effect.fnUntraced(function* (hostname: string, url = `https://${hostname}/`) {
  const one = yield* watched(hostname, { checkInterval: 300, url })
  const { id, key, schedule, sql, viewer } = one
  const repairs = yield* CertificateRepairs
  yield* sql`delete from worker_location`
  const locations = yield* Locations
  const announce = (...places: ReadonlyArray<Place>) =>
    Effect.forEach(places, (place) => locations.announce(workers[place], place), { discard: true })
  const claimFrom = Effect.fnUntraced(function* (location: string) {
    const claims = yield* knownToBeDue("domains", schedule.claim(1_000, 30_000, { location }))
    yield* schedule.release(claims.filter(({ monitorKey }) => monitorKey !== key))
    return claims.find(({ monitorKey }) => monitorKey === key)
  })
  const see = Effect.fnUntraced(function* (seconds: number, ssl: StoredCertificate, location: Place = "fra") {
    yield* setClock(at(seconds))
    yield* sql`update monitor_schedule set next_at = mon_now(), next_location = null where monitor_id = ${key}::bigint`
    const claim = yield* claimFrom(location)
    if (claim === undefined) return yield* Effect.die(new Error("not claimed"))
    yield* schedule.record([checkOf(claim, "up", { location, ssl })], defaultConfirmationPolicy)
  })
  /** Does the periodic work of the worker. Returns the number of repairs that may have changed. */
  const follow = Effect.fnUntraced(function* (seconds: number) {
    yield* setClock(at(seconds))
    const moving = yield* knownToBeDue("repairs of certificates", repairs.claim(100))
    yield* Effect.forEach(moving, repairs.follow)
    return moving.filter((moved) => moved === key).length
  })
  const repair = Effect.map((yield* Repairs).list(viewer, id, { limit: 10 }), (page) =>
    page?._tag === "Repairs" ? page.repairs[0] : undefined
  )
  const steps = Effect.map(repair, (found) => found?.steps.map(({ step }) => step))
  /** Makes two checks that see an expired certificate, and then the periodic work. */
  const expire = Effect.fnUntraced(function* (seconds: number) {
    for (const after of [0, 10]) yield* see(seconds + after, expired)
    yield* follow(seconds + 15)
  })
  return { ...one, announce, claimFrom, see, follow, repair, steps, expire, repairs }
})

layer(layerStore, { excludeTestServices: true })("the repair of a certificate", (it) => {
  it.effect("opens after the second bad check, and is closed when the only location sees a valid certificate", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const { follow, id, repair, see, sql, key, viewer } = yield* certified("one.example")
      yield* see(0, valid)
      yield* see(60, expired)
      assert.strictEqual(yield* follow(62), 0)
      yield* see(70, expired)
      yield* follow(75)
      assert.deepInclude(yield* repair, {
        kind: "certificate",
        code: "certificate_invalid",
        message: "The certificate is not valid (expired).",
        severity: "high",
        state: "open",
        openedAt: at(60),
        locations: [],
        records: [],
        reopened: 0
      })
      // Without a change, no repair is followed, and the facts are not written.
      const writes = sql`select xmin::text as x from monitor_facts where monitor_id = ${key}::bigint`
      const before = yield* writes
      yield* see(400, expired)
      assert.deepStrictEqual(yield* writes, before)
      assert.strictEqual(yield* follow(500), 0)
      yield* see(3_660, valid)
      yield* follow(3_665)
      assert.deepInclude(yield* repair, {
        state: "closed",
        appliedAt: at(3_660),
        verifiedAt: at(3_660),
        closedAt: at(3_660),
        repairSeconds: 3_600,
        endedAt: null,
        locations: [{ location: "fra", sees: "valid", at: at(3_660) }]
      })
      assert.strictEqual(yield* follow(4_000), 0)
      const kept = yield* writes
      yield* see(4_010, valid)
      assert.deepStrictEqual(yield* writes, kept)

      const page = yield* (yield* Timelines).events(viewer, id, {
        kinds: ["repair_applied", "repair_verified", "repair_closed", "repair_reopened"],
        limit: 50
      })
      assert.deepStrictEqual(
        (page?._tag === "Events" ? page.events : []).map((event) => [event.kind, event.code, event.at]),
        ["repair_closed", "repair_verified", "repair_applied"].map((kind) => [kind, "certificate_invalid", at(3_660)])
      )
      const read = yield* (yield* Reports).read(viewer, { from: new Date(at(0)), to: new Date(at(DAY)), tag: null })
      assert.deepInclude(read?.domains[0], { repairSeconds: [3_600], openRepairs: 0 })
    })
  )

  it.effect("is verified by every location with a live worker, and asks each of the others once", () =>
    Effect.gen(function* () {
      const { announce, claimFrom, expire, follow, key, repair, schedule, see, sql } = yield* certified("two.example")
      yield* setClock(at(0))
      yield* expire(0)
      yield* see(100, valid)
      yield* announce("fra", "nyc")
      yield* follow(105)
      assert.deepInclude(yield* repair, {
        state: "applied",
        appliedAt: at(100),
        locations: [
          { location: "fra", sees: "valid", at: at(100) },
          { location: "nyc", sees: "not_checked", at: null }
        ]
      })
      yield* setClock(at(106))
      assert.isUndefined(yield* claimFrom("fra"))
      const claim = yield* claimFrom("nyc")
      if (claim === undefined) return yield* Effect.die(new Error("not asked"))
      yield* schedule.record([checkOf(claim, "up", { location: "nyc", ssl: expired })], defaultConfirmationPolicy)
      yield* announce("fra", "nyc")
      yield* follow(110)
      const seen = yield* repair
      assert.deepStrictEqual(
        seen?.locations.map(({ sees }) => sees),
        ["valid", "invalid"]
      )
      assert.strictEqual(seen?.state, "applied")
      const [asked] = yield* sql<{ place: string | null }>`
        select next_location as place from monitor_schedule where monitor_id = ${key}::bigint`
      assert.isNull(asked?.place)
      yield* see(300, valid, "nyc")
      yield* announce("fra", "nyc")
      yield* follow(315)
      assert.deepInclude(yield* repair, { state: "closed", appliedAt: at(100), closedAt: at(300), reopened: 0 })
    })
  )

  it.effect.each([
    ["before it is verified", 200, ["opened", "applied", "reopened"], 1],
    ["within 7 days after it", 6 * DAY, ["opened", "applied", "verified", "closed", "reopened"], 1],
    ["later", 8 * DAY, ["opened"], 0]
  ] as const)("of one that is invalid again %s", ([when, later, expected, reopened]) =>
    Effect.gen(function* () {
      const { announce, expire, follow, repair, see, steps } = yield* certified(`again-${later}.example`)
      yield* setClock(at(0))
      yield* expire(0)
      yield* see(100, valid)
      if (when === "before it is verified") yield* announce("fra", "nyc")
      yield* follow(105)
      yield* setClock(at(later))
      yield* expire(later)
      assert.deepStrictEqual(yield* steps, [...expected])
      assert.deepInclude(yield* repair, {
        state: "open",
        openedAt: at(later),
        reopened,
        locations: [],
        closedAt: null
      })
    })
  )

  it.effect("opens and moves at once if it was repaired before a worker noticed", () =>
    Effect.gen(function* () {
      const { follow, see, steps } = yield* certified("quick.example")
      for (const after of [0, 10]) yield* see(after, expired)
      yield* see(12, valid)
      yield* follow(15)
      assert.deepStrictEqual(yield* steps, ["opened", "applied", "verified", "closed"])
    })
  )

  it.effect("ends 7 days after it was seen if a location never sees it, and waits while the domain is paused", () =>
    Effect.gen(function* () {
      const { announce, expire, follow, id, repair, see, viewer } = yield* certified("silent.example")
      yield* setClock(at(0))
      yield* expire(0)
      yield* see(100, valid)
      yield* announce("fra", "nyc")
      yield* follow(105)
      const domains = yield* Domains
      yield* domains.pause(viewer, id)
      assert.strictEqual(yield* follow(3 * DAY), 0)
      yield* domains.resume(viewer, id)
      yield* setClock(at(8 * DAY))
      yield* announce("fra", "nyc")
      yield* follow(8 * DAY + 1)
      assert.deepInclude(yield* repair, { state: "applied", endedAt: at(8 * DAY + 1), closedAt: null })
      assert.strictEqual(yield* follow(9 * DAY), 0)
      const read = yield* (yield* Reports).read(viewer, {
        from: new Date(at(0)),
        to: new Date(at(20 * DAY)),
        tag: null
      })
      assert.deepInclude(read?.domains[0], { repairSeconds: [], openRepairs: 0 })
    })
  )

  it.effect("opens at the next check if the certificate was invalid before repairs were tracked", () =>
    Effect.gen(function* () {
      const { follow, key, repair, see, sql } = yield* certified("older.example")
      for (const after of [0, 10]) yield* see(after, expired)
      yield* sql`update monitor_facts set ssl_repair = null where monitor_id = ${key}::bigint`
      assert.strictEqual(yield* follow(20), 0)
      yield* see(DAY, expired)
      yield* follow(DAY + 5)
      assert.deepInclude(yield* repair, { state: "open", openedAt: at(0), reopened: 0 })
    })
  )

  it.effect("opens again if a program of an earlier release closed it while the certificate is invalid", () =>
    Effect.gen(function* () {
      const { expire, follow, key, repair, see, sql, steps } = yield* certified("earlier.example")
      yield* setClock(at(0))
      yield* expire(0)
      yield* sql`update repair set state = 'closed', applied_at = mon_now(), verified_at = mon_now(), closed_at = mon_now()
        where monitor_id = ${key}::bigint`
      yield* see(60, expired)
      yield* follow(65)
      assert.deepInclude(yield* repair, { state: "open", closedAt: null })
      assert.strictEqual(yield* follow(70), 0)
      yield* see(80, valid)
      yield* follow(85)
      assert.deepStrictEqual(yield* steps, ["opened", "reopened", "applied", "verified", "closed"])
    })
  )

  it.effect("is reported by those who see the domain, which makes its checks due", () =>
    Effect.gen(function* () {
      const { expire, id, key, repair, repairs, see, sql, viewer } = yield* certified("reported.example")
      const due = Effect.map(
        sql<{
          now: boolean
        }>`select next_at <= mon_now() as now from monitor_schedule where monitor_id = ${key}::bigint`,
        ([row]) => row?.now
      )
      yield* setClock(at(0))
      assert.isNull(yield* repairs.report(viewer, id))
      yield* expire(0)
      yield* see(20, expired)
      assert.isFalse(yield* due)
      assert.isNull(yield* repairs.report((yield* newAccount).viewer, id))
      assert.isNull(yield* repairs.report(viewer, "x"))
      yield* setClock(at(30))
      assert.deepInclude(yield* repairs.report(viewer, id), { state: "open", reportedAt: at(30) })
      assert.isTrue(yield* due)
      assert.deepInclude(yield* repair, { reportedAt: at(30) })
      yield* (yield* Domains).pause(viewer, id)
      assert.isNull(yield* repairs.report(viewer, id))
    })
  )

  it.effect("of port 443 asks the location that has not seen it, and ends if the host has no TLS any more", () =>
    Effect.gen(function* () {
      const { announce, follow, key, repair, sql } = yield* certified("plain.example", "http://plain.example/")
      const checks = yield* CertificateChecks
      const claim = Effect.fnUntraced(function* (location: Place) {
        const claims = yield* knownToBeDue("certificates", checks.claim(1_000, 30_000, [], location))
        yield* checks.release(claims.filter(({ monitorKey }) => monitorKey !== key))
        return claims.find(({ monitorKey }) => monitorKey === key)
      })
      const seeAt = Effect.fnUntraced(function* (seconds: number, seen: SeenCertificate, location: Place) {
        yield* setClock(at(seconds))
        yield* sql`update certificate_schedule set next_at = mon_now(), next_location = null where monitor_id = ${key}::bigint`
        const claimed = yield* claim(location)
        if (claimed === undefined) return yield* Effect.die(new Error("not claimed"))
        yield* checks.record(claimed, START + seconds * 1_000, seen, defaultConfirmationPolicy.confirmMs)
      })
      yield* setClock(at(0))
      for (const after of [0, 10]) yield* seeAt(after, shown(expired), "fra")
      yield* seeAt(100, shown(valid), "fra")
      yield* announce("fra", "nyc")
      yield* follow(105)
      assert.isUndefined(yield* claim("fra"))
      assert.isDefined(yield* claim("nyc"))
      yield* setClock(at(1_000))
      yield* seeAt(1_000, { _tag: "NoTls" }, "nyc")
      yield* announce("fra", "nyc")
      yield* follow(1_005)
      assert.deepInclude(yield* repair, { state: "applied", endedAt: at(1_005) })
      for (const after of [2_000, 2_010]) yield* seeAt(after, shown(expired), "nyc")
      yield* follow(2_015)
      assert.deepInclude(yield* repair, { state: "open", openedAt: at(2_000), endedAt: null, reopened: 1 })
    })
  )
})
