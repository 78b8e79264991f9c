import { assert, layer } from "@effect/vitest"
import type { DnsTypeChange } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type AccessScope,
  type DnsRepairFindings,
  DnsRepairs,
  DnsWatches,
  type DnsWatchResult,
  Domains,
  MaintenanceWindows,
  MonitorLists,
  Notifications,
  Repairs
} from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"
import { openWindow } from "./maintenanceWindow.ts"
import { storedFacts } from "./storedFacts.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const WATCH = { types: ["NS", "MX"] } as const
const START = Date.UTC(2026, 5, 1, 12)

const change: DnsTypeChange = {
  type: "MX",
  name: "shop.example",
  added: ["10 mx.evil.example"],
  removed: ["10 mx.example.net"],
  firstSeenAt: new Date(START).toISOString()
}

const found = (changes: ReadonlyArray<DnsTypeChange> = []): DnsWatchResult => ({
  observedAt: START,
  state: { sets: {} },
  shown: { sets: [], findings: [{ code: "lame_server", message: "ns1 does not answer." }] },
  changes,
  nextInMs: 180_000
})

const watched = Effect.fn("watched")(function* (hostname: string, viewer: AccessScope) {
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname, { dnsWatch: WATCH }), 100)
  return made._tag === "Created" ? made.monitor : yield* Effect.die(new Error(made._tag))
})

const claimOf = Effect.fn("claimOf")(function* (hostname: string) {
  const claims = yield* knownToBeDue("DNS watches", (yield* DnsWatches).claim(100, 60_000))
  return claims.find((claim) => claim.hostname === hostname)
})

const changedAt = (scope: AccessScope) =>
  Effect.map(
    Effect.flatMap(MonitorLists, (lists) => lists.read(scope)),
    ({ fields, rows }) => rows.map((row) => row[fields.indexOf("changedAt")])
  )

const makeDue = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update dns_watch set next_at = mon_now(), lease_until = null, lease_token = null`
)

layer(layerStore, { excludeTestServices: true })("the DNS of a domain", (it) => {
  it.effect("is due at once, is claimed by one worker, and its change is announced once", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const watches = yield* DnsWatches
      const { id } = yield* watched("once.example", viewer)
      assert.deepInclude(yield* watches.find(viewer, id), { status: "waiting", changes: [] })
      const claim = yield* claimOf("once.example")
      if (claim === undefined) return assert.fail("not claimed")
      assert.deepInclude(claim, { watch: WATCH, state: null, plan: "agency", intervalMs: 300_000 })
      assert.isUndefined(yield* claimOf("once.example"))
      assert.isTrue(yield* watches.record(claim, { ...found([change]), diagnosisFacts: { mail: { mx: [] } } }))
      assert.isFalse(yield* watches.record(claim, found([change])))
      const { items } = yield* (yield* Notifications).list(viewer, { page: 1, limit: 10, type: null })
      assert.deepInclude(items[0], { kind: "dns_changed", diagnosisFacts: { mail: { mx: [] } } })
      const facts = yield* storedFacts(viewer)
      const shown = yield* watches.find(viewer, id)
      assert.deepStrictEqual(
        shown?.changes.map(({ changes, detectedAt }) => ({ changes, detectedAt })),
        [{ changes: [change], detectedAt: new Date(START).toISOString() }]
      )
      assert.deepInclude(shown, { status: "watching", checkedAt: new Date(START).toISOString() })
      assert.deepStrictEqual(
        facts.map(({ fact }) => fact),
        [
          {
            kind: "dns_changed",
            state: "dns_changed",
            monitor: { id, name: "once.example", url: "https://once.example/" },
            changeId: shown?.changes[0]?.id ?? "",
            detectedAt: new Date(START).toISOString(),
            added: ["MX shop.example 10 mx.evil.example"],
            removed: ["MX shop.example 10 mx.example.net"]
          }
        ]
      )
    })
  )

  it.effect("shows its last change in the list of monitors, to those who can see the domain", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const other = yield* newAccount
      const watches = yield* DnsWatches
      yield* watched("listed.example", viewer)
      assert.deepStrictEqual(yield* changedAt(viewer), [null])
      for (const observedAt of [START + 60_000, START]) {
        const claim = yield* claimOf("listed.example")
        if (claim === undefined) return assert.fail("not claimed")
        yield* watches.record(claim, { ...found([change]), observedAt })
        yield* makeDue
      }
      assert.deepStrictEqual(yield* changedAt(viewer), [START / 1_000 + 60])
      assert.deepStrictEqual(yield* changedAt(other.viewer), [])
    })
  )

  it.effect("is observed at once after the watch has changed, and an observation for the old one is not recorded", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const watches = yield* DnsWatches
      const { id } = yield* watched("edited.example", viewer)
      const claim = yield* claimOf("edited.example")
      if (claim === undefined) return assert.fail("not claimed")
      yield* (yield* Domains).update(viewer, [id], { dnsWatch: { types: ["TXT"] } })
      assert.isFalse(yield* watches.record(claim, found([change])))
      assert.deepStrictEqual((yield* claimOf("edited.example"))?.watch.types, ["TXT"])
      yield* (yield* Domains).update(viewer, [id], { dnsWatch: null })
      assert.deepInclude(yield* watches.find(viewer, id), { status: "off", sets: [] })
      yield* makeDue
      assert.isUndefined(yield* claimOf("edited.example"))
    })
  )

  it.effect("is not observed while the domain is paused, and not after it was deleted", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const watches = yield* DnsWatches
      const { id } = yield* watched("paused.example", viewer)
      const claim = yield* claimOf("paused.example")
      if (claim === undefined) return assert.fail("not claimed")
      yield* (yield* Domains).pause(viewer, id)
      assert.isFalse(yield* watches.record(claim, found([change])))
      yield* makeDue
      assert.isUndefined(yield* claimOf("paused.example"))
      assert.deepInclude(yield* watches.find(viewer, id), { status: "paused", nextCheckAt: null })
      yield* (yield* Domains).resume(viewer, id)
      yield* makeDue
      assert.isDefined(yield* claimOf("paused.example"))
      yield* (yield* Domains).remove(viewer, [id])
      yield* makeDue
      assert.isUndefined(yield* claimOf("paused.example"))
      assert.isNull(yield* watches.find(viewer, id))
    })
  )

  it.effect("stops for the newest domains when the plan allows fewer, and says so", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const watches = yield* DnsWatches
      const sql = yield* SqlClient.SqlClient
      const names = Array.from({ length: 7 }, (_, index) => `plan${index}.example`)
      const domains = yield* Effect.forEach(names, (name) => watched(name, viewer))
      assert.strictEqual(yield* watches.used(viewer, [domains[0]?.id ?? ""]), 6)
      yield* sql`update account set plan = 'free' where id = ${viewer.accountKey}::bigint`
      const claims = yield* watches.claim(100, 60_000)
      const mine = claims.filter(({ accountKey }) => accountKey === viewer.accountKey)
      assert.deepStrictEqual(mine.map(({ hostname }) => hostname).toSorted(), names.slice(0, 5))
      assert.deepStrictEqual(
        mine.map(({ plan }) => plan),
        ["free", "free", "free", "free", "free"]
      )
      const states = yield* Effect.forEach(domains, ({ id }) => watches.find(viewer, id))
      const statuses = states.map((state) => String(state?.status))
      assert.deepStrictEqual(statuses.slice(0, 5), ["waiting", "waiting", "waiting", "waiting", "waiting"])
      assert.deepStrictEqual(statuses.slice(5), ["over_limit", "over_limit"])
    })
  )

  it.effect("belongs to its account, and to members with whom the domain is shared", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const stranger = (yield* newAccount).viewer
      const member = yield* newMember(viewer)
      const watches = yield* DnsWatches
      const { id } = yield* watched("shared.example", viewer)
      assert.isNull(yield* watches.find(stranger, id))
      assert.isNull(yield* watches.find(member, id))
      yield* share(member, id, false)
      assert.deepInclude(yield* watches.find(member, id), { status: "waiting" })
      assert.deepStrictEqual(
        (yield* watches.claim(100, 60_000, [viewer.accountKey])).filter(
          ({ hostname }) => hostname === "shared.example"
        ),
        []
      )
    })
  )

  it.effect("is due again at once when a worker that shuts down releases it", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      yield* watched("released.example", viewer)
      const claim = yield* claimOf("released.example")
      if (claim === undefined) return assert.fail("not claimed")
      yield* (yield* DnsWatches).release([claim])
      assert.isDefined(yield* claimOf("released.example"))
    })
  )

  it.effect("opens a repair, which later observations and answers of servers move", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { id } = yield* watched("restored.example", viewer)
      const repair = Effect.map((yield* Repairs).list(viewer, id, { limit: 1 }), (page) =>
        page?._tag === "Repairs" ? page.repairs[0] : undefined
      )
      const record = Effect.fn("record")(function* (findings: DnsRepairFindings, minutes: number) {
        const claim = yield* claimOf("restored.example")
        if (claim === undefined) return assert.fail("not claimed")
        const observedAt = (yield* Clock.currentTimeMillis) + minutes * 60_000
        assert.isTrue(yield* (yield* DnsWatches).record(claim, { ...found(), observedAt, repair: findings }))
        yield* makeDue
        return claim.repair
      })
      const set = { type: "MX", host: "restored.example", values: ["10 a"], replaces: ["10 b"] } as const
      const answers = (state: "old" | "published") =>
        ["ns1 192.0.2.53", "resolver"].map((server) => ({ type: set.type, host: set.host, server, state }))
      const changed: DnsRepairFindings = { changed: [{ ...set, now: ["10 b"] }], cause: "The MX moved", asked: null }
      assert.isNull(yield* record({ ...changed, cause: null }, 0))
      const window = yield* openWindow(viewer, 30, { domainIds: [id] })
      assert.isNull(yield* record(changed, 0))
      assert.isUndefined(yield* repair)
      yield* (yield* MaintenanceWindows).end(viewer, window.id)
      assert.isNull(yield* record(changed, 1))
      assert.deepInclude(yield* repair, {
        kind: "dns",
        code: "dns_changed",
        message: "The MX moved",
        state: "open",
        records: [set],
        endedAt: null
      })
      const pending = { state: "pending", servers: answers("old"), isConfirmed: false } as const
      yield* (yield* DnsRepairs).answered(viewer, id, yield* Clock.currentTimeMillis, pending)
      assert.deepInclude((yield* repair)?.answers, { state: "pending" })
      const asked = { state: "verified", servers: answers("published"), isConfirmed: true } as const
      const back = { changed: [{ ...set, values: ["10 b"], replaces: ["10 a"], now: ["10 a"] }], cause: "The MX moved" }
      assert.deepStrictEqual(yield* record({ ...back, asked }, 2), { state: "open", records: [set] })
      assert.deepInclude(yield* repair, { state: "closed", repairSeconds: 60, endedAt: null, records: [set] })
      assert.isNull(yield* record(changed, 3))
      assert.deepInclude(yield* repair, { state: "open", reopened: 1, answers: null, endedAt: null })
      assert.isNotNull((yield* (yield* DnsRepairs).dismiss(viewer, id))?.endedAt ?? null)
      assert.isNull(yield* record({ changed: [], cause: null, asked }, 4))
      assert.deepInclude(yield* repair, { state: "open", answers: null })
    })
  )
})
