import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type AskedRecords,
  Domains,
  EmailHealthChecks,
  type FoundProblem,
  type RepairFindings,
  Repairs,
  Timelines
} from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

const LEASE_MS = 40_000

const problem = (code: string, host?: string): FoundProblem => ({
  code,
  severity: "high",
  message: `Problem ${code}.`,
  records:
    host === undefined ? [] : [{ type: "TXT", host, values: ["v=DMARC1; p=none"], replaces: ["v=DMARC1; p=wrong"] }]
})

const answered = (code: string, state: AskedRecords["state"], isAnywhere = state === "verified"): AskedRecords => ({
  code,
  state,
  isAnywhere,
  servers: [
    { type: "TXT", host: "_dmarc.example.com", server: "ns1", state: isAnywhere ? "published" : "old" },
    { type: "TXT", host: "_dmarc.example.com", server: "ns2", state: state === "verified" ? "published" : "old" }
  ]
})

const day = (date: string) => Date.parse(`${date}T00:00:00Z`)

interface Check {
  readonly score: number
  readonly found: ReadonlyArray<FoundProblem>
  readonly asked?: ReadonlyArray<AskedRecords>
  readonly rubricVersion?: string
  readonly incomplete?: boolean
  readonly sender?: RepairFindings["sender"]
}

const watched = Effect.fn("watched")(function* (hostname: string) {
  const { viewer } = yield* newAccount
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
  const { id } = made.monitor
  const sql = yield* SqlClient.SqlClient
  const checks = yield* EmailHealthChecks
  const repairs = yield* Repairs
  const [{ key } = { key: "" }] = yield* sql<{
    key: string
  }>`select id::text as key from monitor where public_id = ${id}::uuid`
  const check = Effect.fn("check")(function* (result: Check) {
    const { asked = [], found, incomplete = false, rubricVersion = "1", score, sender } = result
    yield* sql`update email_health_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
    const claim = (yield* checks.claim(1_000, LEASE_MS)).find(({ monitorKey }) => monitorKey === key)
    if (claim === undefined) return yield* Effect.die(new Error("not claimed"))
    return yield* checks.record(claim, {
      checkedAt: claim.claimedAt,
      score,
      grade: "C",
      incomplete,
      components: {},
      listings: [],
      findings: [],
      rubricVersion,
      repairs: { problems: found, asked, ...(sender === undefined ? {} : { sender }) }
    })
  })
  const list = Effect.fn("list")(function* (page: Partial<Parameters<Repairs["Service"]["list"]>[2]> = {}) {
    const result = yield* repairs.list(viewer, id, { limit: 50, ...page })
    return result?._tag === "Repairs" ? result.repairs : yield* Effect.die(new Error("no repairs"))
  })
  const versions = Effect.map(
    sql<{ xmin: string }>`select xmin::text from repair where monitor_id = ${key}::bigint order by id`,
    (rows) => rows.map(({ xmin }) => xmin)
  )
  return { viewer, id, key, check, list, repairs, sql, versions }
})

layer(layerStore, { excludeTestServices: true })("the repairs of a domain", (it) => {
  it.effect("of other kinds stay as they are after a check of its email", () =>
    Effect.gen(function* () {
      const { check, id, key, list, repairs, sql, versions, viewer } = yield* watched("other.example.com")
      yield* sql`
        insert into repair (account_id, monitor_id, kind, code, severity, message, state, opened_at)
        select account_id, id, 'certificate', 'certificate_invalid', 'high', '', 'open', mon_now() from monitor
        where id = ${key}::bigint`
      const before = yield* versions
      yield* check({ score: 90, found: [], asked: [answered("certificate_invalid", "verified")] })
      assert.deepStrictEqual(yield* repairs.unfinishedOf(viewer, id), [])
      assert.deepStrictEqual(yield* versions, before)
      assert.deepStrictEqual(
        (yield* list()).map(({ kind, state }) => [kind, state]),
        [["certificate", "open"]]
      )
    })
  )

  it.effect("are closed with their worth, in the timeline, and opened again if the problem returns", () =>
    Effect.gen(function* () {
      const { check, id, list, repairs, viewer } = yield* watched("life.example.com")
      const dmarc = problem("dmarc_missing", "_dmarc.example.com")
      yield* check({ score: 60, found: [dmarc, problem("listed")] })
      assert.deepStrictEqual(
        (yield* list()).map(({ code, state, steps, worth }) => [code, state, steps.length, worth]),
        [
          ["listed", "open", 1, null],
          ["dmarc_missing", "open", 1, null]
        ]
      )
      yield* repairs.asked(viewer, id, Date.now(), [answered("dmarc_missing", "pending", true)])
      const [applied] = yield* list({ state: "applied" })
      assert.deepInclude(applied, { code: "dmarc_missing", state: "applied", verifiedAt: null })
      assert.strictEqual(applied?.answers?.servers.find(({ state }) => state === "old")?.server, "ns2")

      yield* check({ score: 90, found: [], asked: [answered("dmarc_missing", "verified")] })
      const closed = yield* list({ state: "closed" })
      assert.deepStrictEqual(
        closed.map(({ code, worth }) => [code, worth]),
        [
          ["listed", { rubricVersion: "1", before: 60, after: 90 }],
          ["dmarc_missing", { rubricVersion: "1", before: 60, after: 90 }]
        ]
      )
      assert.isNumber(closed[0]?.repairSeconds)

      yield* check({ score: 60, found: [dmarc] })
      const [again] = yield* list({ state: "open" })
      assert.strictEqual(again?.id, applied?.id)
      assert.deepInclude(again, { reopened: 1, worth: null, closedAt: null, answers: null })
      assert.deepStrictEqual(
        again?.steps.map(({ step }) => step),
        ["opened", "applied", "verified", "closed", "reopened"]
      )
      const page = yield* (yield* Timelines).events(viewer, id, {
        kinds: ["repair_applied", "repair_verified", "repair_closed", "repair_reopened"],
        limit: 50
      })
      const events = page?._tag === "Events" ? page.events.filter(({ subjectId }) => subjectId === applied?.id) : []
      assert.deepStrictEqual(
        events.map(({ code, kind }) => `${kind} ${code}`),
        ["repair_reopened", "repair_closed", "repair_verified", "repair_applied"].map((kind) => `${kind} dmarc_missing`)
      )
    })
  )

  it.effect("stay applied until every server has the records, and have no worth across versions of the rules", () =>
    Effect.gen(function* () {
      const { check, list } = yield* watched("slow.example.com")
      yield* check({ score: 60, found: [problem("dmarc_missing", "_dmarc.example.com")] })
      yield* check({ score: 90, found: [], asked: [answered("dmarc_missing", "pending", true)] })
      assert.deepInclude((yield* list())[0], { state: "applied", worth: null })
      yield* check({ score: 80, found: [], asked: [answered("dmarc_missing", "verified")], rubricVersion: "2" })
      assert.deepInclude((yield* list())[0], { state: "closed", worth: null })
    })
  )

  it.effect("are not touched by a check that found nothing new, nor by an incomplete one", () =>
    Effect.gen(function* () {
      const { check, list, versions } = yield* watched("same.example.com")
      const found = [problem("dmarc_missing", "_dmarc.example.com")]
      yield* check({ score: 60, found })
      const before = yield* versions
      yield* check({ score: 60, found })
      yield* check({ score: 60, found: [], incomplete: true })
      assert.deepStrictEqual(yield* versions, before)
      assert.deepInclude((yield* list())[0], { state: "open" })
    })
  )

  it.effect("are pages that join, and nobody else's business", () =>
    Effect.gen(function* () {
      const { check, id, list, repairs, viewer } = yield* watched("pages.example.com")
      yield* check({ score: 60, found: ["a", "b", "c"].map((code) => problem(code)) })
      const [first] = yield* list({ limit: 1 })
      const rest = yield* list(first === undefined ? {} : { before: first.id })
      assert.deepStrictEqual(
        [first, ...rest].map((repair) => repair?.code),
        ["c", "b", "a"]
      )
      const member = yield* newMember(viewer)
      const stranger = (yield* newAccount).viewer
      assert.isNull(yield* repairs.list(member, id, { limit: 50 }))
      assert.isNull(yield* repairs.list(stranger, id, { limit: 50 }))
      assert.deepStrictEqual(yield* repairs.unfinishedOf(stranger, id), [])
      yield* repairs.asked(stranger, id, Date.now(), [answered("a", "verified")])
      yield* share(member, id, false)
      assert.deepInclude(yield* repairs.list(member, id, { limit: 50 }), { _tag: "Repairs" })
      assert.isTrue((yield* list()).every(({ state }) => state === "open"))
      for (const before of ["x", id])
        assert.deepStrictEqual(yield* repairs.list(viewer, id, { limit: 50, before }), { _tag: "NoCursor" })
    })
  )

  it.effect("are shown without details that another release stored in another form", () =>
    Effect.gen(function* () {
      const { check, key, list, sql } = yield* watched("forms.example.com")
      yield* check({ score: 60, found: [problem("a", "a.example.com")] })
      yield* sql`update repair set records = '{"x": 1}', answers = '[]', steps = '"x"' where monitor_id = ${key}::bigint`
      const [repair] = yield* list()
      assert.deepInclude(repair, { records: [], answers: null, state: "open" })
      assert.strictEqual(repair?.steps.length, 1)
      yield* check({ score: 90, found: [] })
      assert.deepInclude((yield* list())[0], { state: "closed" })
    })
  )

  it.effect("have a median time, of each domain of the account and in a period", () =>
    Effect.gen(function* () {
      const { check, id, key, repairs, sql, viewer } = yield* watched("times.example.com")
      yield* check({ score: 60, found: ["a", "b", "c", "d"].map((code) => problem(code)) })
      yield* sql`
        update repair set state = 'closed', opened_at = '2026-01-01', closed_at = '2026-01-01'::timestamptz
          + case code when 'a' then interval '1 hour' when 'b' then interval '3 hours' else interval '40 days' end
        where monitor_id = ${key}::bigint and code <> 'd'`
      assert.deepStrictEqual(yield* repairs.times(viewer.accountKey, day("2026-01-01"), day("2026-01-08")), [
        { domainId: id, name: "times.example.com", closed: 2, medianSeconds: 7_200 }
      ])
      assert.deepStrictEqual(yield* repairs.times(viewer.accountKey, day("2026-01-08"), day("2026-01-15")), [])
    })
  )

  it.effect("have their worth in the last simulation with the domain as a sender, which only the owner sees", () =>
    Effect.gen(function* () {
      const { check, id, list, repairs, sql, viewer } = yield* watched("sender.example.com")
      const simulate = (results: object, domain = "sender.example.com") => sql`
        insert into simulation (public_id, account_id, name, sending_domains, prospect_count, credits, total, status, results, completed_at)
        values (gen_random_uuid(), ${viewer.accountKey}::bigint, 'List', array[${domain}], 1, 0, 1, 'completed',
          ${JSON.stringify(results)}::text::jsonb, '2026-11-20T00:00:00Z')`
      const sender = {
        domain: "sender.example.com",
        inboxes: (results: unknown) => ({
          emails: 10,
          before: Number(Reflect.get(Object(results), "routing")),
          after: 9
        })
      }
      const problems = [problem("listed")]
      yield* check({ score: 60, found: problems, sender })
      yield* check({ score: 90, found: [], sender })
      assert.isNull((yield* list())[0]?.inboxes)

      yield* simulate({ routing: 1 })
      yield* simulate({ routing: 2, unused: true })
      yield* simulate({ routing: 3 }, "other.example.com")
      yield* check({ score: 60, found: problems, sender })
      assert.deepInclude((yield* list())[0], { state: "open", inboxes: null })
      yield* check({ score: 90, found: [], sender })
      const worth = { simulatedAt: "2026-11-20T00:00:00.000Z", emails: 10, before: 2, after: 9 }
      assert.deepInclude((yield* list())[0]?.inboxes, worth)

      const member = yield* newMember(viewer)
      yield* share(member, id, false)
      const shown = yield* repairs.list(member, id, { limit: 1 })
      assert.deepStrictEqual(shown?._tag === "Repairs" ? shown.repairs[0]?.inboxes : shown, null)

      const unknown = { ...sender, inboxes: () => null }
      yield* check({ score: 60, found: problems, sender })
      yield* check({ score: 90, found: [], sender: unknown })
      assert.deepInclude((yield* list())[0], { state: "closed", inboxes: null })
    })
  )
})
