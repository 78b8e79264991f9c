import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  Domains,
  RegistryDocumentCache,
  type RegistrationFound,
  Registrations,
  type AccessScope
} from "../src/index.ts"
import { layerStore } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { storedFacts } from "./storedFacts.ts"
import { watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 5, 1, 12)
const iso = (at: number) => new Date(at).toISOString()

const registered = (days: number, statuses: ReadonlyArray<string> = ["ok"]): RegistrationFound => ({
  _tag: "Registered",
  registration: {
    expiresAt: iso(START + days * DAY),
    registrar: "Names Inc.",
    statuses,
    conditions: [],
    source: "rdap",
    server: "rdap.example",
    checkedAt: START
  }
})
const unavailable: RegistrationFound = { _tag: "Unavailable", retryAfterMs: null }

const thresholds = (viewer: AccessScope) =>
  Effect.map(storedFacts(viewer), (rows) =>
    rows.flatMap(({ fact }) => (fact.kind === "domain_expiring" ? [fact.thresholdDays] : []))
  )

const expiryOf = ({ id, viewer }: { readonly id: string; readonly viewer: AccessScope }) =>
  Effect.map(
    Effect.flatMap(Domains, (domains) => domains.find(viewer, id)),
    (domain) => domain?.domainExpiry
  )

/** Assigns each new monitor to its registrable domain, which is the last two labels of the host name. */
const assignAll = Effect.gen(function* () {
  const registrations = yield* Registrations
  const monitors = yield* registrations.unassigned(1_000)
  yield* registrations.assign(
    monitors.map(({ hostname, monitorKey }) => ({ monitorKey, domain: hostname.split(".").slice(-2).join(".") }))
  )
})

const claimOf = Effect.fn("claimOf")(function* (domain: string) {
  return (yield* knownToBeDue("registrations", (yield* Registrations).claim(1_000, 60_000))).find(
    (claim) => claim.domain === domain
  )
})

const lookUp = Effect.fn("lookUp")(function* (domain: string, day: number, found: RegistrationFound) {
  yield* setClock(iso(START + day * DAY))
  yield* assignAll
  const claim = yield* claimOf(domain)
  return claim === undefined ? "not due" : yield* (yield* Registrations).record(claim, START + day * DAY, found)
})

layer(layerStore, { excludeTestServices: true })("the registration of a domain", (it) => {
  it.effect("is looked up once for all its monitors, and new monitors get the stored result at once", () =>
    Effect.gen(function* () {
      yield* installClock(iso(START))
      const [one, two] = [yield* watched("www.shared.test"), yield* watched("shop.shared.test")]
      yield* setClock(iso(START))
      yield* assignAll
      const registrations = yield* Registrations
      const claims = yield* Effect.forEach([1, 2, 3], () => registrations.claim(1_000, 60_000), {
        concurrency: "unbounded"
      })
      const mine = claims.flat().filter(({ domain }) => domain === "shared.test")
      assert.strictEqual(mine.length, 1)
      assert.isNull(mine[0]?.previous)
      if (mine[0] !== undefined)
        assert.isTrue(yield* registrations.record(mine[0], START, registered(400, ["clientTransferProhibited"])))
      const three = yield* watched("api.shared.test")
      yield* assignAll
      const expected = {
        expiresAt: iso(START + 400 * DAY),
        daysRemaining: 400,
        registrar: "Names Inc.",
        source: "rdap",
        statuses: ["clientTransferProhibited"],
        checkedAt: iso(START)
      } as const
      for (const each of [one, two, three]) assert.deepStrictEqual(yield* expiryOf(each), expected)
      assert.isUndefined(yield* claimOf("shared.test"))
    })
  )

  it.effect("is announced once at each threshold of each date, and not again when the time differs slightly", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* watched("soon.test")
      for (let day = 0; day <= 71; day++) yield* lookUp("soon.test", day, registered(70 + (day % 2) * 0.1))
      assert.deepStrictEqual(yield* thresholds(viewer), [60, 30, 14, 7, 3, 1])
      const [first] = yield* storedFacts(viewer)
      assert.strictEqual(first?.key, `domain_expiring:${id}:${iso(START + 70 * DAY)}:60`)
      assert.deepStrictEqual(first?.fact, {
        kind: "domain_expiring",
        monitor: { id, name: "soon.test", url: "https://soon.test/" },
        registeredName: "soon.test",
        expiresAt: iso(START + 70 * DAY),
        daysRemaining: 60,
        registrar: "Names Inc.",
        thresholdDays: 60
      })
      yield* lookUp("soon.test", 73, registered(130))
      assert.deepStrictEqual(yield* thresholds(viewer), [60, 30, 14, 7, 3, 1, 60])
      yield* setClock(iso(START))
    })
  )

  it.effect(
    "that has passed several thresholds when first seen is announced at the lowest one only, for each monitor",
    () =>
      Effect.gen(function* () {
        const [one, two] = [yield* watched("late.test"), yield* watched("www.late.test")]
        yield* lookUp("late.test", 0, registered(5))
        assert.deepStrictEqual([yield* thresholds(one.viewer), yield* thresholds(two.viewer)], [[7], [7]])
        const three = yield* watched("new.late.test")
        yield* assignAll
        assert.deepStrictEqual(yield* thresholds(three.viewer), [7])
        const four = yield* watched("gone.test")
        yield* lookUp("gone.test", 0, registered(-3))
        const [expired, ...more] = yield* storedFacts(four.viewer)
        assert.deepInclude(expired?.fact, { kind: "domain_expiring", registeredName: "gone.test", daysRemaining: -3 })
        assert.deepStrictEqual(more, [])
      })
  )

  it.effect(
    "stays unchanged while no lookup is possible, which is retried sooner; its thresholds are still announced",
    () =>
      Effect.gen(function* () {
        const monitor = yield* watched("stale.test")
        yield* lookUp("stale.test", 0, registered(31))
        assert.strictEqual(yield* lookUp("stale.test", 0.9, registered(500)), "not due")
        yield* lookUp("stale.test", 1, unavailable)
        assert.deepStrictEqual(yield* thresholds(monitor.viewer), [60, 30])
        assert.deepInclude(yield* expiryOf(monitor), {
          expiresAt: iso(START + 31 * DAY),
          daysRemaining: 30,
          checkedAt: iso(START)
        })
        yield* setClock(iso(START + 1.05 * DAY))
        const claim = yield* claimOf("stale.test")
        assert.deepInclude(claim?.previous, { expiresAt: iso(START + 31 * DAY), checkedAt: START })
        if (claim !== undefined) yield* (yield* Registrations).release([claim])
        yield* monitor.sql`update registration set registration = registration - 'statuses' where domain = 'stale.test'`
        assert.isNull((yield* claimOf("stale.test"))?.previous)
        yield* setClock(iso(START))
      })
  )

  it.effect("that is deleted, on hold or in redemption is stored in the record", () =>
    Effect.gen(function* () {
      const monitor = yield* watched("lost.test")
      yield* lookUp("lost.test", 0, registered(300, ["clientHold", "redemptionPeriod"]))
      assert.deepInclude(yield* expiryOf(monitor), { statuses: ["clientHold", "redemptionPeriod"] })
      yield* lookUp("lost.test", 1, { _tag: "NotRegistered", source: "whois", server: "whois.example" })
      assert.deepStrictEqual(yield* expiryOf(monitor), {
        expiresAt: null,
        daysRemaining: null,
        registrar: null,
        source: "whois",
        statuses: ["notRegistered"],
        checkedAt: iso(START + DAY)
      })
      yield* setClock(iso(START + 2 * DAY))
      assert.isNull((yield* claimOf("lost.test"))?.previous)
      yield* setClock(iso(START))
    })
  )

  it.effect("is not announced while a monitor is paused, but after it", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* watched("paused.test")
      const domains = yield* Domains
      yield* domains.pause(viewer, id)
      yield* lookUp("paused.test", 0, registered(3))
      assert.deepStrictEqual(yield* thresholds(viewer), [])
      yield* domains.resume(viewer, id)
      yield* lookUp("paused.test", 1, registered(3))
      assert.deepStrictEqual(yield* thresholds(viewer), [3])
      yield* setClock(iso(START))
    })
  )

  it.effect("is not looked up without a monitor, and at once when it gets a new one", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* watched("orphan.test")
      yield* lookUp("orphan.test", 0, registered(300))
      yield* (yield* Domains).remove(viewer, [id])
      assert.strictEqual(yield* lookUp("orphan.test", 2, registered(300)), "not due")
      yield* watched("www.orphan.test")
      yield* assignAll
      assert.isDefined(yield* claimOf("orphan.test"))
      yield* setClock(iso(START))
    })
  )

  it.effect("is due again when its lease is released, and ignores a result whose lease has ended", () =>
    Effect.gen(function* () {
      const monitor = yield* watched("lease.test")
      yield* assignAll
      const claim = yield* claimOf("lease.test")
      assert.isDefined(claim)
      if (claim === undefined) return
      const registrations = yield* Registrations
      yield* registrations.release([claim])
      assert.isFalse(yield* registrations.record(claim, START, registered(300)))
      assert.isDefined(yield* claimOf("lease.test"))
      assert.isNull(yield* expiryOf(monitor))
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a cached registry document", (it) => {
  it.effect("is the newest of those that were stored", () =>
    Effect.gen(function* () {
      const documents = yield* RegistryDocumentCache
      assert.isNull(yield* documents.find("list"))
      for (const [document, fetchedAt] of [
        ["old", 1_000],
        ["new", 3_000],
        ["older", 2_000]
      ] as const)
        yield* documents.store("list", { document, fetchedAt })
      assert.deepStrictEqual(yield* documents.find("list"), { document: "new", fetchedAt: 3_000 })
    })
  )
})
