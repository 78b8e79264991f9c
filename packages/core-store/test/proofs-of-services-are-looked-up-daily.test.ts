import { assert, layer } from "@effect/vitest"
import { type MissingProof, serviceDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type AccessScope,
  Domains,
  type HostProofFinding,
  MonitorSchedule,
  ServiceProofs,
  Services
} from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { storedFacts } from "./storedFacts.ts"

const START = Date.UTC(2026, 2, 1)
const DAY = 86_400_000

const setDay = (days: number) => setClock(new Date(START + days * DAY).toISOString())

const claims = Effect.flatMap(ServiceProofs, (proofs) => proofs.claim(100, 60_000))
const require = (isRequired: boolean) => Effect.flatMap(ServiceProofs, (proofs) => proofs.require(isRequired))

const newService = (hostname: string) => {
  const target = `${hostname}:4000`
  const address = { url: `tcp://${target}`, hostname }
  return { ...serviceDefaults, name: target, check: { type: "tcp", target } as const, ...address }
}

const createService = Effect.fn("createService")(function* (viewer: AccessScope, hostname: string) {
  const made = yield* (yield* Services).create(viewer, newService(hostname), 100)
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

/** Records a lookup of the proof of a service. Fails if the lookup is not due. */
const lookUp = Effect.fn("lookUp")(function* (
  viewer: AccessScope,
  finding: HostProofFinding,
  missing: MissingProof | null = null
) {
  const due = yield* claims
  const proofs = yield* ServiceProofs
  const claim = due.find(({ accountKey }) => accountKey === viewer.accountKey)
  yield* proofs.release(due.filter((one) => one !== claim))
  return claim === undefined ? "not due" : yield* proofs.record(claim, finding, missing)
})

const missing = { cause: "record", name: "_mon.db.example", value: "mon-proof=a1 ports=4000" } as const

const sentence =
  'The TXT record of _mon.db.example with the text "mon-proof=a1 ports=4000" has been missing for 7 days; the checks of this service are stopped. Publish it again.'

const stoppedOf = (viewer: AccessScope, id: string) =>
  Effect.map(
    Effect.flatMap(Services, (services) => services.find(viewer, id)),
    (service) => service?.stoppedOptions
  )

/** Claims the check of a service, and returns the reason why it must not be made. */
const stoppedCheck = (viewer: AccessScope) =>
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    const due = yield* schedule.claim(100, 0)
    yield* schedule.release(due)
    return due.filter(({ accountKey }) => accountKey === viewer.accountKey).map(({ stopped }) => stopped)
  })

/** Creates a service whose proof has been missing for 7 days. */
const stopped = Effect.fn("stopped")(function* (day: number) {
  yield* setDay(day)
  const { viewer } = yield* newAccount
  const id = yield* createService(viewer, "db.example")
  for (let after = 0; after < 7; after++) {
    yield* setDay(day + after)
    assert.strictEqual(yield* lookUp(viewer, "absent", missing), "absent")
  }
  assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
  yield* setDay(day + 7)
  assert.strictEqual(yield* lookUp(viewer, "absent", missing), "stopped")
  return { viewer, id }
})

layer(layerStore, { excludeTestServices: true })("the proof of a service", (it) => {
  it.effect("is looked up only while the operator requires it", () =>
    Effect.gen(function* () {
      yield* installClock(new Date(START).toISOString())
      const { viewer } = yield* newAccount
      yield* createService(viewer, "any.example")
      assert.deepStrictEqual(yield* claims, [])
      yield* require(true)
      assert.strictEqual(yield* lookUp(viewer, "published"), "published")
      assert.strictEqual(yield* lookUp(viewer, "published"), "not due")
      yield* setDay(1)
      assert.strictEqual(yield* lookUp(viewer, "published"), "published")
    })
  )

  it.effect("stops the checks after 7 days without it, says which record is missing, and is announced once", () =>
    Effect.gen(function* () {
      yield* require(true)
      const { id, viewer } = yield* stopped(10)
      const shown = [{ option: "check", reason: "host_not_proven", message: sentence }]
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), shown as never)
      assert.deepStrictEqual(yield* stoppedCheck(viewer), [sentence])
      yield* setDay(18)
      assert.strictEqual(yield* lookUp(viewer, "absent", missing), "absent")
      const facts = (yield* storedFacts(viewer)).map(({ fact }) => fact)
      assert.strictEqual(facts.length, 1)
      assert.deepInclude(facts[0], {
        kind: "checks_stopped",
        monitorKind: "service",
        method: null,
        recordName: "_mon.db.example",
        absentSince: new Date(START + 10 * DAY).toISOString(),
        stoppedAt: new Date(START + 17 * DAY).toISOString()
      })
    })
  )

  it.effect("that is back lets the checks go on", () =>
    Effect.gen(function* () {
      yield* require(true)
      const { id, viewer } = yield* stopped(30)
      yield* (yield* ServiceProofs).hurry(viewer, "db.example")
      assert.strictEqual(yield* lookUp(viewer, "unknown"), "unknown")
      assert.lengthOf((yield* stoppedOf(viewer, id)) ?? [], 1)
      yield* (yield* ServiceProofs).hurry(viewer, "db.example")
      assert.strictEqual(yield* lookUp(viewer, "published"), "published")
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
      assert.deepStrictEqual(yield* stoppedCheck(viewer), [null])
    })
  )

  it.effect("has no effect once the operator allows any host, and has again when the operator requires it", () =>
    Effect.gen(function* () {
      yield* require(true)
      const { id, viewer } = yield* stopped(50)
      yield* require(false)
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
      assert.deepStrictEqual(yield* stoppedCheck(viewer), [null])
      yield* require(true)
      assert.deepStrictEqual(yield* stoppedCheck(viewer), [sentence])
    })
  )

  it.effect(
    "stays missing when the service is renamed, paused, resumed, deleted or restored, but not when its address changes",
    () =>
      Effect.gen(function* () {
        yield* require(true)
        const sql = yield* SqlClient.SqlClient
        const { id, viewer } = yield* stopped(70)
        const services = yield* Services
        yield* services.update(viewer, [id], { name: "Other", checkInterval: 600 })
        yield* services.pause(viewer, id)
        yield* services.resume(viewer, id)
        assert.deepStrictEqual(yield* stoppedCheck(viewer), [sentence])
        yield* services.remove(viewer, [id])
        yield* setDay(80)
        assert.strictEqual(yield* lookUp(viewer, "published"), "not due")
        yield* sql`update monitor set deleted_at = null where public_id = ${id}::uuid`
        assert.lengthOf((yield* stoppedOf(viewer, id)) ?? [], 1)
        const { check, hostname, url } = newService("other.example")
        yield* services.update(viewer, [id], { check, hostname, url })
        assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
        assert.strictEqual(yield* lookUp(viewer, "absent", { cause: "port" }), "absent")
      })
  )

  it.effect("says why no record can prove the host", () =>
    Effect.gen(function* () {
      yield* require(true)
      const { viewer } = yield* newAccount
      yield* setDay(90)
      const id = yield* createService(viewer, "port.example")
      assert.strictEqual(yield* lookUp(viewer, "absent", { cause: "port" }), "absent")
      yield* setDay(97)
      assert.strictEqual(yield* lookUp(viewer, "absent", { cause: "port" }), "stopped")
      assert.deepInclude((yield* stoppedOf(viewer, id))?.[0], { option: "check", reason: "not_allowed" })
    })
  )

  it.effect("may be an MX record of a domain of the account, first of those to which the host belongs", () =>
    Effect.gen(function* () {
      const proofs = yield* ServiceProofs
      const { viewer } = yield* newAccount
      for (const name of ["a.example", "www.shop.example", "z.example"])
        yield* (yield* Domains).create(viewer, newDomain(name), 100)
      yield* createService(viewer, "service.example")
      const found = yield* proofs.domains(viewer.accountKey, "mx.shop.example", 2)
      assert.deepStrictEqual(found, ["www.shop.example", "a.example"])
      assert.deepStrictEqual(yield* proofs.checksOn(viewer, "service.example", []), [
        { type: "tcp", target: "service.example:4000" }
      ])
    })
  )
})
