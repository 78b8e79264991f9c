import { defaultConfirmationPolicy } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains, type CheckResultRow, Locations, type StoredAdvisory } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { checkOf, watched } from "./watchedDomain.ts"

const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 12) + seconds * 1_000).toISOString()
const workers = {
  fra: "00000000-0000-4000-8000-000000000001",
  nyc: "00000000-0000-4000-8000-000000000002",
  osl: "00000000-0000-4000-8000-000000000003"
}
const NETWORKS: Readonly<Record<string, string>> = { fra: "Atlantic", nyc: "Atlantic", osl: "Fjord" }
type Place = keyof typeof workers

/** Returns the advisories as people see them, without the facts for their diagnosis. */
const shownOf = (advisories: ReadonlyArray<StoredAdvisory> | null) =>
  (advisories ?? []).map(({ diagnosisFacts: _facts, language: _language, ...advisory }) => advisory)

const asked = Effect.fnUntraced(function* (hostname: string) {
  const one = yield* watched(hostname, { checkInterval: 300 })
  const locations = yield* Locations
  const announce = (...places: ReadonlyArray<Place>) =>
    Effect.forEach(
      places,
      (place) =>
        locations.announce(workers[place], place, {
          networkInDoubt: false,
          storesEmails: false,
          network: NETWORKS[place] ?? null
        }),
      { discard: true }
    )
  const claimFrom = Effect.fnUntraced(function* (location: Place) {
    const claims = yield* one.schedule.claim(1_000, 30_000, { location })
    yield* one.schedule.release(claims.filter(({ monitorKey }) => monitorKey !== one.key))
    return claims.find(({ monitorKey }) => monitorKey === one.key)
  })
  const makeDue = one.sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${one.key}::bigint`
  const checkFrom = Effect.fnUntraced(function* (location: Place, verdict: CheckResultRow["verdict"]) {
    yield* makeDue
    const claim = yield* claimFrom(location)
    if (claim === undefined) return yield* Effect.die(new Error("not claimed"))
    const evidence = { check: { outcome: "http_status" } }
    return yield* one.schedule.record(
      [checkOf(claim, verdict, { location, ...(verdict === "down" ? { evidence } : {}) })],
      defaultConfirmationPolicy
    )
  })
  return { ...one, announce, claimFrom, checkFrom, makeDue, locations }
})

layer(layerStore, { excludeTestServices: true })("a confirming check", (it) => {
  it.effect("is reserved for another live location for a while", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const { announce, claimFrom, checkFrom } = yield* asked("asked.example")
      yield* announce("fra", "nyc")
      yield* checkFrom("fra", "up")
      yield* checkFrom("fra", "down")
      yield* setClock(at(30))
      yield* announce("fra", "nyc")
      assert.isUndefined(yield* claimFrom("fra"))
      assert.isDefined(yield* claimFrom("nyc"))
    })
  )

  it.effect("is open to all when that location is gone or takes too long", () =>
    Effect.gen(function* () {
      yield* setClock(at(0))
      const gone = yield* asked("gone.example")
      const slow = yield* asked("slow.example")
      yield* gone.announce("fra", "nyc")
      for (const { checkFrom } of [gone, slow]) {
        yield* checkFrom("fra", "up")
        yield* checkFrom("fra", "down")
      }
      // The check is due at 30 s. nyc counts as gone after 20 s, unless it announces itself again.
      yield* setClock(at(31))
      assert.isDefined(yield* gone.claimFrom("fra"))
      yield* slow.announce("nyc")
      assert.isUndefined(yield* slow.claimFrom("fra"))
      yield* setClock(at(61))
      yield* slow.announce("nyc")
      assert.isDefined(yield* slow.claimFrom("fra"))
    })
  )

  it.effect("is open to all after a worker has left, and after a pause", () =>
    Effect.gen(function* () {
      yield* setClock(at(0))
      const { announce, claimFrom, id, locations, checkFrom, makeDue, viewer } = yield* asked("left.example")
      yield* announce("fra", "nyc")
      yield* checkFrom("fra", "down")
      yield* makeDue
      assert.isUndefined(yield* claimFrom("fra"))
      const domains = yield* Domains
      yield* domains.pause(viewer, id)
      yield* domains.resume(viewer, id)
      assert.isDefined(yield* claimFrom("fra"))
      yield* domains.pause(viewer, id)
      yield* domains.resume(viewer, id)
      yield* checkFrom("fra", "down")
      yield* makeDue
      assert.isUndefined(yield* claimFrom("fra"))
      yield* locations.leave(workers.nyc)
      assert.deepStrictEqual(yield* locations.alive(), [{ location: "fra", workers: 1 }])
      assert.isDefined(yield* claimFrom("fra"))
    })
  )
})

layer(layerStore, { excludeTestServices: true })("the result of a minority", (it) => {
  it.effect("is no incident but an advisory of its account, until it agrees with the others", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const { announce, id, key, locations, checkFrom, sql, viewer } = yield* asked("divided.example")
      const { viewer: stranger } = yield* newAccount
      yield* announce("fra", "nyc")
      yield* checkFrom("fra", "up")
      yield* checkFrom("nyc", "down")
      yield* checkFrom("fra", "up")
      const shown = shownOf(yield* locations.advisories(viewer, id))
      assert.deepStrictEqual(shown, [{ location: "nyc", sees: "down", since: at(0), seenAt: at(0) }])
      assert.isNull(yield* locations.advisories(stranger, id))
      yield* setClock(at(5))
      yield* checkFrom("nyc", "down")
      yield* checkFrom("fra", "up")
      assert.deepStrictEqual(shownOf(yield* locations.advisories(viewer, id)), [
        { location: "nyc", sees: "down", since: at(0), seenAt: at(5) }
      ])
      assert.deepStrictEqual(yield* sql`select 1 from incident where monitor_id = ${key}::bigint`, [])
      yield* checkFrom("nyc", "up")
      assert.deepStrictEqual(yield* locations.advisories(viewer, id), [])
    })
  )

  it.effect("rests on what each location and its network sees", () =>
    Effect.gen(function* () {
      const { announce, id, key, locations, checkFrom, sql, viewer } = yield* asked("networks.example")
      let second = 0
      /** Makes a check at a location, one second after the previous check, whichever location was requested. */
      const check = Effect.fnUntraced(function* (place: Place, verdict: CheckResultRow["verdict"]) {
        yield* setClock(at(++second))
        yield* announce("fra", "nyc", "osl")
        yield* sql`update monitor_schedule set next_location = null where monitor_id = ${key}::bigint`
        return yield* checkFrom(place, verdict)
      })
      yield* check("fra", "up")
      yield* check("nyc", "down")
      yield* check("fra", "up")
      yield* check("osl", "up")
      const [advisory] = (yield* locations.advisories(viewer, id)) ?? []
      const places = [
        { location: "fra", outcome: "ok", provider: "Atlantic" },
        { location: "nyc", outcome: "http_status", provider: "Atlantic" },
        { location: "osl", outcome: "ok", provider: "Fjord" }
      ]
      assert.deepNestedInclude(advisory, {
        location: "nyc",
        "diagnosisFacts.check": { at: at(2), outcome: "http_status", statusCode: 500, location: "nyc" },
        "diagnosisFacts.since": advisory?.since,
        "diagnosisFacts.target": { host: "networks.example" },
        "diagnosisFacts.locations": places
      })
      const glacier = "00000000-0000-4000-8000-000000000004"
      // A second worker at osl names another network, so the network of osl is not known.
      yield* locations.announce(glacier, "osl", {
        networkInDoubt: false,
        storesEmails: false,
        network: "Glacier"
      })
      yield* check("nyc", "down")
      yield* check("fra", "down")
      assert.strictEqual((yield* check("nyc", "down")).opened, 1)
      const [stored] = yield* sql<{ found: unknown }>`
        select d.facts -> 'locations' as found from incident_diagnosis d join incident i on i.id = d.incident_id
        where i.monitor_id = ${key}::bigint`
      const failed = [
        { location: "fra", outcome: "http_status", provider: "Atlantic" },
        { location: "nyc", outcome: "http_status", provider: "Atlantic" }
      ]
      // The earlier check at osl, which saw the site up, proves nothing.
      assert.deepStrictEqual(stored?.found, failed)
      // osl is asked for a check only now, and never sees the site fail.
      yield* check("osl", "up")
      for (const place of ["fra", "nyc"] as const) yield* check(place, "down")
      const [later] = yield* sql<{ found: unknown }>`
        select d.facts -> 'locations' as found from incident_diagnosis d join incident i on i.id = d.incident_id
        where i.monitor_id = ${key}::bigint`
      assert.deepStrictEqual(later?.found, [...failed, { location: "osl", outcome: "ok" }])
      for (const worker of [workers.osl, glacier]) yield* locations.leave(worker)
    })
  )

  it.effect("is not shown for a location that is gone, or when the majority confirmed it", () =>
    Effect.gen(function* () {
      yield* setClock(at(0))
      const { announce, id, locations, checkFrom, viewer } = yield* asked("true-after-all.example")
      yield* announce("fra", "nyc")
      yield* checkFrom("fra", "up")
      yield* checkFrom("nyc", "down")
      yield* checkFrom("fra", "up")
      yield* locations.leave(workers.nyc)
      assert.deepStrictEqual(yield* locations.advisories(viewer, id), [])
      yield* announce("nyc")
      assert.strictEqual((yield* locations.advisories(viewer, id))?.length, 1)
      yield* checkFrom("nyc", "down")
      yield* checkFrom("fra", "down")
      assert.strictEqual((yield* checkFrom("nyc", "down")).opened, 1)
      assert.deepStrictEqual(yield* locations.advisories(viewer, id), [])
    })
  )
})
