import { assert, layer } from "@effect/vitest"
import { pageDefaults, type PageStatus, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { type AccessScope, type PageCheckResult, PageChecks, type PageClaim, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { storedFacts } from "./storedFacts.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const START = Date.UTC(2026, 4, 1)
const INTERVAL_S = 3_600
const SECOND = 1_000
const error = { code: "http_status", message: "It answered 502." }

const iso = (time: number) => new Date(time).toISOString()

type Fault = PageCheckResult["error"]

let hosts = 0

const addPage = Effect.fn("addPage")(function* (viewer: AccessScope) {
  hosts += 1
  const hostname = `failing-${hosts}.example`
  const url = { url: `https://${hostname}/`, hostname, name: hostname, checkInterval: INTERVAL_S }
  const added = yield* (yield* PageMonitors).create(viewer, { ...pageDefaults, ...url }, 100)
  if (added._tag !== "Created") return yield* Effect.die(new Error(added._tag))
  return added.monitor.id
})

const resultOf = (
  claim: PageClaim,
  state: PageCheckResult["state"],
  why: PageCheckResult["error"] = state === "error" ? error : null
): PageCheckResult => ({
  at: claim.claimedAt,
  state,
  statusCode: state === "active" ? 200 : null,
  responseUs: 1_500,
  error: why,
  evidence: state === "error" ? { subject: "site", check: { at: iso(claim.claimedAt), outcome: "http_status" } } : null,
  page: null,
  change: null,
  screenshot: null,
  notificationId: uuidv7(Date.now(), randomBytes(10))
})

const setTime = (seconds: number) => setClock(new Date(START + seconds * SECOND).toISOString())

/** Checks a page when a worker claims it. Fails if the page is not due. */
const checkDue = Effect.fn("checkDue")(function* (
  id: string,
  seconds: number,
  state: PageCheckResult["state"],
  why?: PageCheckResult["error"]
) {
  yield* setTime(seconds)
  const checks = yield* PageChecks
  const claim = (yield* knownToBeDue("pages", checks.claim(100, 60_000))).find((each) => each.id === id)
  if (claim === undefined) return yield* Effect.die(new Error("not due"))
  yield* checks.record(claim, resultOf(claim, state, why))
})

const checkManually = Effect.fn("checkManually")(function* (
  viewer: AccessScope,
  id: string,
  state: PageCheckResult["state"]
) {
  const checks = yield* PageChecks
  const manual = yield* checks.claimManually(viewer, id, 60_000)
  if (manual?._tag !== "Claimed") return yield* Effect.die(new Error(manual?._tag ?? "absent"))
  yield* checks.record(manual.claim, resultOf(manual.claim, state))
})

/** A page whose first check was successful, at the start of the test. */
const activePage = Effect.gen(function* () {
  yield* setTime(0)
  const { viewer } = yield* newAccount
  const id = yield* addPage(viewer)
  yield* checkDue(id, 0, "active")
  const urls = yield* PageMonitors
  const find = Effect.map(urls.find(viewer, id), (found) => found ?? assert.fail("absent"))
  const due = Effect.map(find, ({ nextCheckAt }) => (Date.parse(nextCheckAt ?? "") - START) / SECOND)
  const kinds = Effect.map(storedFacts(viewer), (facts) => facts.map(({ fact }) => fact.kind))
  return { viewer, id, find, due, kinds }
})

layer(layerStore, { excludeTestServices: true })("a failed check of a page", (it) => {
  it.effect("is not announced and keeps the state until a second check confirms it, half a minute later", () =>
    Effect.gen(function* () {
      yield* installClock(new Date(START).toISOString())
      const { due, find, id, kinds } = yield* activePage
      const first = yield* due
      yield* checkDue(id, first, "error")
      assert.deepInclude(yield* find, { status: "active", lastError: error })
      assert.closeTo(yield* due, first + 30, 0.001)
      assert.deepStrictEqual(yield* kinds, [])
      yield* checkDue(id, first + 30, "error")
      assert.deepInclude(yield* find, { status: "error", lastError: error })
      assert.isAtLeast(yield* due, first + 31)
      assert.deepStrictEqual(yield* kinds, ["page_error"])
      yield* checkDue(id, yield* due, "error")
      assert.deepStrictEqual(yield* kinds, ["page_error"])
    })
  )

  it.effect("is over if the second check is successful, and the next failure must be confirmed again", () =>
    Effect.gen(function* () {
      const { due, find, id, kinds } = yield* activePage
      for (let time = 0; time < 3; time++) {
        yield* checkDue(id, yield* due, "error")
        yield* checkDue(id, yield* due, "active")
        assert.deepInclude(yield* find, { status: "active", lastError: null })
      }
      assert.deepStrictEqual(yield* kinds, [])
    })
  )

  it.effect("stays unconfirmed while checks have no verdict", () =>
    Effect.gen(function* () {
      const { due, find, id, kinds } = yield* activePage
      yield* checkDue(id, yield* due, "error")
      yield* checkDue(id, yield* due, null)
      yield* checkDue(id, yield* due, null)
      assert.deepInclude(yield* find, { status: "active" })
      assert.deepStrictEqual(yield* kinds, [])
      yield* checkDue(id, yield* due, "error")
      assert.deepInclude(yield* find, { status: "error" })
    })
  )

  it.effect("that Mon could not make says why, and changes no state", () =>
    Effect.gen(function* () {
      yield* setTime(0)
      const { viewer } = yield* newAccount
      const id = yield* addPage(viewer)
      const find = Effect.map((yield* PageMonitors).find(viewer, id), (found) => found ?? assert.fail("absent"))
      const nextDue = Effect.map(find, ({ nextCheckAt }) => (Date.parse(nextCheckAt ?? "") - START) / SECOND)
      const fault = { code: "prober_fault", message: "The search took too long." }
      const other = { code: "prober_fault", message: "There was no browser." }
      const kept = (why: string) => ({
        ...error,
        message: `${error.message} The newest check could not be made: ${why}`
      })
      const checks: ReadonlyArray<
        readonly [PageCheckResult["state"], Fault | undefined, status: PageStatus, lastError: Fault]
      > = [
        // The network of the worker may have caused this error.
        [null, error, "unknown", null],
        [null, fault, "unknown", fault],
        ["active", undefined, "active", null],
        [null, fault, "active", fault],
        [null, error, "active", fault],
        ["active", undefined, "active", null],
        ["error", undefined, "active", error],
        [null, fault, "active", fault],
        ["error", undefined, "error", error],
        [null, fault, "error", kept(fault.message)],
        [null, other, "error", kept(other.message)],
        [null, error, "error", kept(other.message)],
        ["error", undefined, "error", error],
        ["active", undefined, "active", null]
      ]
      for (const [index, [state, why, status, lastError]] of checks.entries()) {
        yield* checkDue(id, index === 0 ? 0 : yield* nextDue, state, why)
        assert.deepInclude(yield* find, { status, lastError }, `check ${index}`)
      }
      const facts = yield* storedFacts(viewer)
      assert.deepStrictEqual(
        facts.map(({ fact }) => fact.kind),
        ["page_error"]
      )
    })
  )

  it.effect("of a monitor that has just been added is confirmed within seconds", () =>
    Effect.gen(function* () {
      yield* setTime(0)
      const { viewer } = yield* newAccount
      const id = yield* addPage(viewer)
      yield* checkDue(id, 0, "error")
      assert.deepInclude(yield* (yield* PageMonitors).find(viewer, id), { status: "unknown", lastError: error })
      yield* checkDue(id, 3, "error")
      assert.deepInclude(yield* (yield* PageMonitors).find(viewer, id), { status: "error" })
    })
  )

  it.effect("shows at once after a manual check, and is announced once a scheduled check confirms it", () =>
    Effect.gen(function* () {
      const { due, find, id, kinds, viewer } = yield* activePage
      yield* checkManually(viewer, id, "error")
      assert.deepInclude(yield* find, { status: "error", lastError: error })
      assert.deepStrictEqual(yield* kinds, [])
      yield* checkDue(id, yield* due, "error")
      assert.deepStrictEqual(yield* kinds, ["page_error"])
      yield* checkDue(id, yield* due, "active")
      yield* setTime(7_200)
      yield* checkManually(viewer, id, "error")
      yield* checkDue(id, yield* due, "active")
      assert.deepInclude(yield* find, { status: "active" })
      assert.deepStrictEqual(yield* kinds, ["page_error"])
    })
  )

  it.effect("is stored with its alert with what it shows about its cause, until a check passes", () =>
    Effect.gen(function* () {
      const { due, id, viewer } = yield* activePage
      const sql = yield* SqlClient.SqlClient
      const failedAt = yield* due
      const stored = Effect.map(
        sql<{ readonly facts: object | null }>`
          select p.diagnosis_facts as facts from url_page p join monitor m on m.id = p.monitor_id
          where m.public_id = ${id}::uuid`,
        ([row]) => row?.facts
      )
      const facts = (seconds: number) => ({
        subject: "site",
        check: { at: iso(START + seconds * SECOND), outcome: "http_status" },
        since: iso(START + failedAt * SECOND),
        edits: [{ at: iso(START + SECOND), fields: ["expect"] }],
        lastGood: { at: iso(START), outcome: "ok", location: "default", statusCode: 200 }
      })
      assert.isNull(yield* stored)
      yield* sql`
        insert into audit_entry (account_id, at, expires_at, finished_at, action, target, actor, address, user_agent, changes)
        values (${viewer.accountKey}::bigint, ${new Date(START + SECOND)}, ${new Date(START + 1e9)}, ${new Date(START + SECOND)},
          'urls.update', ${id}, 'session', '', '', '[{"field": "expect", "before": null, "after": null}]')`
      yield* checkDue(id, failedAt, "error")
      assert.deepInclude(yield* stored, facts(failedAt))
      yield* checkDue(id, failedAt + 30, "error")
      assert.deepInclude(yield* stored, facts(failedAt + 30))
      const later = yield* due
      // The network of the worker may be down.
      yield* checkDue(id, later, null)
      assert.deepInclude(yield* stored, facts(failedAt + 30))
      yield* checkDue(id, yield* due, "active")
      assert.isNull(yield* stored)
      const alerts = yield* sql<{ readonly facts: unknown }>`
        select diagnosis_facts as facts from notification where account_id = ${viewer.accountKey}::bigint`
      assert.lengthOf(alerts, 1)
      assert.deepInclude(alerts[0]?.facts, facts(failedAt + 30))
    })
  )

  it.effect("that a release before this one has announced is not announced again", () =>
    Effect.gen(function* () {
      const { due, id, kinds } = yield* activePage
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        update monitor_schedule s set state = 3, failures = 0 from monitor m
        where m.id = s.monitor_id and m.public_id = ${id}::uuid`
      yield* checkDue(id, yield* due, "error")
      yield* checkDue(id, yield* due, "error")
      assert.deepStrictEqual(yield* kinds, [])
    })
  )

  it.effect("shows at once when a person checks a paused monitor, which has no next check", () =>
    Effect.gen(function* () {
      const { find, id, kinds, viewer } = yield* activePage
      yield* (yield* PageMonitors).pause(viewer, id)
      yield* checkManually(viewer, id, "error")
      assert.deepInclude(yield* find, { status: "error", nextCheckAt: null })
      assert.deepStrictEqual(yield* kinds, [])
    })
  )
})
