// Debian's Prometheus scrapes a running API and answers the queries of a common dashboard (Grafana 7587).
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestApi, type World } from "./World.ts"

const PROMETHEUS = "/usr/bin/prometheus"

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const CHECKED = `
  with m as (select id from monitor where public_id = $1::uuid), s as (
    update monitor_schedule s set state = $2::int, last_status_code = $3::int, last_response_us = 184400,
      last_checked_at = date_trunc('milliseconds', mon_now()), next_at = mon_now() + interval '1 hour'
    from m where s.monitor_id = m.id returning s.monitor_id, s.last_checked_at
  ), f as (
    insert into monitor_facts (monitor_id, ssl)
    select id, jsonb_build_object('validTo', mon_iso(mon_now() + interval '20 days')) from m
    on conflict (monitor_id) do update set ssl = excluded.ssl
  )
  insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us,
    wait_us, download_us, location)
  select monitor_id, last_checked_at, 1, $3::int, 184400, 2000, 10000, 21000, 150000, 1400, 'default' from s`

/** The queries that the dashboard makes for a target. */
const QUERIES: ReadonlyArray<readonly [query: string, series: number, judge: (value: number) => boolean]> = [
  ['probe_success{instance=~"https://shop.example.com"}', 1, (value) => value === 1],
  ["probe_success == 0", 1, (value) => value === 0],
  ['probe_http_status_code{instance=~"https://shop.example.com"}', 1, (value) => value === 200],
  ['probe_duration_seconds{instance=~"https://shop.example.com"}', 1, (value) => value === 0.1844],
  ['avg(probe_duration_seconds{instance=~"https://shop.example.com"}) by (instance)', 1, (value) => value === 0.1844],
  ['avg(probe_dns_lookup_time_seconds{instance=~"https://.*"}) by (instance)', 2, (value) => value === 0.002],
  ['probe_http_duration_seconds{instance=~"https://shop.example.com"}', 5, (value) => value > 0],
  ['sum(probe_http_duration_seconds{name="Shop"}) by (instance)', 1, (value) => Math.abs(value - 0.1844) < 1e-9],
  ['probe_http_ssl{instance=~"https://shop.example.com"}', 1, (value) => value === 1],
  ["(probe_ssl_earliest_cert_expiry - time()) / 86400 < 30", 2, (value) => value > 19 && value <= 20]
]

describe.skipIf(!existsSync(PROMETHEUS))("Debian's Prometheus", () => {
  let world: World
  let api: TestApi
  const ends: Array<() => void> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(async () => {
    for (const end of ends) end()
    await world.close()
  })

  it("scrapes the monitors of an account and answers the queries of a blackbox dashboard", async () => {
    const owner = await world.account("agency")
    const shop = await addDomain(api, owner, { url: "https://shop.example.com", name: "Shop" })
    const broken = await addDomain(api, owner, { url: "https://broken.example.com", name: "Broken" })
    await world.sql(CHECKED, shop.id, 1, 200)
    await world.sql(CHECKED, broken.id, 2, 503)

    const folder = mkdtempSync(join(tmpdir(), "mon-prometheus-"))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    const config = {
      scrape_configs: [
        {
          job_name: "mon",
          scrape_interval: "1s",
          metrics_path: "/api/v1/prometheus",
          honor_labels: true,
          authorization: { credentials: owner.key },
          static_configs: [{ targets: [`127.0.0.1:${api.port}`] }]
        }
      ]
    }
    // JSON is valid YAML.
    writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config))
    const port = await freePort()
    const server = spawn(PROMETHEUS, [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`
    ])
    ends.unshift(() => server.kill("SIGKILL"))

    const ask = async (query: string): Promise<ReadonlyArray<number>> => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
      const response = await fetch(url).catch(() => null)
      if (response === null || !response.ok) return []
      const { data } = (await response.json()) as {
        readonly data: { readonly result: ReadonlyArray<{ readonly value: readonly [number, string] }> }
      }
      return data.result.map(({ value: [, value] }) => Number(value))
    }
    await expect.poll(() => ask('up{job="mon"}'), { timeout: 30_000, interval: 200 }).toEqual([1])
    for (const [query, series, judge] of QUERIES) {
      const values = await ask(query)
      expect(
        values.filter((value) => judge(value)),
        `${query} gave ${values.join(", ")}`
      ).toHaveLength(series)
      expect(values, query).toHaveLength(series)
    }
  }, 60_000)
})
