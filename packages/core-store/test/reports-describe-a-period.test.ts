import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, Domains, Reports, Tags } from "../src/index.ts"
import { responseBucket } from "../src/monitors/RollUps.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"

const from = new Date("2026-10-01T00:00:00.000Z")
const to = new Date("2026-11-01T00:00:00.000Z")
const october = { from, to, tag: null }
const DAY = 86_400

const create = Effect.fn("create")(function* (viewer: AccessScope, hostname: string) {
  const result = yield* (yield* Domains).create(viewer, newDomain(hostname), 10)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    key: string
  }>`select id::text as key from monitor where public_id = ${result.monitor.id}::uuid`
  return { id: result.monitor.id, key: row?.key ?? "" }
})

/** Creates a domain that was up all October, but down on the 10th from 10:00 to 12:00. */
const withDowntime = Effect.fn("withDowntime")(function* (viewer: AccessScope, hostname: string) {
  const sql = yield* SqlClient.SqlClient
  yield* setClock("2026-09-01T00:00:00.000Z")
  const domain = yield* create(viewer, hostname)
  yield* setClock("2026-11-05T00:00:00.000Z")
  yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${domain.key}::bigint`
  yield* sql`delete from status_period where monitor_id = ${domain.key}::bigint`
  yield* sql`
    insert into status_period (monitor_id, since, state) values (${domain.key}::bigint, '2026-09-01T00:00:00Z', 1),
      (${domain.key}::bigint, '2026-10-10T10:00:00Z', 2), (${domain.key}::bigint, '2026-10-10T12:00:00Z', 1)`
  yield* sql`
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution)
    values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${domain.key}::bigint, '2026-10-10T10:00:00Z', '2026-10-10T10:01:00Z',
      '2026-10-10T12:00:00Z', '2026-10-10T12:01:00Z', 'recovered')`
  return domain
})

const idsOf = (facts: { readonly domains: ReadonlyArray<{ readonly id: string }> } | null) =>
  facts?.domains.map(({ id }) => id)

layer(layerStore, { excludeTestServices: true })("the report of a period", (it) => {
  it.effect("has seconds up and down, incidents, response times, expiry dates and scores of each domain", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* installClock("2026-09-01T00:00:00.000Z")
      const { viewer } = yield* newAccount
      const { id, key } = yield* withDowntime(viewer, "month.example")
      yield* sql`
        insert into check_hour (monitor_id, hour, checks, up, down, response)
        values (${key}::bigint, '2026-10-02T00:00:00Z', 12, 12, 0, array[${responseBucket(250_000)}::smallint])`
      yield* sql`
        insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings) values
          (${key}::bigint, '2026-09-14T00:00:00Z', 91, 'A', false, '{}', '{}'), (${key}::bigint, '2026-10-18T00:00:00Z', 62, 'D', false, '{}', '{}')`
      yield* sql`
        insert into monitor_facts (monitor_id, ssl, domain_expiry) values (${key}::bigint,
          '{"valid": true, "validTo": "2026-12-01T09:00:00.000Z"}', '{"expiresAt": "2027-11-23T10:00:00.000Z"}')
        on conflict (monitor_id) do update set ssl = excluded.ssl, domain_expiry = excluded.domain_expiry`
      const facts = yield* (yield* Reports).read(viewer, october)
      assert.deepInclude(facts, { allDomains: 1, allIncidents: 1 })
      const [domain] = facts?.domains ?? []
      assert.deepInclude(domain, {
        id,
        upSeconds: 31 * DAY - 7_200,
        downSeconds: 7_200,
        incidents: 1,
        longestDownSeconds: 7_200,
        maintenanceSeconds: 0,
        certificateExpiresAt: "2026-12-01T09:00:00.000Z",
        registrationExpiresAt: "2027-11-23T10:00:00.000Z",
        emailHealthEnabled: true,
        emailHealthScore: 62,
        emailHealthScoreBefore: 91,
        tags: []
      })
      assert.approximately(domain?.responseP95Ms ?? 0, 250, 3)
      assert.deepInclude(facts?.incidents[0], { domainId: id, downSeconds: 7_200, diagnosisFacts: null })
      const [uptime] = yield* sql<{ percent: number }>`
        select watched_uptime(${key}::bigint, ${from}::timestamptz, ${to}::timestamptz) as percent`
      assert.approximately(uptime?.percent ?? 0, 100 * (1 - 7_200 / (31 * DAY)), 0.0001)
      yield* (yield* Domains).update(viewer, [id], { emailHealthEnabled: false })
      const off = yield* (yield* Reports).read(viewer, october)
      assert.deepInclude(off?.domains[0], {
        emailHealthEnabled: false,
        emailHealthScore: null,
        emailHealthScoreBefore: null
      })
      const year = yield* (yield* Reports).read(viewer, { ...october, from: new Date("2026-01-01T00:00:00Z") })
      assert.isNull(year?.domains[0]?.responseP95Ms ?? null)
    })
  )

  it.effect(
    "has the times of the repairs that were closed in the period, and counts those that were open at its end",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { viewer } = yield* newAccount
        const { key } = yield* withDowntime(viewer, "repaired.example")
        const finding = (code: string, openedAt: string, closedAt: string | null) => sql`
        insert into repair (account_id, monitor_id, code, severity, message, state, opened_at, closed_at)
        values (${viewer.accountKey}::bigint, ${key}::bigint, ${code}, 'high', 'x',
          ${closedAt === null ? "open" : "closed"}, ${openedAt}::timestamptz, ${closedAt}::timestamptz)`
        yield* finding("before", "2026-09-01T00:00:00Z", "2026-09-30T23:59:59Z")
        yield* finding("inside", "2026-09-30T23:00:00Z", "2026-10-01T00:00:00Z")
        yield* finding("after", "2026-10-31T23:00:00Z", "2026-11-01T00:00:00Z")
        yield* finding("open", "2026-10-05T00:00:00Z", null)
        yield* finding("later", "2026-11-02T00:00:00Z", null)
        const repaired = (openedAt: string, closedAt: string | null, endedAt: string | null) => sql`
        with i as (
          insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, resolution)
          values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${key}::bigint, ${openedAt}::timestamptz,
            ${openedAt}::timestamptz, '2026-10-30T00:00:00Z', 'recovered') returning id)
        insert into incident_repair (incident_id, account_id, monitor_id, state, opened_at, closed_at, ended_at)
        select id, ${viewer.accountKey}::bigint, ${key}::bigint, ${closedAt === null ? "applied" : "closed"},
          ${openedAt}::timestamptz, ${closedAt}::timestamptz, ${endedAt}::timestamptz from i`
        yield* repaired("2026-10-12T00:00:00Z", "2026-10-12T00:10:00Z", "2026-10-12T00:10:02Z")
        yield* repaired("2026-10-13T00:00:00Z", null, "2026-10-14T00:00:00Z")
        yield* repaired("2026-10-15T00:00:00Z", null, null)
        // Changed DNS records count once they are restored.
        yield* sql`
          insert into repair (account_id, monitor_id, kind, code, severity, message, state, opened_at, ended_at)
          values (${viewer.accountKey}::bigint, ${key}::bigint, 'dns', 'dns_changed', 'medium', 'x', 'open',
            '2026-10-30T00:00:00Z', '2026-11-06T00:00:00Z')`
        const facts = yield* (yield* Reports).read(viewer, october)
        assert.deepInclude(facts?.domains[0], { repairSeconds: [600, 3_600], openRepairs: 3 })
        yield* sql`
          update repair set state = 'closed', closed_at = '2026-10-30T00:20:00Z', ended_at = null
          where monitor_id = ${key}::bigint and kind = 'dns'`
        const restored = yield* (yield* Reports).read(viewer, october)
        assert.deepInclude(restored?.domains[0], { repairSeconds: [1_200, 600, 3_600], openRepairs: 3 })
        yield* sql`delete from repair where monitor_id = ${key}::bigint and kind = 'dns'`
        // A repair of email does not count for a domain whose email health check is off.
        yield* sql`update monitor set email_health_enabled = false where id = ${key}::bigint`
        const without = yield* (yield* Reports).read(viewer, october)
        assert.deepInclude(without?.domains[0], { repairSeconds: [600, 3_600], openRepairs: 2 })
      })
  )

  it.effect("leaves out maintenance, time in which nobody checked, and incidents that were not announced", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const { key } = yield* withDowntime(viewer, "quiet.example")
      yield* sql`
        insert into unwatched_period (monitor_id, since, until)
        values (${key}::bigint, '2026-10-10T11:00:00Z', '2026-10-10T13:00:00Z')`
      yield* sql`
        with made as (
          insert into maintenance_window (public_id, account_id, name, starts_at, minutes, timezone, expanded_until)
          values (gen_random_uuid(), ${viewer.accountKey}::bigint, 'x', '2026-10-20T00:00:00Z', 60, 'UTC', '2026-10-21T00:00:00Z') returning id
        )
        insert into maintenance_period (monitor_id, window_id, since, until)
        select ${key}::bigint, id, '2026-10-20T00:00:00Z', '2026-10-20T01:00:00Z' from made`
      yield* sql`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution, is_unannounced)
        values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${key}::bigint, '2026-10-20T00:10:00Z', '2026-10-20T00:11:00Z',
          '2026-10-20T00:20:00Z', '2026-10-20T00:21:00Z', 'recovered', true)`
      const facts = yield* (yield* Reports).read(viewer, october)
      assert.deepInclude(facts?.domains[0], {
        upSeconds: 31 * DAY - 7_200 - 3_600 - 3_600,
        downSeconds: 3_600,
        incidents: 1,
        longestDownSeconds: 3_600,
        maintenanceSeconds: 3_600
      })
      assert.lengthOf(facts?.incidents ?? [], 1)
    })
  )

  it.effect("covers the domains that the caller can see, or those of one tag, and cuts incidents at its ends", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { viewer: foreign } = yield* newAccount
      const reports = yield* Reports
      const one = yield* withDowntime(viewer, "one.example")
      const two = yield* withDowntime(viewer, "two.example")
      const tag = yield* (yield* Tags).create(viewer, { name: "Customer A", color: "#336699" }, 10)
      if (tag._tag !== "Saved") return yield* Effect.die(new Error(tag._tag))
      yield* (yield* Tags).assign(viewer, "domain", two.id, [tag.tag.id])
      assert.deepStrictEqual(idsOf(yield* reports.read(viewer, october)), [one.id, two.id])
      const tagged = yield* reports.read(viewer, { ...october, tag: "customer a" })
      assert.deepStrictEqual(idsOf(tagged), [two.id])
      assert.deepStrictEqual(tagged?.domains[0]?.tags, ["Customer A"])
      assert.deepStrictEqual(
        tagged?.incidents.map(({ domainId }) => domainId),
        [two.id]
      )
      assert.isNull(yield* reports.read(viewer, { ...october, tag: "customer b" }))
      assert.isNull(yield* reports.read(foreign, { ...october, tag: "customer a" }))
      assert.deepStrictEqual(yield* reports.read(foreign, october), {
        domains: [],
        allDomains: 0,
        incidents: [],
        allIncidents: 0
      })
      const member = yield* newMember(viewer)
      assert.deepStrictEqual(idsOf(yield* reports.read(member, october)), [])
      yield* share(member, one.id, false)
      assert.deepStrictEqual(idsOf(yield* reports.read(member, october)), [one.id])
      const hour = { from: new Date("2026-10-10T11:30:00Z"), to: new Date("2026-10-10T12:30:00Z"), tag: null }
      assert.deepInclude((yield* reports.read(viewer, hour))?.domains[0], { upSeconds: 1_800, downSeconds: 1_800 })
      assert.deepInclude((yield* reports.read(viewer, hour))?.incidents[0], { downSeconds: 1_800 })
    })
  )
})
