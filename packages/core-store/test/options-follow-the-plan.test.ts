import { assert, layer } from "@effect/vitest"
import { pageDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, Domains, EmailHealthChecks, PageChecks, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { storedFacts } from "./storedFacts.ts"
import { watched } from "./watchedDomain.ts"
import { claimed, result } from "./watchedPage.ts"

const setPlan = Effect.fn("setPlan")(function* (
  { accountKey }: AccessScope,
  plan: string,
  hours: number | null = null
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update account set plan = ${plan}, plan_expires_at = mon_now() + ${hours}::int * interval '1 hour'
    where id = ${accountKey}::bigint`
})

const endLeases = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update monitor_schedule set lease_until = null, lease_token = null`
)

const texts = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `word ${index}` }))

const stoppedOf = (viewer: AccessScope, id: string) =>
  Effect.map(
    Effect.flatMap(Domains, (domains) => domains.find(viewer, id)),
    (domain) => domain?.stoppedOptions.map(({ message, option, reason }) => `${option} ${reason}: ${message}`)
  )

const failed = { errorCode: "expectation_failed", errorMessage: "Expected the text “word 6”, not found." }

const newPage = Effect.fn("newPage")(function* (hostname: string, more: object) {
  const { viewer } = yield* newAccount
  const made = yield* (yield* PageMonitors).create(
    viewer,
    { ...pageDefaults, url: `https://${hostname}/`, hostname, name: hostname, screenshotWaitMs: 0, ...more },
    100
  )
  return made._tag === "Created" ? { viewer, id: made.monitor.id } : yield* Effect.die(new Error(made._tag))
})

layer(layerStore, { excludeTestServices: true })("after a downgrade", (it) => {
  it.effect(
    "the newest expectations beyond the plan stop, which the monitor says, and come back after an upgrade",
    () =>
      Effect.gen(function* () {
        const { claim, id, viewer } = yield* watched("expect.example", { expect: texts(7) })
        assert.strictEqual((yield* claim).expect.length, 7)
        assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
        yield* setPlan(viewer, "agency", -1)
        yield* endLeases
        assert.deepStrictEqual((yield* claim).expect, texts(5))
        const domain = yield* (yield* Domains).find(viewer, id)
        assert.deepStrictEqual(domain?.expect, texts(7))
        assert.deepStrictEqual(yield* stoppedOf(viewer, id), [
          "expect plan_limit: Your plan allows 5 expectations; the last 2 are stopped."
        ])
        const listed = yield* (yield* Domains).list(viewer, { page: 1, limit: 10 })
        assert.deepStrictEqual(listed.items[0]?.stoppedOptions, domain?.stoppedOptions)
        yield* setPlan(viewer, "pro")
        yield* endLeases
        assert.strictEqual((yield* claim).expect.length, 7)
        assert.deepStrictEqual(yield* stoppedOf(viewer, id), [])
      })
  )

  it.effect("a domain that is down because of an expectation is judged by all of them until it is up", () =>
    Effect.gen(function* () {
      const { check, claim, schedule, viewer } = yield* watched("down.example", { expect: texts(7) })
      yield* check("up")
      for (let failures = 0; failures < 3; failures++) yield* check("down", failed)
      yield* setPlan(viewer, "free")
      const held = yield* claim
      assert.deepInclude(held, { state: "down" })
      assert.strictEqual(held.expect.length, 7)
      yield* schedule.release([held])
      yield* check("up")
      yield* check("up")
      assert.deepStrictEqual(
        (yield* storedFacts(viewer)).map(({ fact }) => fact.kind),
        ["down", "up"]
      )
      assert.strictEqual((yield* claim).expect.length, 5)
    })
  )

  it.effect("an expectation that failed once and is stopped does not confirm an outage", () =>
    Effect.gen(function* () {
      const { check, claim, viewer } = yield* watched("once-down.example", { expect: texts(7) })
      yield* check("up")
      yield* check("down", failed)
      yield* setPlan(viewer, "free")
      assert.deepInclude(yield* claim, { state: "up", expect: texts(5) })
    })
  )

  it.effect("a domain that is down for another reason is not judged by the stopped ones", () =>
    Effect.gen(function* () {
      const { check, claim, viewer } = yield* watched("other-down.example", { expect: texts(7) })
      yield* check("up")
      for (let failures = 0; failures < 3; failures++) yield* check("down")
      yield* setPlan(viewer, "free")
      assert.deepInclude(yield* claim, { state: "down", expect: texts(5) })
    })
  )

  it.effect("requests with other methods stop without a verdict, and run again after an upgrade", () =>
    Effect.gen(function* () {
      const { check, claim, id, key, sql, viewer } = yield* watched("methods.example", {
        request: { method: "POST" },
        checkInterval: 3_600
      })
      yield* check("up")
      for (let failures = 0; failures < 2; failures++) yield* check("down")
      yield* setPlan(viewer, "free")
      yield* endLeases
      const message = "Your plan allows requests with GET, HEAD; checks with POST are stopped."
      assert.strictEqual((yield* claim).stopped, message)
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [`request plan_limit: ${message}`])
      yield* endLeases
      yield* check("unknown", { errorMessage: message })
      assert.deepStrictEqual(
        (yield* storedFacts(viewer)).map(({ fact }) => fact.kind),
        ["down"]
      )
      const open = yield* sql`select 1 from incident where monitor_id = ${key}::bigint and resolved_at is null`
      assert.strictEqual(open.length, 1)
      yield* setPlan(viewer, "pro")
      assert.isNull((yield* claim).stopped)
    })
  )

  it.effect("the newest DNS watches stop, and each of them says so", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const domains = yield* Domains
      const ids: Array<string> = []
      for (let index = 0; index < 6; index++) {
        const hostname = `watch${index}.example`
        const made = yield* domains.create(viewer, newDomain(hostname, { dnsWatch: { types: ["MX"] } }), 100)
        if (made._tag === "Created") ids.push(made.monitor.id)
      }
      yield* setPlan(viewer, "free")
      const stopped = yield* Effect.forEach(ids, (id) => stoppedOf(viewer, id))
      assert.deepStrictEqual(stopped.slice(0, 5), [[], [], [], [], []])
      assert.deepStrictEqual(stopped[5], ["dnsWatch plan_limit: Your plan allows 5 DNS watches; this one is stopped."])
      yield* domains.update(viewer, ids.slice(0, 1), { dnsWatch: null })
      assert.deepStrictEqual(yield* stoppedOf(viewer, ids[5] ?? ""), [])
    })
  )

  it.effect("the newest DKIM selectors are not asked for", () =>
    Effect.gen(function* () {
      const dkimSelectors = ["s1", "s2", "s3", "s4"]
      const { id, key, viewer } = yield* watched("selectors.example", { dkimSelectors })
      yield* setPlan(viewer, "free")
      const claims = yield* (yield* EmailHealthChecks).claim(1_000, 60_000)
      const mine = claims.find(({ monitorKey }) => monitorKey === key)
      assert.deepStrictEqual(mine?.dkimSelectors, ["s1", "s2", "s3"])
      assert.deepInclude(yield* (yield* Domains).find(viewer, id), { dkimSelectors })
      assert.deepStrictEqual(yield* stoppedOf(viewer, id), [
        "dkimSelectors plan_limit: Your plan allows 3 DKIM selectors; the last one is stopped."
      ])
    })
  )

  it.effect("scripts of pages do not run, expectations and methods of pages stop, and the page says so", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* newPage("page.example", {
        render: true,
        expect: texts(6),
        request: { method: "OPTIONS" }
      })
      yield* setPlan(viewer, "free")
      const claim = yield* claimed(viewer, id)
      assert.deepInclude(claim, {
        render: "refused",
        expect: texts(5),
        stopped: "Your plan allows requests with GET, HEAD; checks with OPTIONS are stopped."
      })
      const urls = yield* PageMonitors
      const shown = yield* urls.find(viewer, id)
      assert.deepStrictEqual(
        shown?.stoppedOptions.map(({ option }) => option),
        ["request", "expect", "render"]
      )
      const { items } = yield* urls.list(viewer, { page: 1, limit: 10 })
      assert.deepStrictEqual(items[0]?.stoppedOptions, shown?.stoppedOptions)
      yield* setPlan(viewer, "pro")
      assert.deepInclude(yield* urls.find(viewer, id), { stoppedOptions: [] })
    })
  )

  it.effect("a page in error because of an expectation is judged by all of them until it can be read", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* newPage("page-down.example", { expect: texts(6) })
      const sql = yield* SqlClient.SqlClient
      const checks = yield* PageChecks
      const error = { code: failed.errorCode, message: failed.errorMessage }
      const again = sql`update url_page p set manual_checked_at = null from monitor m
        where m.id = p.monitor_id and m.public_id = ${id}::uuid`
      for (let failures = 0; failures < 2; failures++) {
        const claim = yield* claimed(viewer, id)
        yield* checks.record(claim, result(claim, { state: "error", error, page: null }))
        yield* again
      }
      yield* setPlan(viewer, "free")
      const held = yield* claimed(viewer, id)
      assert.strictEqual(held.expect.length, 6)
      yield* checks.record(held, result(held))
      yield* again
      assert.strictEqual((yield* claimed(viewer, id)).expect.length, 5)
    })
  )
})
