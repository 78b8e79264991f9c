import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, type ReportRecipient, type AccessScope, WeeklyReports } from "../src/index.ts"
import { responseBucket } from "../src/monitors/RollUps.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"

const from = new Date("2026-11-16T00:00:00.000Z")
const to = new Date("2026-11-23T00:00:00.000Z")
const week = { zone: "UTC", date: "2026-11-23", from, to }
const HOUR = 3_600_000

const recipient = (viewer: AccessScope): ReportRecipient => ({ viewer, accountId: "", membershipId: "", week })

const create = Effect.fn("create")(function* (viewer: AccessScope, hostname: string) {
  const result = yield* (yield* Domains).create(viewer, newDomain(hostname), 10)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    key: string
  }>`select id::text as key from monitor where public_id = ${result.monitor.id}::uuid`
  return { id: result.monitor.id, key: row?.key ?? "" }
})

layer(layerStore, { excludeTestServices: true })("the week of a domain", (it) => {
  it.effect("contains uptime, the comparison with the week before, and missed checks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* installClock("2026-11-01T00:00:00.000Z")
      const { viewer } = yield* newAccount
      const { id, key } = yield* create(viewer, "week.example")
      yield* setClock("2026-11-23T08:00:00.000Z")
      yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
      yield* sql`delete from status_period where monitor_id = ${key}::bigint`
      yield* sql`
        insert into status_period (monitor_id, since, state) values
          (${key}::bigint, '2026-11-01T00:00:00Z', 1), (${key}::bigint, '2026-11-17T10:00:00Z', 2), (${key}::bigint, '2026-11-17T11:00:00Z', 1),
          (${key}::bigint, '2026-11-22T23:30:00Z', 2)`
      yield* sql`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution)
        select gen_random_uuid(), ${viewer.accountKey}::bigint, ${key}::bigint, s, s, e, e, case when e is not null then 'recovered' end
        from (values ('2026-11-10T10:00:00Z'::timestamptz, '2026-11-10T10:10:00Z'::timestamptz),
          ('2026-11-17T10:00:00Z', '2026-11-17T11:00:00Z'), ('2026-11-22T23:30:00Z', null)) i(s, e)`
      yield* sql`
        insert into incident_repair (incident_id, account_id, monitor_id, opened_at, cause)
        select id, account_id, monitor_id, started_at,
          case when started_at < '2026-11-18' then 'bad_gateway' else 'connection_refused' end
        from incident where monitor_id = ${key}::bigint on conflict (incident_id) do update set cause = excluded.cause`
      // There is a check every five minutes, except in the last hour of the 18th.
      yield* sql`
        insert into check_hour (monitor_id, hour, checks, up, down, response)
        select ${key}::bigint, h, 12, 12, 0, array[${responseBucket(250_000)}::smallint]
        from generate_series('2026-11-09T00:00:00Z'::timestamptz, '2026-11-22T23:00:00Z', interval '1 hour') h
        where h <> '2026-11-18T23:00:00Z'`
      yield* sql`
        insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings) values
          (${key}::bigint, '2026-11-14T00:00:00Z', 91, 'A', false, '{}', '{}'), (${key}::bigint, '2026-11-18T00:00:00Z', 62, 'D', false, '{}', '{}'),
          (${key}::bigint, '2026-11-19T00:00:00Z', null, null, true, '{}', '{}')`
      yield* sql`
        insert into monitor_facts (monitor_id, ssl, domain_expiry) values (${key}::bigint,
          '{"valid": true, "validTo": "2026-12-01T09:00:00.000Z"}', '{"expiresAt": "2027-11-23T10:00:00.000Z"}')
        on conflict (monitor_id) do update set ssl = excluded.ssl, domain_expiry = excluded.domain_expiry`
      const [found, ...more] = yield* (yield* WeeklyReports).domains(recipient(viewer))
      assert.lengthOf(more, 0)
      assert.deepInclude(found, {
        id,
        incidents: 2,
        incidentsBefore: 1,
        downSeconds: 5_400,
        longestDownSeconds: 3_600,
        longestDownAt: "2026-11-17T10:00:00.000Z",
        longestDownCause: "bad_gateway",
        certificateValid: true,
        certificateDaysLeft: 8,
        domainDaysLeft: 365,
        emailGrade: "D",
        emailGradeBefore: "A",
        checks: 167 * 12,
        checksMissed: 11,
        isPaused: false,
        isFlapping: false,
        uptimePercentBefore: 100
      })
      assert.approximately(found?.uptimePercent ?? 0, 100 * (1 - 1.5 / 168), 0.001)
      assert.approximately(found?.responseP95Ms ?? 0, 250, 3)
      assert.approximately(found?.responseP95MsBefore ?? 0, 250, 3)
    })
  )

  it.effect("compares grades only within one version of the scoring rules", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* setClock("2026-11-01T00:00:00.000Z")
      const { viewer } = yield* newAccount
      const { key } = yield* create(viewer, "rubric.example")
      yield* setClock("2026-11-23T08:00:00.000Z")
      yield* sql`
        insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings, rubric_version)
        values (${key}::bigint, '2026-11-13T00:00:00Z', 91, 'A', false, '{}', '{}', '1'),
          (${key}::bigint, '2026-11-17T00:00:00Z', 62, 'D', false, '{}', '{}', '2')`
      const grades = Effect.gen(function* () {
        const [found] = yield* (yield* WeeklyReports).domains(recipient(viewer))
        return [found?.emailGradeBefore, found?.emailGrade]
      })
      assert.deepStrictEqual(yield* grades, [null, "D"])
      yield* sql`
        insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings, rubric_version)
        values (${key}::bigint, '2026-11-12T00:00:00Z', 82, 'B', false, '{}', '{}', '2')`
      assert.deepStrictEqual(yield* grades, ["B", "D"])
      yield* sql`update monitor set email_health_enabled = false where id = ${key}::bigint`
      assert.deepStrictEqual(yield* grades, [null, null])
    })
  )

  it.effect("has no downtime while no worker checked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* setClock("2026-11-01T00:00:00.000Z")
      const { viewer } = yield* newAccount
      const { key } = yield* create(viewer, "unwatched.example")
      yield* setClock("2026-11-23T08:00:00.000Z")
      yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
      yield* sql`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
        values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${key}::bigint, '2026-11-17T10:00:00Z', '2026-11-17T10:01:00Z')`
      yield* sql`
        insert into unwatched_period (monitor_id, since, until)
        values (${key}::bigint, '2026-11-17T12:00:00Z', '2026-11-22T23:00:00Z')`
      const [found] = yield* (yield* WeeklyReports).domains(recipient(viewer))
      // The domain was down for two hours before the unwatched time, and for one hour after it.
      assert.deepInclude(found, { downSeconds: 10_800, longestDownSeconds: 10_800 })
    })
  )

  it.effect(
    "is visible to those who see the domain, and counts no check as missed before it was added or changed, or while paused",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const reports = yield* WeeklyReports
        const { viewer } = yield* newAccount
        const { viewer: foreign } = yield* newAccount
        yield* setClock(new Date(to.getTime() - 2.5 * HOUR).toISOString())
        const { id, key } = yield* create(viewer, "shared.example")
        const hidden = yield* create(viewer, "hidden.example")
        yield* (yield* Domains).pause(viewer, hidden.id)
        yield* setClock("2026-11-23T08:00:00.000Z")
        yield* sql`insert into check_hour (monitor_id, hour, checks, up, down, response) values (${key}::bigint, '2026-11-22T22:00:00Z', 12, 12, 0, '{}')`
        const all = yield* reports.domains(recipient(viewer))
        assert.deepStrictEqual(
          all.map(({ isPaused, checksMissed }) => [isPaused, checksMissed]),
          [
            [false, 11],
            [true, 0]
          ]
        )
        assert.isNull(all[1]?.uptimePercent ?? null)
        const member = yield* newMember(viewer)
        yield* share(member, id, false)
        assert.deepStrictEqual(
          (yield* reports.domains(recipient(member))).map((domain) => domain.id),
          [id]
        )
        assert.deepStrictEqual(yield* reports.urls(recipient(member)), [])
        assert.deepStrictEqual(yield* reports.domains(recipient(foreign)), [])
      })
  )

  it.effect("contains the changes of URLs for the owner", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      yield* sql`
        with made as (
          insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds, created_at)
          values (gen_random_uuid(), ${viewer.accountKey}::bigint, 2, 'https://a.example/', 'a.example', 'a', 'Prices', 3600, 30, '2026-11-01') returning id
        ), scheduled as (
          insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, state) select id, 2, 3600000, 30000, 0, 3 from made
        )
        insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines, removed_lines, similarity, approximate, diff, hunks)
        select gen_random_uuid(), ${viewer.accountKey}::bigint, made.id, d, 'Change ' || n, 1, 1, 1, 0.5, false, '', '[]'
        from made cross join (values (1, '2026-11-15T12:00:00Z'::timestamptz), (2, '2026-11-16T00:00:00Z'), (3, '2026-11-17T00:00:00Z'),
          (4, '2026-11-18T00:00:00Z'), (5, '2026-11-19T00:00:00Z'), (6, '2026-11-23T00:00:00Z')) c(n, d)`
      const [url, ...more] = yield* (yield* WeeklyReports).urls(recipient(viewer))
      assert.lengthOf(more, 0)
      assert.deepInclude(url, {
        name: "Prices",
        status: "error",
        changes: 4,
        summaries: ["Change 5", "Change 4", "Change 3"],
        isPaused: false
      })
    })
  )
})
