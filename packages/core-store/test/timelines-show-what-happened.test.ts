import { assert, layer } from "@effect/vitest"
import { type TimelineEventKind, timelineEventKinds } from "@mon/model"
import * as Effect from "effect/Effect"
import { type AccessScope, Incidents, Markers, Timelines } from "../src/index.ts"
import { layerStore, newAccount, newMember, share } from "./account.ts"
import { watched } from "./watchedDomain.ts"

interface Wanted {
  readonly before?: string
  readonly kinds?: ReadonlyArray<TimelineEventKind>
  readonly limit?: number
}

const read = Effect.fn("read")(function* (viewer: AccessScope, id: string, { limit = 50, ...wanted }: Wanted = {}) {
  const found = yield* (yield* Timelines).events(viewer, id, { ...wanted, limit })
  if (found?._tag !== "Events") return yield* Effect.die(new Error("No events."))
  return found
})

const only = Effect.fn("only")(function* (viewer: AccessScope, id: string, kind: TimelineEventKind) {
  const { events } = yield* read(viewer, id, { kinds: [kind] })
  return events.map(({ by, changes, code, link, text }) => ({ by, changes, code, link, text }))
})

const certificate = (issuer: string) => ({ subject: "CN=facts.example", issuer, fingerprint256: issuer })

const bare = { by: null, changes: [], code: null, link: null, text: null }

layer(layerStore, { excludeTestServices: true })("what happened to a domain", (it) => {
  it.effect(
    "has the beginning, confirmation, acknowledgement and end of incidents with the facts about their cause",
    () =>
      Effect.gen(function* () {
        const { check, id, viewer } = yield* watched("incident.example")
        yield* check("up")
        for (const _ of [1, 2, 3])
          yield* check("down", { evidence: { subject: "site", check: { outcome: "http_status", statusCode: 500 } } })
        const [open] = (yield* (yield* Incidents).ofDomain(viewer, id, 1)) ?? []
        yield* (yield* Incidents).acknowledge(viewer, open?.id ?? "", { note: "On it.", via: "api" })
        for (const _ of [1, 2, 3]) yield* check("up")
        const { events } = yield* read(viewer, id)
        assert.sameMembers(
          events.map(({ kind }) => kind),
          ["incident_opened", "incident_confirmed", "acknowledged", "incident_closed"]
        )
        for (const event of events) assert.strictEqual(event.subjectId, open?.id)
        const of = (kind: TimelineEventKind) => events.find((event) => event.kind === kind)
        assert.deepInclude(of("incident_opened"), { code: "http_status", text: "a sentence", diagnosisFacts: null })
        assert.deepInclude(of("incident_closed"), { code: "recovered" })
        assert.deepInclude(of("acknowledged"), { text: "On it." })
        assert.nestedPropertyVal(of("incident_confirmed"), "diagnosisFacts.check.statusCode", 500)
      })
  )

  it.effect("has changes of certificates, redirects and registrations, a bounded number a day", () =>
    Effect.gen(function* () {
      const { id, key, sql, viewer } = yield* watched("facts.example")
      const store = (ssl: object, finalUrl: string) => sql`
        insert into monitor_facts (monitor_id, ssl, redirect)
        values (${key}::bigint, ${JSON.stringify(ssl)}::text::jsonb, ${JSON.stringify({ finalUrl })}::text::jsonb)
        on conflict (monitor_id) do update set ssl = excluded.ssl, redirect = excluded.redirect`
      yield* store(certificate("One"), "https://facts.example/?session=1")
      yield* store(certificate("One"), "https://facts.example/?session=2")
      assert.lengthOf((yield* read(viewer, id)).events, 0)
      yield* store(certificate("Two"), "https://www.facts.example/start?session=3")
      assert.deepStrictEqual(yield* only(viewer, id, "redirect_changed"), [
        {
          ...bare,
          changes: [{ field: "url", before: "https://facts.example/", after: "https://www.facts.example/start" }]
        }
      ])
      assert.deepStrictEqual(yield* only(viewer, id, "certificate_changed"), [
        {
          ...bare,
          changes: [
            { field: "issuer", before: "One", after: "Two" },
            { field: "fingerprint256", before: "One", after: "Two" }
          ]
        }
      ])
      for (let n = 0; n < 30; n++) yield* store(certificate(String(n)), `https://facts.example/${n}`)
      assert.lengthOf(yield* only(viewer, id, "certificate_changed"), 10)
      assert.lengthOf(yield* only(viewer, id, "redirect_changed"), 10)

      yield* sql`
        insert into registration (domain, outcome, registration)
        values ('facts.example', 'Registered', '{"registrar":"One Inc.","nameServers":["ns2.example","ns1.example"]}')`
      yield* sql`
        insert into monitor_registration (monitor_id, domain) values (${key}::bigint, 'facts.example')
        on conflict (monitor_id) do update set domain = excluded.domain`
      yield* sql`update registration set checked_at = mon_now(), registration =
        '{"registrar":"One Inc.","nameServers":["ns1.example","ns2.example"]}' where domain = 'facts.example'`
      assert.lengthOf(yield* only(viewer, id, "registration_changed"), 0)
      yield* sql`update registration set registration =
        '{"registrar":"Two Inc.","nameServers":["ns3.example"]}' where domain = 'facts.example'`
      assert.deepStrictEqual(yield* only(viewer, id, "registration_changed"), [
        {
          ...bare,
          changes: [
            { field: "registrar", before: "One Inc.", after: "Two Inc." },
            { field: "nameServers", before: "ns1.example, ns2.example", after: "ns3.example" }
          ]
        }
      ])
    })
  )

  it.effect("has changes of the DNS and of email health, maintenance, edits, advisories and pages of the host", () =>
    Effect.gen(function* () {
      const { id, key, sql, viewer } = yield* watched("all.example")
      const account = sql`${viewer.accountKey}::bigint`
      yield* sql`
        insert into dns_change (public_id, monitor_id, detected_at, changes) values (gen_random_uuid(), ${key}::bigint, mon_now(),
          '[{"type":"NS","name":"all.example","added":["b.example","a.example"],"removed":[]}]')`
      const report = (day: number, score: number, grade: string, version: string, listings: string) => sql`
        insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings, rubric_version)
        values (${key}::bigint, mon_now() - ${day}::int * interval '1 day', ${score}::smallint, ${grade}, false, '{}',
          ${listings}::text[], ${version})`
      yield* report(9, 95, "A", "1", "{}")
      yield* report(8, 93, "A", "1", "{}")
      yield* report(7, 60, "C", "1", "{spam.example}")
      yield* report(6, 90, "A", "2", "{spam.example}")
      yield* sql`
        with w as (
          insert into maintenance_window (public_id, account_id, name, starts_at, minutes, timezone, expanded_until)
          values (gen_random_uuid(), ${account}, 'Move', mon_now() - interval '2 days', 60, 'UTC', mon_now()) returning id
        )
        insert into maintenance_period (monitor_id, since, until, window_id)
        select ${key}::bigint, mon_now() - interval '2 days', mon_now() - interval '47 hours', id from w`
      yield* sql`
        insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, email, address, user_agent, changes)
        select ${account}, mon_now() + x.days * interval '1 day', mon_now(), x.action, ${id}, 'session', 'ada@example.com', '192.0.2.1',
          'Firefox', '[{"field":"checkInterval","before":"300","after":"60"}]'
        from (values (1, 'domains.update'), (1, 'domains.other'), (-1, 'domains.update')) x(days, action)`
      yield* sql`
        insert into location_advisory (monitor_id, location, verdict, since, seen_at)
        values (${key}::bigint, 'Oslo', 2, mon_now(), mon_now())`
      yield* sql`update location_advisory set seen_at = mon_now() where monitor_id = ${key}::bigint`
      yield* sql`
        with u as (
          insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
          select gen_random_uuid(), ${account}, 2, 'https://' || h || '/prices', h, h, h, 3600, 30
          from unnest(array['all.example', 'other.example']) h returning id, hostname
        )
        insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines, removed_lines,
          similarity, approximate, diff, hunks)
        select gen_random_uuid(), ${account}, id, mon_now(), 'Changed: ' || hostname, 1, 1, 0, 0.5, false, '', '[]' from u`

      assert.deepStrictEqual(yield* only(viewer, id, "dns_changed"), [
        { ...bare, changes: [{ field: "NS all.example", before: null, after: "a.example, b.example" }] }
      ])
      assert.deepStrictEqual(yield* only(viewer, id, "email_health_changed"), [
        {
          ...bare,
          changes: [
            { field: "grade", before: "A", after: "C" },
            { field: "score", before: "93", after: "60" }
          ]
        }
      ])
      assert.deepStrictEqual(yield* only(viewer, id, "listings_changed"), [
        { ...bare, changes: [{ field: "listings", before: null, after: "spam.example" }] }
      ])
      assert.deepStrictEqual(yield* only(viewer, id, "maintenance"), [{ ...bare, text: "Move" }])
      assert.deepStrictEqual(yield* only(viewer, id, "monitor_edited"), [
        {
          ...bare,
          by: "ada@example.com",
          code: "domains.update",
          changes: [{ field: "checkInterval", before: null, after: null }]
        }
      ])
      const advisory = [{ ...bare, text: "Oslo", code: "down" }]
      assert.deepStrictEqual(yield* only(viewer, id, "location_advisory"), advisory)
      yield* sql`delete from location_advisory where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(yield* only(viewer, id, "location_advisory"), advisory)
      assert.deepStrictEqual(yield* only(viewer, id, "page_changed"), [{ ...bare, text: "Changed: all.example" }])
      const member = yield* newMember(viewer)
      yield* share(member, id, false)
      assert.deepStrictEqual(yield* only(member, id, "page_changed"), [])
      assert.lengthOf(yield* only(member, id, "dns_changed"), 1)
    })
  )

  it.effect("is read in pages that join at equal times, and only by those who see the domain", () =>
    Effect.gen(function* () {
      const { id, sql, key, viewer } = yield* watched("pages.example")
      yield* sql`
        insert into marker (account_id, monitor_id, at, text)
        select ${viewer.accountKey}::bigint, ${key}::bigint, '2026-11-01T00:00:00Z'::timestamptz + (n % 3) * interval '1 microsecond', n::text
        from generate_series(1, 20) n`
      yield* sql`
        insert into monitor_change (monitor_id, kind, at, changes)
        select ${key}::bigint, 'redirect', '2026-11-01T00:00:00Z'::timestamptz + (n % 3) * interval '1 microsecond', '[]'
        from generate_series(1, 7) n`
      const all = (yield* read(viewer, id)).events.map((event) => event.id)
      assert.lengthOf(new Set(all), 27)
      const paged: Array<string> = []
      for (;;) {
        const before = paged.at(-1)
        const { events } = yield* read(viewer, id, { limit: 4, ...(before === undefined ? {} : { before }) })
        paged.push(...events.map((event) => event.id))
        if (events.length < 4) break
      }
      assert.deepStrictEqual(paged, all)
      const timelines = yield* Timelines
      assert.deepStrictEqual(yield* timelines.events(viewer, id, { before: "now", limit: 1 }), { _tag: "NoCursor" })
      const { viewer: stranger } = yield* newAccount
      const member = yield* newMember(viewer)
      for (const scope of [stranger, member]) assert.isNull(yield* timelines.events(scope, id, { limit: 1 }))
      assert.isNull(yield* timelines.events(viewer, "no-id", { limit: 1 }))
    })
  )

  it.effect("has steps of response times, from rolled-up days and the checks of today", () =>
    Effect.gen(function* () {
      const { id, key, sql, viewer } = yield* watched("slower.example")
      yield* sql`
        insert into check_history (monitor_id, checked_at, verdict, response_us, dns_us, connect_us, tls_us, wait_us, download_us, location)
        select ${key}::bigint, date_trunc('hour', mon_now()) - n * interval '1 hour' + interval '5 minutes', 1, 1, 1000, 1000, 1000,
          case when n <= 12 then 300000 else 100000 end, 1000, 'local'
        from generate_series(1, 72) n`
      const { events } = yield* read(viewer, id, { kinds: ["response_step"] })
      assert.lengthOf(events, 1)
      assert.deepInclude(events[0], { code: "slower", changes: [{ field: "wait", before: "100", after: "300" }] })
      assert.strictEqual((Date.parse(events[0]?.at ?? "") / 1_000) % 3_600, 0)
    })
  )

  it.effect("has every kind in one statement", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* watched("kinds.example")
      assert.deepStrictEqual((yield* read(viewer, id, { kinds: timelineEventKinds })).events, [])
    })
  )
})

layer(layerStore, { excludeTestServices: true })("markers", (it) => {
  it.effect("are added, listed and deleted by those who see the domain", () =>
    Effect.gen(function* () {
      const markers = yield* Markers
      const { id, viewer } = yield* watched("marked.example")
      const added = yield* markers.add(viewer, id, { text: "4.2.0", link: "https://ci.example/1", at: null })
      if (added._tag !== "Added") return yield* Effect.die(new Error(added._tag))
      const at = Date.now() - 3_600_000
      yield* markers.add(viewer, id, { text: "4.1.0", link: null, at })
      const listed = yield* markers.list(viewer, id, 10)
      assert.deepStrictEqual(
        listed?.map(({ link, text }) => [text, link]),
        [
          ["4.2.0", "https://ci.example/1"],
          ["4.1.0", null]
        ]
      )
      assert.strictEqual(listed?.[1]?.at, new Date(at).toISOString())
      assert.deepInclude((yield* read(viewer, id)).events[0], {
        kind: "marker",
        subjectId: added.marker.id,
        text: "4.2.0",
        link: "https://ci.example/1"
      })
      const { viewer: stranger } = yield* newAccount
      assert.isNull(yield* markers.list(stranger, id, 10))
      assert.deepStrictEqual(yield* markers.add(stranger, id, { text: "x", link: null, at: null }), { _tag: "Absent" })
      assert.isFalse(yield* markers.remove(stranger, id, added.marker.id))
      assert.isTrue(yield* markers.remove(viewer, id, added.marker.id))
      assert.isFalse(yield* markers.remove(viewer, id, added.marker.id))
    })
  )

  it.effect("are limited for 24 hours by the plan, also when they are added at once", () =>
    Effect.gen(function* () {
      const markers = yield* Markers
      const { id, key, sql, viewer } = yield* watched("limit.example")
      yield* sql`update account set plan = 'free' where id = ${viewer.accountKey}::bigint`
      yield* sql`
        insert into marker (account_id, monitor_id, at, text)
        select ${viewer.accountKey}::bigint, ${key}::bigint, mon_now(), 'x' from generate_series(1, 8)`
      const add = markers.add(viewer, id, { text: "x", link: null, at: null })
      const results = yield* Effect.all([add, add, add, add], { concurrency: 4 })
      assert.sameMembers(
        results.map(({ _tag }) => _tag),
        ["Added", "Added", "LimitReached", "LimitReached"]
      )
      yield* sql`update marker set created_at = created_at - interval '25 hours' where monitor_id = ${key}::bigint`
      assert.strictEqual((yield* add)._tag, "Added")
    })
  )

  it.effect("and edits become facts about the cause of an incident", () =>
    Effect.gen(function* () {
      const markers = yield* Markers
      const { check, id, key, sql, viewer } = yield* watched("deployed.example")
      const facts = Effect.map(
        sql<{ readonly facts: Record<string, ReadonlyArray<Record<string, unknown>>> }>`
          select d.facts from incident_diagnosis d join incident i on i.id = d.incident_id where i.monitor_id = ${key}::bigint`,
        ([row]) => row?.facts
      )
      yield* check("up")
      yield* markers.add(viewer, id, { text: "4.2.0", link: null, at: null })
      yield* sql`
        insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, address, user_agent, changes)
        values (${viewer.accountKey}::bigint, mon_now() + interval '1 day', mon_now(), 'domains.update', ${id}, 'session', '', '',
          '[{"field":"timeout","before":"30","after":"1"}]')`
      yield* sql`
        insert into audit_entry (account_id, at, expires_at, finished_at, action, actor, address, user_agent, targets, fields)
        select ${viewer.accountKey}::bigint, mon_now() - interval '1 minute', mon_now() + interval '1 day', mon_now(),
          'domains.bulkUpdate', 'session', '', '', array[x.target], array['url', 'name']
        from (values (${id}), ('01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e')) x(target)`
      for (const _ of [1, 2, 3])
        yield* check("down", {
          at: Date.now() + 1_000,
          evidence: { subject: "site", check: { outcome: "http_status", statusCode: 500 } }
        })
      const first = yield* facts
      assert.deepStrictEqual(
        first?.["deployments"]?.map(({ name }) => name),
        ["4.2.0"]
      )
      assert.deepStrictEqual(
        first?.["edits"]?.map(({ fields }) => fields),
        [["timeout"], ["url", "name"]]
      )
      yield* markers.add(viewer, id, { text: "4.1.0", link: null, at: Date.now() - 60_000 })
      assert.deepStrictEqual(
        (yield* facts)?.["deployments"]?.map(({ name }) => name),
        ["4.2.0", "4.1.0"]
      )
    })
  )
})
