import { assert, layer } from "@effect/vitest"
import { pageDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, Domains, type HostProofFinding, HostProofChecks, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { storedFacts } from "./storedFacts.ts"

const START = Date.UTC(2026, 2, 1)
const DAY = 86_400_000
const HOUR = 3_600_000

const setDay = (days: number, more = 0) => setClock(new Date(START + days * DAY + more).toISOString())

const claims = Effect.flatMap(HostProofChecks, (checks) => checks.claim(100, 60_000))

/** Records a lookup of the proof of a host. Fails if the lookup is not due. */
const lookUp = Effect.fn("lookUp")(function* (hostname: string, finding: HostProofFinding) {
  const claim = (yield* claims).find((one) => one.hostname === hostname)
  if (claim === undefined) return yield* Effect.die(new Error("not due"))
  return yield* (yield* HostProofChecks).record(claim, finding)
})

const isDue = (hostname: string) => Effect.map(claims, (due) => due.some((one) => one.hostname === hostname))

const posting = Effect.fn("posting")(function* (viewer: AccessScope, hostname: string) {
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname, { request: { method: "POST" } }), 100)
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

const stoppedOf = (viewer: AccessScope, id: string) =>
  Effect.map(
    Effect.flatMap(Domains, (domains) => domains.find(viewer, id)),
    (domain) => domain?.stoppedOptions.map(({ reason }) => reason)
  )

layer(layerStore, { excludeTestServices: true })("the proof of a host", (it) => {
  it.effect("is looked up every day while a monitor sends requests that may change something", () =>
    Effect.gen(function* () {
      yield* installClock(new Date(START).toISOString())
      const { viewer } = yield* newAccount
      const id = yield* posting(viewer, "daily.example")
      yield* setDay(0, 23 * HOUR)
      assert.isFalse(yield* isDue("daily.example"))
      yield* setDay(1)
      assert.strictEqual(yield* lookUp("daily.example", "published"), "published")
      assert.isFalse(yield* isDue("daily.example"))
      yield* setDay(2)
      assert.strictEqual(yield* lookUp("daily.example", "unknown"), "unknown")
      yield* setDay(2, HOUR)
      assert.strictEqual(yield* lookUp("daily.example", "published"), "published")
      yield* (yield* Domains).update(viewer, [id], { request: { method: "GET" } })
      yield* setDay(4)
      assert.isFalse(yield* isDue("daily.example"))
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select 1 from host_proof where hostname = 'daily.example'`, [])
      yield* (yield* Domains).update(viewer, [id], { request: { method: "PATCH" } })
      yield* setDay(5)
      assert.isTrue(yield* isDue("daily.example"))
    })
  )

  it.effect("stops the checks of its host after 7 days without it, and each monitor is announced once", () =>
    Effect.gen(function* () {
      yield* setDay(10)
      const { viewer } = yield* newAccount
      const other = yield* newAccount
      const id = yield* posting(viewer, "gone.example")
      const foreign = yield* posting(other.viewer, "gone.example")
      const page = {
        url: "https://gone.example/api",
        hostname: "gone.example",
        name: "API",
        request: { method: "PUT" }
      }
      yield* (yield* PageMonitors).create(viewer, { ...pageDefaults, ...page } as never, 100)
      const proofs = yield* HostProofChecks
      const each = Effect.fn("each")(function* (finding: HostProofFinding) {
        const due = (yield* claims).filter(({ hostname }) => hostname === "gone.example")
        const outcomes: Array<string> = []
        for (const claim of due)
          outcomes.push(
            claim.accountKey === viewer.accountKey
              ? yield* proofs.record(claim, finding)
              : yield* proofs.record(claim, "published")
          )
        return outcomes.toSorted()
      })
      for (let day = 11; day < 18; day++) {
        yield* setDay(day)
        assert.deepStrictEqual(yield* each("absent"), ["absent", "published"])
        assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
      }
      yield* setDay(18)
      assert.deepStrictEqual(yield* each("absent"), ["published", "stopped"])
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), ["host_not_proven"])
      assert.deepStrictEqual(yield* stoppedOf(other.viewer, foreign), [])
      yield* setDay(19)
      assert.deepStrictEqual(yield* each("absent"), ["absent", "published"])
      const facts = (yield* storedFacts(viewer)).map(({ fact }) => fact)
      assert.deepStrictEqual(
        facts.map((fact) => (fact.kind === "checks_stopped" ? [fact.monitorKind, fact.method, fact.recordName] : fact)),
        [
          ["domain", "POST", "_mon.gone.example"],
          ["url", "PUT", "_mon.gone.example"]
        ]
      )
      assert.deepInclude(facts[0], {
        absentSince: new Date(START + 11 * DAY).toISOString(),
        stoppedAt: new Date(START + 18 * DAY).toISOString()
      })
      assert.deepStrictEqual(yield* storedFacts(other.viewer), [])
      yield* setDay(20)
      assert.deepStrictEqual(yield* each("published"), ["published", "published"])
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
    })
  )

  it.effect("is not missing while lookups fail, and 7 days begin anew after it was found", () =>
    Effect.gen(function* () {
      yield* setDay(30)
      const { viewer } = yield* newAccount
      const id = yield* posting(viewer, "shaky.example")
      for (let day = 31; day < 45; day++) {
        yield* setDay(day)
        assert.strictEqual(yield* lookUp("shaky.example", "unknown"), "unknown")
      }
      yield* setDay(45)
      assert.strictEqual(yield* lookUp("shaky.example", "absent"), "absent")
      yield* setDay(51)
      assert.strictEqual(yield* lookUp("shaky.example", "published"), "published")
      yield* setDay(52)
      assert.strictEqual(yield* lookUp("shaky.example", "absent"), "absent")
      yield* setDay(58)
      assert.strictEqual(yield* lookUp("shaky.example", "absent"), "absent")
      yield* setDay(59)
      assert.strictEqual(yield* lookUp("shaky.example", "unknown"), "unknown")
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
    })
  )

  it.effect("that is found when the monitor is saved lets the checks run again", () =>
    Effect.gen(function* () {
      yield* setDay(60)
      const { viewer } = yield* newAccount
      const id = yield* posting(viewer, "saved.example")
      yield* setDay(61)
      yield* lookUp("saved.example", "absent")
      yield* setDay(68)
      assert.strictEqual(yield* lookUp("saved.example", "absent"), "stopped")
      yield* (yield* HostProofChecks).confirm(viewer.accountKey, "saved.example")
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
      assert.isFalse(yield* isDue("saved.example"))
    })
  )

  it.effect("is due again when its lease is released, and a late result is not recorded", () =>
    Effect.gen(function* () {
      yield* setDay(80)
      const { viewer } = yield* newAccount
      yield* posting(viewer, "leased.example")
      yield* setDay(81)
      const proofs = yield* HostProofChecks
      const claim = (yield* claims).find(({ hostname }) => hostname === "leased.example")
      if (claim === undefined) return assert.fail("not due")
      assert.isFalse(yield* isDue("leased.example"))
      yield* proofs.release([claim])
      assert.strictEqual(yield* proofs.record(claim, "published"), "late")
      assert.isTrue(yield* isDue("leased.example"))
    })
  )
})
