import { MonitorList } from "@mon/model"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const DAY = 86_400
const GZIP_LIMIT = 48 * 1_024

/** Inserts monitors with all data that a row of the list shows. Each monitor has a different name, host and figures. */
const FILL = `
  with made as (
    insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
    select (lpad(to_hex(1763800000000 + n * 997), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      a.id, 1, 'https://' || substr(md5(n || 'host'), 1, 6) || '-' || n || '.example.com', 'x', 'key' || n,
      initcap(substr(md5(n || 'name'), 1, 7)) || ' shop ' || n, 60, 30
    from account a, generate_series(1, $2::int) n where a.public_id = $1::uuid
    returning id
  ), scheduled as (
    insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, state, status_changed_at,
      last_response_us, last_error_code)
    select id, 1, 60000, 30000, 0, case when id % 50 = 0 then 2 else 1 end, mon_now() - (id * 7919 % 2000000) * interval '1 second',
      20000 + id * 104729 % 900000, case when id % 50 = 0 then 'http_status' end from made
  ), facts as (
    insert into monitor_facts (monitor_id, ssl_state, ssl, domain_expiry, email_health)
    select id, case when id % 40 = 0 then 2 else 0 end,
      jsonb_build_object('validTo', mon_iso(mon_now() + (id % 90) * interval '1 day'), 'problems', jsonb_build_array('expired')),
      jsonb_build_object('expiresAt', mon_iso(mon_now() + (id * 31 % 400) * interval '1 day')),
      jsonb_build_object('grade', substr('ABCDF', (id % 5 + 1)::int, 1)) from made
  ), periods as (
    insert into status_period (monitor_id, since, state)
    select id, mon_now() - d * interval '1 day', case when d % 3 = 0 then 2 else 1 end
    from made, generate_series(1, 40, 1 + (id % 9)::int) d
  )
  insert into monitor_tag (monitor_id, tag_id)
  select made.id, t.id from made, tag t, account a
  where a.public_id = $1::uuid and t.account_id = a.id and (made.id + t.id) % 3 = 0`

/** Returns the rows as records, by the names of their values. */
const recordsOf = ({ data }: ApiResponse): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const { fields, rows } = Schema.decodeUnknownSync(MonitorList)(data)
  return rows.map((row) => Object.fromEntries(fields.map((field, index) => [field, row[index]])))
}

describe("GET /monitors", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const read = (account: TestAccount, headers: Readonly<Record<string, string>> = {}) =>
    api.send("GET", "/api/v1/monitors", { key: account.key, headers })

  const tag = async ({ key }: TestAccount, name: string): Promise<string> =>
    (await api.send("POST", "/api/v1/tags", { key, body: { name } })).data.id

  it("has the facts of domains and URL monitors, with tags by number", async () => {
    const owner = await world.account("agency")
    const tags = [await tag(owner, "Shops"), await tag(owner, "Fjord")]
    const domain = await addDomain(api, owner, { name: "<b>Shop</b>" })
    await api.send("PUT", `/api/v1/domains/${domain.id}/tags`, { key: owner.key, body: { tagIds: [tags[1]] } })
    const page = await api.send("POST", "/api/v1/urls", { key: owner.key, body: { url: "https://example.com/prices" } })
    await world.sql(
      `with m as (select id from monitor where public_id = $1::uuid), s as (
        update monitor_schedule s set state = 2, status_changed_at = mon_now() - interval '1 hour', last_response_us = 184400,
          last_error_code = 'http_status' from m where s.monitor_id = m.id
      ), gone as (delete from status_period p using m where p.monitor_id = m.id), p as (
        insert into status_period select m.id, mon_now() - x.ago, x.state from m, (values
          (interval '60 days', 2), (interval '40 days', 1), (interval '3 days', 3), (interval '3 hours', 1),
          (interval '1 hour', 2)) x(ago, state)
      )
      insert into monitor_facts (monitor_id, ssl, ssl_state, domain_expiry, email_health)
      select id, jsonb_build_object('validTo', mon_iso(mon_now() + interval '62.5 days'),
          'problems', jsonb_build_array('wrong_host', 'weak_key')), 2,
        jsonb_build_object('expiresAt', mon_iso(mon_now() - interval '1.5 days')), '{"grade":"C"}' from m`,
      domain.id
    )
    const [shop, prices, ...others] = recordsOf(await read(owner))
    const now = Date.now() / 1_000
    expect(others).toEqual([])
    expect(shop).toEqual({
      id: domain.id,
      kind: "domain",
      name: "<b>Shop</b>",
      url: domain["url"],
      state: "down",
      since: expect.any(Number),
      responseMs: 184,
      // The monitor was watched for 27 days and 3 hours, and was down for one hour.
      uptime30d: Math.floor((1 - 1 / (27 * 24 + 3)) * 10_000) / 100,
      certificateDays: 62,
      registrationDays: -2,
      mailGrade: "C",
      reason: "http_status",
      access: "owner",
      tags: [1],
      certificateProblem: "wrong_host",
      unseenChanges: null,
      changedAt: null,
      acknowledgedBy: null,
      maintenanceUntil: null,
      flapping: null,
      contentFault: null,
      contentFaultCertain: null,
      contentFaults: "down"
    })
    expect(Math.abs(now - 3_600 - Number(shop?.["since"]))).toBeLessThan(DAY)
    expect(prices).toMatchObject({
      id: page.data.id,
      kind: "url",
      url: "https://example.com/prices",
      state: "unknown",
      uptime30d: null,
      certificateDays: null,
      registrationDays: null,
      mailGrade: null,
      reason: null,
      tags: [],
      certificateProblem: null,
      unseenChanges: 0,
      changedAt: null,
      acknowledgedBy: null,
      maintenanceUntil: null,
      flapping: null,
      contentFault: null,
      contentFaultCertain: null,
      contentFaults: "down"
    })
    expect((await read(owner)).data["tags"]).toMatchObject([{ name: "Shops" }, { name: "Fjord" }])
  })

  it.each([
    ["down", ["suspended", true, "down"]],
    ["remark", ["suspended", true, "remark"]],
    ["off", [null, null, "off"]]
  ])("has what the last page shows to be wrong, unless it is not judged: %s", async (mode, expected) => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner, { contentFaults: mode })
    await world.sql(
      `insert into monitor_facts (monitor_id, content_fault)
      select id, '{"code":"suspended","family":null,"line":"This account has been suspended","certain":true}'::jsonb
      from monitor where public_id = $1::uuid
      on conflict (monitor_id) do update set content_fault = excluded.content_fault`,
      id
    )
    const [row] = recordsOf(await read(owner))
    expect([row?.["contentFault"], row?.["contentFaultCertain"], row?.["contentFaults"]]).toEqual(expected)
  })

  it("leaves unwatched time out of the uptime, as the record of the domain does", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    await world.sql(
      `with m as (select id from monitor where public_id = $1::uuid), s as (
        update monitor_schedule s set next_at = mon_now() - interval '1 day', status_changed_at = null, last_checked_at = null,
          interval_ms = 3600000 from m where s.monitor_id = m.id
      ), gone as (delete from status_period p using m where p.monitor_id = m.id), p as (
        insert into status_period select m.id, mon_now() - x.ago, x.state from m, (values
          (interval '40 days', 1), (interval '20 days', 2), (interval '10 days', 1)) x(ago, state)
      )
      insert into unwatched_period select m.id, mon_now() - x.ago, mon_now() - x.ago + x.long from m, (values
        (interval '33 days', interval '4 days'), (interval '12 days', interval '5 days')) x(ago, long)`,
      id
    )
    const [row] = recordsOf(await read(owner))
    const uptime = (1 - 8 / (30 - 1 - 5 - 1 - 1 / 24)) * 100
    expect(row?.["uptime30d"]).toBe(Math.floor(uptime * 100) / 100)
    const record = await api.send("GET", `/api/v1/domains/${id}`, { key: owner.key })
    expect(record.data["uptime"]).toMatchObject({ last30d: Math.floor(uptime * 10_000) / 10_000 })
  })

  it("has no value where a fact is missing or in the format of another release", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    for (const [ssl, expiry, health] of [
      ["null", "null", "null"],
      ["5", "[]", '"x"'],
      ['{"validTo":5,"problems":"expired"}', '{"expiresAt":"soon"}', '{"grade":7}'],
      ['{"validTo":5,"problems":[7]}', '{"expiresAt":"soon"}', '{"grade":7}']
    ]) {
      await world.sql(
        `insert into monitor_facts (monitor_id, ssl_state, ssl, domain_expiry, email_health)
        select id, 2, $2::text::jsonb, $3::text::jsonb, $4::text::jsonb from monitor where public_id = $1::uuid
        on conflict (monitor_id) do update set ssl = excluded.ssl, domain_expiry = excluded.domain_expiry,
          email_health = excluded.email_health`,
        id,
        ssl,
        expiry,
        health
      )
      expect(recordsOf(await read(owner))).toMatchObject([
        { certificateDays: null, registrationDays: null, mailGrade: null, certificateProblem: null }
      ])
    }
  })

  it("has paused monitors as paused, with the time of the pause, and no deleted ones", async () => {
    const owner = await world.account()
    const paused = await addDomain(api, owner)
    const deleted = await addDomain(api, owner)
    await api.send("POST", `/api/v1/domains/${paused.id}/pause`, { key: owner.key })
    await api.send("DELETE", `/api/v1/domains/${deleted.id}`, { key: owner.key })
    expect(recordsOf(await read(owner))).toMatchObject([{ id: paused.id, state: "paused", since: expect.any(Number) }])
  })

  it("shows a member the shared domains with the member's right, and a stranger nothing", async () => {
    const owner = await world.account("agency")
    const [written, seen] = [await addDomain(api, owner), await addDomain(api, owner), await addDomain(api, owner)]
    await api.send("POST", "/api/v1/urls", { key: owner.key, body: { url: "https://example.com/a" } })
    const access = [
      { domainId: written.id, canWrite: true },
      { domainId: seen.id, canWrite: false }
    ]
    const member = await world.member(owner, access)
    expect(recordsOf(await read(owner))).toHaveLength(4)
    expect(recordsOf(await read(member)).map(({ access: right, id }) => [id, right])).toEqual([
      [seen.id, "read"],
      [written.id, "write"]
    ])
    expect(recordsOf(await read(await world.member(owner, [])))).toEqual([])
    expect(recordsOf(await read(await world.account()))).toEqual([])
  })

  it("answers 304 while nothing has changed", async () => {
    const owner = await world.account("agency")
    for (let n = 0; n < 8; n++) await addDomain(api, owner)
    const first = await read(owner)
    const etag = String(first.headers["etag"])
    const again = await read(owner, { "If-None-Match": etag })
    expect([again.status, again.text]).toEqual([304, ""])
    await addDomain(api, owner)
    expect((await read(owner, { "If-None-Match": etag })).status).toBe(200)
  })

  it("sends 1,000 monitors in at most 48 KiB", async () => {
    const owner = await world.account("agency")
    for (const name of ["Shops", "Fjord", "Client: North"]) await tag(owner, name)
    await world.sql(FILL, owner.id, 1_000)
    expect(recordsOf(await read(owner))).toHaveLength(1_000)
    const zipped = await fetch(`${api.origin}/api/v1/monitors`, {
      headers: { "X-API-Key": owner.key, "Accept-Encoding": "gzip" }
    })
    expect(zipped.headers.get("content-encoding")).toBe("gzip")
    expect(Number(zipped.headers.get("content-length"))).toBeLessThanOrEqual(GZIP_LIMIT)
  })
})
