import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { incidentsToObserve } from "../src/incidents/IncidentDiagnoses.ts"
import { IncidentDiagnoses, Incidents } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

interface Stored {
  readonly facts: Readonly<Record<string, unknown>>
  readonly changed: string
}

const storedFacts = (key: string) =>
  Effect.map(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Stored>`
        select d.facts, d.changed_at::text as changed from incident_diagnosis d join incident i on i.id = d.incident_id
        where i.monitor_id = ${key}::bigint`
    ),
    ([row]) => row
  )

const evidence = (outcome: string, more: object = {}) => ({
  subject: "site",
  check: { outcome, statusCode: outcome === "http_status" ? 503 : null },
  ...more
})

layer(layerStore, { excludeTestServices: true })("the facts about the cause of an incident", (it) => {
  it.effect("are stored with it: the check that confirmed it, and what was known before", () =>
    Effect.gen(function* () {
      const { check, id, key, sql, viewer } = yield* watched("cause.example")
      yield* sql`
        insert into registration (domain, outcome, registration) values ('cause.example', 'Registered',
          '{"expiresAt":"2026-11-20T00:00:00.000Z","registrar":"Names Inc.","statuses":["clientHold"]}')`
      yield* sql`
        insert into monitor_registration (monitor_id, domain) values (${key}::bigint, 'cause.example')
        on conflict (monitor_id) do update set domain = excluded.domain`
      yield* check("up")
      for (const _ of [1, 2]) yield* check("down", { evidence: evidence("http_status") })
      assert.isUndefined(yield* storedFacts(key))
      yield* check("down", {
        evidence: evidence("http_status", { page: { body: "Busy" }, network: { state: "in_doubt" } })
      })
      const stored = yield* storedFacts(key)
      assert.deepInclude(stored?.facts, {
        subject: "site",
        page: { body: "Busy" },
        network: { state: "in_doubt" },
        registration: {
          outcome: "registered",
          expiresAt: "2026-11-20T00:00:00.000Z",
          registrar: "Names Inc.",
          statuses: ["clientHold"]
        }
      })
      assert.lengthOf(stored?.facts["earlier"] as ReadonlyArray<unknown>, 1)
      const [incident] = (yield* (yield* Incidents).ofDomain(viewer, id, 1)) ?? []
      const found = yield* (yield* Incidents).find(viewer, incident?.id ?? "")
      assert.deepStrictEqual(found?.diagnosisFacts, stored?.facts)
      const { viewer: stranger } = yield* newAccount
      assert.isNull(yield* (yield* Incidents).find(stranger, incident?.id ?? ""))
    })
  )

  it.effect("do not change with a check that fails in the same way, and change with another failure", () =>
    Effect.gen(function* () {
      const { check, key } = yield* watched("same.example")
      yield* check("up")
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("http_status", { page: { body: "Busy" } }) })
      const first = yield* storedFacts(key)
      yield* check("down", { evidence: evidence("http_status", { page: { body: "Other" } }) })
      assert.deepStrictEqual(yield* storedFacts(key), first)
      yield* check("down", { errorCode: "connect_refused", statusCode: null, evidence: evidence("connect_refused") })
      const second = yield* storedFacts(key)
      assert.deepInclude(second?.facts, { check: { outcome: "connect_refused", statusCode: null } })
      assert.notProperty(second?.facts ?? {}, "page")
      assert.deepStrictEqual(second?.facts["earlier"], first?.facts["earlier"])
      assert.notStrictEqual(second?.changed, first?.changed)
    })
  )

  it.effect("cost no write on a check that finds nothing new", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("quiet.example")
      const versions = sql<{ readonly version: string }>`
        select d.xmin::text as version from incident_diagnosis d join incident i on i.id = d.incident_id
        where i.monitor_id = ${key}::bigint`
      for (const _ of [1, 2, 3]) yield* check("up")
      assert.deepStrictEqual(yield* versions, [])
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("http_status") })
      const before = yield* versions
      assert.lengthOf(before, 1)
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("http_status") })
      assert.deepStrictEqual(yield* versions, before)
    })
  )

  it.effect("say about the worker's own network what the check said, and nothing if it said nothing", () =>
    Effect.gen(function* () {
      const inDoubt = { network: { state: "in_doubt" } }
      const works = { network: { state: "ok" } }
      const { check, key, sql } = yield* watched("ours.example")
      const network = Effect.map(storedFacts(key), (stored) => stored?.facts["network"])
      const fails = (outcome: string, more: object) => check("down", { evidence: evidence(outcome, more) })
      yield* check("up")
      for (const _ of [1, 2, 3]) yield* fails("connect_timeout", inDoubt)
      assert.deepStrictEqual(yield* network, inDoubt.network)
      // Adds other evidence. The answers of the servers came over the network that is in doubt.
      const [incident] = yield* sql<{
        readonly id: string
      }>`select id::text from incident where monitor_id = ${key}::bigint`
      yield* (yield* IncidentDiagnoses).claim(100)
      yield* (yield* IncidentDiagnoses).add(incident?.id ?? "", {
        dns: { servers: [{ server: "ns1", status: "silent" }] },
        otherPorts: [{ port: 80, outcome: "connect_timeout" }]
      })
      yield* sql`
        insert into dns_change (public_id, monitor_id, detected_at, changes) values (gen_random_uuid(), ${key}::bigint, mon_now(),
          '[{"type":"A","name":"ours.example","added":["192.0.2.9"],"removed":["192.0.2.1"],"firstSeenAt":"2026-11-23T00:00:00.000Z"}]')`
      assert.deepStrictEqual(yield* network, inDoubt.network)
      // The first new failure says nothing about the network, and the second failure shows that the network works.
      yield* fails("connect_timeout", {})
      const cleared = (yield* storedFacts(key))?.facts ?? {}
      assert.notProperty(cleared, "network")
      assert.notProperty(cleared, "otherPorts")
      assert.deepStrictEqual(Object.keys(cleared["dns"] as object), ["changes"])
      assert.lengthOf(yield* (yield* IncidentDiagnoses).claim(100), 1)
      yield* fails("connect_timeout", works)
      const known = yield* storedFacts(key)
      assert.deepStrictEqual(known?.facts["network"], works.network)
      // A failure with an unchanged outcome and without network facts changes nothing. A check whose network is in
      // doubt says nothing about the site.
      yield* fails("connect_timeout", {})
      yield* fails("connect_refused", inDoubt)
      assert.deepStrictEqual(yield* storedFacts(key), known)
      yield* fails("connect_refused", {})
      assert.notProperty((yield* storedFacts(key))?.facts ?? {}, "network")
    })
  )

  it.effect("grow with the other monitors of a shared cause", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("shared.example")
      yield* check("up")
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("connect_refused") })
      assert.notProperty((yield* storedFacts(key))?.facts ?? {}, "sharedWith")
      // Five other monitors of the account fail at this address. The incident joins their shared cause.
      yield* sql`
        insert into monitor overriding system value
        select (jsonb_populate_record(null::monitor, to_jsonb(own) || jsonb_build_object('id', own.id * 1000 + 1000000 + n,
          'public_id', gen_random_uuid(), 'hostname', 's' || n || '.shared.example', 'dedupe_key', 's' || n || '.shared.example'))).*
        from monitor own, generate_series(1, 5) as n where own.id = ${key}::bigint`
      yield* sql`update monitor_schedule set last_address = '192.0.2.77' where monitor_id = ${key}::bigint`
      yield* sql`
        insert into monitor_schedule
        select (jsonb_populate_record(null::monitor_schedule, to_jsonb(s) || jsonb_build_object('monitor_id', m.id, 'next_at', null))).*
        from monitor_schedule s join monitor own on own.id = s.monitor_id
        join monitor m on m.account_id = own.account_id and m.id <> own.id where own.id = ${key}::bigint`
      yield* sql`
        with made as (
          insert into shared_cause (public_id, account_id, kind, value)
          select gen_random_uuid(), account_id, 'address', '192.0.2.77' from monitor where id = ${key}::bigint
          returning id
        )
        insert into shared_cause_incident (cause_id, incident_id)
        select made.id, i.id from made, incident i where i.monitor_id = ${key}::bigint`
      assert.deepInclude((yield* storedFacts(key))?.facts, {
        sharedWith: [{ kind: "address", value: "192.0.2.77", failing: 5, working: 0 }]
      })
    })
  )

  it.effect("have the network and the name servers that failing monitors of the account share", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("wide.example")
      yield* check("up")
      yield* sql`
        insert into monitor overriding system value
        select (jsonb_populate_record(null::monitor, to_jsonb(own) || jsonb_build_object('id', own.id * 1000 + 1000000 + n,
          'public_id', gen_random_uuid(), 'hostname', 'w' || n || '.wide.example', 'dedupe_key', 'w' || n || '.wide.example'))).*
        from monitor own, generate_series(1, 5) as n where own.id = ${key}::bigint`
      yield* sql`
        insert into monitor_schedule
        select (jsonb_populate_record(null::monitor_schedule, to_jsonb(s) || jsonb_build_object('monitor_id', m.id, 'next_at', null,
          'state', case when m.hostname like 'w5%' then 1 else 2 end, 'last_address', '192.0.2.' || (m.id % 100)))).*
        from monitor_schedule s join monitor own on own.id = s.monitor_id
        join monitor m on m.account_id = own.account_id and m.id <> own.id where own.id = ${key}::bigint`
      yield* sql`update monitor_schedule set last_address = '192.0.2.200' where monitor_id = ${key}::bigint`
      yield* sql`
        insert into registration (domain, outcome, registration)
        values ('wide.example', 'Registered', '{"statuses":[],"nameServers":["b.dns.example","a.dns.example."]}')`
      yield* sql`
        insert into monitor_registration (monitor_id, domain) values (${key}::bigint, 'wide.example')
        on conflict (monitor_id) do update set domain = excluded.domain`
      yield* sql`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, name_servers)
        select gen_random_uuid(), account_id, id, mon_now(), mon_now(), 'a.dns.example, b.dns.example'
        from monitor where hostname like 'w%.wide.example' and hostname < 'w4'`
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("connect_refused") })
      assert.deepInclude((yield* storedFacts(key))?.facts, {
        sharedWith: [
          { kind: "network", value: "192.0.2.0/24", failing: 4, working: 1 },
          { kind: "name_servers", value: "a.dns.example, b.dns.example", failing: 3, working: 0 }
        ]
      })
    })
  )

  it.effect("say that a name is no longer registered", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("lost.example")
      yield* sql`insert into registration (domain, outcome) values ('lost.example', 'NotRegistered')`
      yield* sql`
        insert into monitor_registration (monitor_id, domain) values (${key}::bigint, 'lost.example')
        on conflict (monitor_id) do update set domain = excluded.domain`
      yield* check("up")
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("connect_refused") })
      assert.deepInclude((yield* storedFacts(key))?.facts, { registration: { outcome: "not_registered" } })
    })
  )

  it.effect("grow with changes of the DNS and of the registration while it is open", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("grows.example")
      yield* sql`insert into registration (domain, outcome, registration) values ('grows.example', 'Registered', '{"statuses":[]}')`
      yield* sql`
        insert into monitor_registration (monitor_id, domain) values (${key}::bigint, 'grows.example')
        on conflict (monitor_id) do update set domain = excluded.domain`
      yield* check("up")
      for (const _ of [1, 2, 3]) yield* check("down", { evidence: evidence("connect_refused") })
      const diagnoses = yield* IncidentDiagnoses
      const [incident] = yield* sql<{
        readonly id: string
      }>`select id::text from incident where monitor_id = ${key}::bigint`
      yield* diagnoses.add(incident?.id ?? "", {
        dns: { servers: [{ server: "ns1", status: "ok" }] },
        otherPorts: [{ port: 80, outcome: "ok" }],
        addresses: [{ address: "192.0.2.1", outcome: "ok" }]
      })
      yield* sql`
        insert into dns_change (public_id, monitor_id, detected_at, changes) values (gen_random_uuid(), ${key}::bigint, mon_now(),
          '[{"type":"A","name":"grows.example","added":["192.0.2.9"],"removed":["192.0.2.1"],"firstSeenAt":"2026-11-23T00:00:00.000Z"}]')`
      yield* sql`update registration set registration = '{"statuses":["serverHold"]}' where domain = 'grows.example'`
      const stored = yield* storedFacts(key)
      assert.deepInclude(stored?.facts, { registration: { outcome: "registered", statuses: ["serverHold"] } })
      const dns = stored?.facts["dns"] as { readonly servers: unknown; readonly changes: ReadonlyArray<object> }
      assert.deepStrictEqual(dns.servers, [{ server: "ns1", status: "ok" }])
      assert.deepInclude(stored?.facts, {
        otherPorts: [{ port: 80, outcome: "ok" }],
        addresses: [{ address: "192.0.2.1", outcome: "ok" }]
      })
      assert.deepInclude(dns.changes[0], { type: "A", added: ["192.0.2.9"], removed: ["192.0.2.1"] })
    })
  )

  it.effect("wait for one observation if the name could not be resolved, the connection failed, or IPv6 was used", () =>
    Effect.gen(function* () {
      const diagnoses = yield* IncidentDiagnoses
      yield* knownToBeDue("servers of incidents", diagnoses.claim(100))
      const outcomes = ["dns_nxdomain", "connect_refused", "http_status", "tls_handshake", "tls_timeout", "no_route"]
      for (const outcome of outcomes) {
        const { check } = yield* watched(`${outcome.replace("_", "-")}.example`)
        yield* check("up")
        const failed = { errorCode: outcome, deterministic: true, evidence: evidence(outcome) }
        for (const _ of [1, 2]) yield* check("down", failed)
      }
      const { check } = yield* watched("http-status-over-ipv6.example")
      yield* check("up")
      const { check: facts } = evidence("http_status")
      const overIpv6 = { check: { ...facts, address: "2001:db8::1" } }
      for (const _ of [1, 2])
        yield* check("down", { errorCode: "http_status", deterministic: true, evidence: overIpv6 })
      const { check: ping } = yield* watched("no-ping.example")
      yield* ping("up")
      const silent = { ...evidence("header_timeout"), target: { url: "icmp://no-ping.example" } }
      for (const _ of [1, 2])
        yield* ping("down", { errorCode: "header_timeout", deterministic: true, evidence: silent })
      const claimed = yield* Effect.all([diagnoses.claim(10), diagnoses.claim(10)], { concurrency: 2 })
      assert.deepStrictEqual(
        claimed
          .flat()
          .map(({ url }) => url)
          .toSorted(),
        ["connect-refused", "dns-nxdomain", "http-status-over-ipv6", "no-ping", "no-route", "tls-timeout"].map(
          (name) => `https://${name}.example/`
        )
      )
      assert.deepStrictEqual(yield* diagnoses.claim(10), [])
    })
  )

  it.effect("are found without reading the facts of the others", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("many-incidents.example")
      yield* check("up")
      for (const _ of [1, 2])
        yield* check("down", { errorCode: "http_status", deterministic: true, evidence: evidence("http_status") })
      yield* sql`
        with past as (
          insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at)
          select gen_random_uuid(), account_id, monitor_id, started_at, started_at, started_at
          from incident, generate_series(1, 500) where monitor_id = ${key}::bigint returning id
        )
        insert into incident_diagnosis (incident_id, facts) select past.id, d.facts
        from past, (select facts from incident_diagnosis limit 1) d`
      yield* sql`analyze incident_diagnosis`
      const plan = yield* sql.unsafe(`explain select exists (select from ${incidentsToObserve})`)
      assert.include(JSON.stringify(plan), "incident_diagnosis_to_observe")
    })
  )

  it.effect("are missing for the checks of an older program, whose incidents open as before", () =>
    Effect.gen(function* () {
      const { check, key } = yield* watched("older.example")
      yield* check("up")
      for (const _ of [1, 2]) yield* check("down")
      const { outcome } = yield* check("down")
      assert.deepInclude(outcome, { opened: 1, notified: 1 })
      assert.isUndefined(yield* storedFacts(key))
    })
  )
})
