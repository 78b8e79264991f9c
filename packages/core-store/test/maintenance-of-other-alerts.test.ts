// Tests of alerts that are not about downtime.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type AccessScope, MaintenanceWindows } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { openWindow } from "./maintenanceWindow.ts"
import { installClock, setClock } from "./movableClock.ts"
import { announced } from "./storedFacts.ts"
import { watched } from "./watchedDomain.ts"
import { addUrl } from "./watchedPage.ts"
import { knownToBeDue } from "./knownToBeDue.ts"
import { toStoredFact, type Fact } from "@mon/model"
import * as SqlClient from "effect/sql/SqlClient"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 2, minute)).toISOString()

interface Monitor {
  readonly id: string
  readonly viewer: AccessScope
}

/** Stores a fact as the checks of a monitor do. */
const finds = Effect.fn("finds")(function* ({ id, viewer }: Monitor, fact: Fact) {
  const sql = yield* SqlClient.SqlClient
  const { data, key, kind, type } = toStoredFact(fact)
  yield* sql`
    insert into notification (public_id, account_id, type, kind, key, monitor_id, data)
    select gen_random_uuid(), m.account_id, ${type}, ${kind}, ${key}, m.id, ${JSON.stringify(data)}::text::jsonb
    from monitor m where m.public_id = ${id}::uuid and m.account_id = ${viewer.accountKey}::bigint`
})

const monitorOf = ({ id }: Monitor) => ({ id, name: "Shop", url: "https://shop.example/" })

const speed = (monitor: Monitor, state: "degraded" | "recovered", minute: number): Fact => ({
  ...({ kind: state, state } as { kind: "degraded"; state: "degraded" }),
  monitor: monitorOf(monitor),
  monitorKind: "domain",
  at: at(minute),
  responseMs: 900,
  degradedAfterMs: 500
})

const certificate = (monitor: Monitor, minute: number): Fact => ({
  kind: "certificate_invalid",
  monitor: monitorOf(monitor),
  problems: ["expired"],
  certificate: null,
  detectedAt: at(minute)
})

const pageError = (monitor: Monitor, minute: number): Fact => ({
  kind: "page_error",
  monitor: monitorOf(monitor),
  at: at(minute),
  statusCode: 502,
  error: null
})

const dnsChanged = (monitor: Monitor, minute: number): Fact => ({
  kind: "dns_changed",
  state: "dns_changed",
  monitor: monitorOf(monitor),
  changeId: `change-${minute}`,
  detectedAt: at(minute),
  added: ["MX shop.example 10 mx.example"],
  removed: []
})

const pageChanged = (monitor: Monitor, minute: number): Fact => ({
  kind: "page_changed",
  monitor: monitorOf(monitor),
  changeId: `change-${minute}`,
  detectedAt: at(minute),
  summary: "1 line added",
  added: ["one"],
  removed: []
})

const emailHealth = (monitor: Monitor, minute: number): Fact => ({
  kind: "email_health_alert",
  monitor: monitorOf(monitor),
  score: 40,
  grade: "F",
  previousGrade: "B",
  newListings: [],
  checkedAt: at(minute),
  findings: []
})

const emailRecovery = (monitor: Monitor, minute: number): Fact => ({
  kind: "email_health_recovery",
  monitor: monitorOf(monitor),
  score: 95,
  grade: "A",
  previousGrade: "F",
  checkedAt: at(minute)
})

const expiring = (monitor: Monitor): Fact => ({
  kind: "domain_expiring",
  monitor: monitorOf(monitor),
  registeredName: "shop.example",
  expiresAt: at(0),
  daysRemaining: 7,
  registrar: null,
  thresholdDays: 7
})

/** Creates a domain that is under maintenance for half an hour. */
const underMaintenance = Effect.fn("underMaintenance")(function* (hostname: string) {
  yield* setClock(at(0))
  const domain = yield* watched(hostname)
  yield* openWindow(domain.viewer, 30, { domainIds: [domain.id] })
  yield* setClock(at(5))
  return domain
})

const states = (viewer: AccessScope) =>
  Effect.map(announced(viewer), (rows) => rows.map(([kind, , status]) => `${kind} ${status}`))

/** Does the work of the workers at the given minute. Returns the number of announced alerts. */
const workersAt = Effect.fn("workersAt")(function* (minute: number) {
  yield* setClock(at(minute))
  const windows = yield* MaintenanceWindows
  yield* windows.settle(1_000)
  return yield* knownToBeDue("ends of maintenance", windows.announceEnded(1_000))
})

layer(layerStore, { excludeTestServices: true })("during a maintenance window", (it) => {
  it.effect("a page that cannot be read is announced at the end, with the name of the window, if it still cannot", () =>
    Effect.gen(function* () {
      yield* Effect.ignore(installClock(at(0)))
      yield* setClock(at(0))
      const { viewer } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      for (const [state, expected] of [
        [3, "page_error pending"],
        [1, "page_error suppressed"]
      ] as const) {
        yield* setClock(at(0))
        const page = { id: yield* addUrl(viewer), viewer }
        yield* openWindow(viewer, 30, { urlIds: [page.id] })
        yield* setClock(at(5))
        yield* finds(page, pageError(page, 5))
        yield* sql`
          update monitor_schedule s set state = ${state} from monitor m
          where m.id = s.monitor_id and m.public_id = ${page.id}::uuid`
        yield* workersAt(31)
        assert.strictEqual((yield* states(viewer)).at(-1), expected)
      }
      const [first] = yield* sql`
        select data -> 'maintenance' as maintenance from notification where account_id = ${viewer.accountKey}::bigint
        order by id limit 1`
      assert.deepStrictEqual(first, { maintenance: { window: "Deployment" } })
    })
  )

  it.effect("a slow domain is announced at the end if it still is slow", () =>
    Effect.gen(function* () {
      for (const isSlow of [true, false]) {
        const shop = yield* underMaintenance(`slow-${isSlow}.example`)
        yield* finds(shop, speed(shop, "degraded", 5))
        yield* shop.sql`update monitor_schedule set is_degraded = ${isSlow} where monitor_id = ${shop.key}::bigint`
        assert.strictEqual(yield* workersAt(31), isSlow ? 1 : 0)
        assert.deepStrictEqual(yield* states(shop.viewer), [`degraded ${isSlow ? "pending" : "suppressed"}`])
      }
    })
  )

  it.effect("a recovery of what began inside is not sent either, and nothing follows at the end", () =>
    Effect.gen(function* () {
      const shop = yield* underMaintenance("recovers.example")
      yield* finds(shop, speed(shop, "degraded", 5))
      yield* finds(shop, emailHealth(shop, 6))
      yield* finds(shop, speed(shop, "recovered", 10))
      yield* finds(shop, emailRecovery(shop, 11))
      assert.strictEqual(yield* workersAt(31), 0)
      assert.deepStrictEqual(yield* states(shop.viewer), [
        "degraded suppressed",
        "email_health_alert suppressed",
        "recovered suppressed",
        "email_health_recovery suppressed"
      ])
    })
  )

  it.effect("bad email health and a refused certificate are announced once at the end", () =>
    Effect.gen(function* () {
      const shop = yield* underMaintenance("certificate.example")
      yield* finds(shop, emailHealth(shop, 5))
      yield* finds(shop, certificate(shop, 6))
      yield* finds(shop, certificate(shop, 7))
      yield* shop.sql`
        insert into monitor_facts (monitor_id, ssl) values (${shop.key}::bigint, '{"valid": false}')
        on conflict (monitor_id) do update set ssl = excluded.ssl`
      assert.strictEqual(yield* workersAt(31), 2)
      assert.strictEqual(yield* workersAt(40), 0)
      const [first, ...others] = yield* states(shop.viewer)
      assert.strictEqual(first, "email_health_alert pending")
      assert.sameMembers(others, ["certificate_invalid suppressed", "certificate_invalid pending"])
    })
  )

  it.effect("changes of a page or of DNS records are recorded and never announced", () =>
    Effect.gen(function* () {
      const shop = yield* underMaintenance("changes.example")
      yield* finds(shop, dnsChanged(shop, 5))
      yield* finds(shop, pageChanged(shop, 6))
      assert.strictEqual(yield* workersAt(31), 0)
      assert.deepStrictEqual(yield* states(shop.viewer), ["dns_changed suppressed", "page_changed suppressed"])
    })
  )

  it.effect("a deadline is announced as usual", () =>
    Effect.gen(function* () {
      const shop = yield* underMaintenance("deadline.example")
      yield* finds(shop, expiring(shop))
      assert.deepStrictEqual(yield* states(shop.viewer), ["domain_expiring pending"])
    })
  )
})
