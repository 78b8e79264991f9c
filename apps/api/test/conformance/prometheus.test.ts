import type { MonitorSample } from "@mon/core-store"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { prometheusText } from "../../src/api/monitorList/prometheusText.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** Inserts the last check of a monitor, with a row of the history. */
const CHECKED = `
  with m as (select id from monitor where public_id = $1::uuid), s as (
    update monitor_schedule s set state = $2::int, last_status_code = $3::int, last_response_us = 184400,
      last_checked_at = date_trunc('milliseconds', mon_now()), next_at = mon_now() + interval '5 minutes'
    from m where s.monitor_id = m.id returning s.monitor_id, s.last_checked_at
  ), f as (
    insert into monitor_facts (monitor_id, ssl) select id, '{"validTo": "2027-02-01T12:00:00.000Z"}'::jsonb from m
    on conflict (monitor_id) do update set ssl = excluded.ssl
  )
  insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us,
    wait_us, download_us, location)
  select monitor_id, last_checked_at, 1, $3::int, 184400, 2000, 10000, 21000, 150000, 1400, 'default' from s`

const sampleOf = (fields: Partial<MonitorSample>): MonitorSample => ({
  id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  kind: "domain",
  name: "Shop",
  url: "https://example.com/",
  isUp: true,
  statusCode: 200,
  seconds: 0.2,
  phases: { dns: 0.002, connect: 0.01, tls: 0.021, wait: 0.15, download: 0.0014 },
  certificateEnd: null,
  contentFault: null,
  tags: [],
  ...fields
})

describe("GET /prometheus", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const read = ({ key }: Pick<TestAccount, "key">) => api.send("GET", "/api/v1/prometheus", { key })
  const samplesOf = async (account: Pick<TestAccount, "key">) =>
    (await read(account)).text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))

  it("has the last check of a domain under the names of blackbox_exporter", async () => {
    const owner = await world.account("agency")
    const { id, url } = await addDomain(api, owner, { name: 'The "Shop"' })
    const tag = await api.send("POST", "/api/v1/tags", { key: owner.key, body: { name: "Live: EU" } })
    await api.send("PUT", `/api/v1/domains/${id}/tags`, { key: owner.key, body: { tagIds: [tag.data.id] } })
    await world.sql(CHECKED, id, 1, 200)
    const answer = await read(owner)
    expect(answer.status).toBe(200)
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4")
    const key = await world.keyFor(owner.membershipId, { scope: "read" })
    expect(await samplesOf({ key })).toEqual(await samplesOf(owner))
    const labels = `instance="${url}",monitor="${id}",name="The \\"Shop\\"",kind="domain",tag_live_eu="Live: EU"`
    expect(await samplesOf(owner)).toEqual([
      `probe_success{${labels}} 1`,
      `probe_duration_seconds{${labels}} 0.1844`,
      `probe_dns_lookup_time_seconds{${labels}} 0.002`,
      `probe_http_status_code{${labels}} 200`,
      `probe_http_ssl{${labels}} 1`,
      `probe_ssl_earliest_cert_expiry{${labels}} ${Date.parse("2027-02-01T12:00:00Z") / 1_000}`,
      `probe_http_duration_seconds{${labels},phase="resolve"} 0.002`,
      `probe_http_duration_seconds{${labels},phase="connect"} 0.01`,
      `probe_http_duration_seconds{${labels},phase="tls"} 0.021`,
      `probe_http_duration_seconds{${labels},phase="processing"} 0.15`,
      `probe_http_duration_seconds{${labels},phase="transfer"} 0.0014`
    ])
  })

  it("has no probe_success while the state is unknown, and nothing about a paused monitor", async () => {
    const owner = await world.account("agency")
    const { id: fresh } = await addDomain(api, owner)
    expect(await samplesOf(owner)).toEqual([])
    await world.sql(CHECKED, fresh, 0, null)
    expect((await samplesOf(owner)).filter((line) => line.startsWith("probe_success"))).toEqual([])
    expect((await samplesOf(owner)).filter((line) => line.startsWith("probe_http_status_code{"))).toEqual([
      expect.stringMatching(/\} 0$/u)
    ])
    await api.send("POST", `/api/v1/domains/${fresh}/pause`, { key: owner.key })
    expect(await samplesOf(owner)).toEqual([])
  })

  it("has no probe_success of a monitor that nobody has checked for too long", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    await world.sql(CHECKED, id, 1, 200)
    await world.sql(
      `update monitor_schedule set next_at = mon_now() - interval '1 hour', last_checked_at = mon_now() - interval '1 hour'
      where monitor_id = (select id from monitor where public_id = $1::uuid)`,
      id
    )
    expect((await samplesOf(owner)).filter((line) => line.startsWith("probe_success"))).toEqual([])
  })

  it.each([
    ["remark", ["default_page"]],
    ["down", ["default_page"]],
    ["off", []]
  ])("has what the last page shows to be wrong by its code, unless it is not judged: %s", async (mode, expected) => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner, { contentFaults: mode })
    await world.sql(CHECKED, id, 1, 200)
    await world.sql(
      `update monitor_facts set content_fault = '{"code":"default_page","family":"nginx","line":"Welcome to nginx!","certain":false}'::jsonb
      where monitor_id = (select id from monitor where public_id = $1::uuid)`,
      id
    )
    const lines = (await samplesOf(owner)).filter((line) => line.startsWith("mon_content_fault"))
    expect(lines.map((line) => /code="([a-z_]+)"\} 1$/u.exec(line)?.[1])).toEqual(expected)
  })

  it("has a URL monitor as down while its page cannot be read", async () => {
    const owner = await world.account("agency")
    const page = await api.send("POST", "/api/v1/urls", { key: owner.key, body: { url: "https://example.com/prices" } })
    const success = async () =>
      (await samplesOf(owner)).filter((line) => line.startsWith("probe_success")).map((line) => line.at(-1))
    await world.sql(CHECKED, page.data.id, 2, 200)
    expect(await success()).toEqual(["1"])
    await world.sql(
      "update monitor_schedule set state = 3 where monitor_id = (select id from monitor where public_id = $1::uuid)",
      page.data.id
    )
    expect(await success()).toEqual(["0"])
    expect((await samplesOf(owner))[0]).toContain('kind="url"')
  })

  it("shows a member the shared domains only, and a stranger nothing", async () => {
    const owner = await world.account("agency")
    const [shared, hidden] = [await addDomain(api, owner), await addDomain(api, owner)]
    for (const { id } of [shared, hidden]) await world.sql(CHECKED, id, 1, 200)
    const member = await world.member(owner, [{ domainId: shared.id, canWrite: false }])
    const lines = await samplesOf(member)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every((line) => line.includes(shared.id))).toBe(true)
    const stranger = await world.account("agency")
    expect(await samplesOf(stranger)).toEqual([])
  })

  it("is refused without a key", async () => {
    expect((await api.send("GET", "/api/v1/prometheus")).status).toBe(401)
  })
})

describe("prometheusText", () => {
  const LINE = /^[a-z_]+\{((?:[a-z][a-z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)+)\} \d+(?:\.\d+)?(?:e[+-]\d+)?$/u
  const LABEL = /([a-z][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/gu

  it("writes at most 20 labels of at most 64 characters, each once, whatever the names are", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 })
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 40 }), (name, url, tags) => {
        const lines = prometheusText([sampleOf({ name, url, tags, contentFault: "default_page" })])
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("#"))
        expect(lines).toHaveLength(11)
        for (const line of lines) {
          expect(line).toMatch(LINE)
          const labels = [...line.matchAll(LABEL)]
          expect(labels.length).toBeLessThanOrEqual(20)
          expect(new Set(labels.map(([, label]) => label)).size).toBe(labels.length)
          for (const [, label = "", value = ""] of labels) {
            expect(label.length).toBeLessThanOrEqual(64)
            expect([...value.replaceAll(/\\(.)/gu, "x")].length).toBeLessThanOrEqual(64)
          }
        }
      })
    )
  })

  it("describes every metric once, before its samples", () => {
    expect(
      prometheusText([])
        .split("\n")
        .filter((line) => line.startsWith("# TYPE"))
    ).toHaveLength(8)
  })
})
