import { createTestDatabase } from "@mon/core-store/testing"
import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { parseExposition } from "./Exposition.ts"
import { start } from "./Program.ts"

const startCollector = async () => {
  const texts: Array<string> = []
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const piece of request.setEncoding("utf8")) text += piece
    texts.push(`${request.url}\n${text}`)
    response.end("{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A server that listens on a port always has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, texts, close: async () => void server.close() }
}

const key = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const [database, dns, site, collector] = await Promise.all([
  createTestDatabase(),
  startDnsServer(),
  startSite(),
  startCollector()
])
const service = start("main.ts", [], {
  MON_DATABASE_URL: database.url,
  MON_SECRET: "a secret that only this test knows and that is long enough",
  MON_BOOTSTRAP_API_KEY: key,
  MON_BOOTSTRAP_PLAN: "agency",
  MON_PORT: "0",
  MON_DNS_SERVERS: dns.address,
  MON_OTLP_URL: collector.url,
  MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8"
})
let ending: typeof service.ended | undefined
const end = () => {
  if (ending === undefined) process.kill(service.pid, "SIGTERM")
  return (ending ??= service.ended)
}
afterAll(async () => {
  await end()
  await Promise.all([database.drop(), dns.close(), site.close(), collector.close()])
})
const url = await service.prints(/Mon is ready at (\S+)/u)

const add = (name: string) => {
  dns.zone.set(`${name}.example.com`, { A: [site.host] })
  return fetch(`${url}/api/v1/domains`, {
    method: "POST",
    headers: { "X-API-Key": key },
    body: JSON.stringify({ url: `http://${name}.example.com:${site.port}/`, name })
  })
}
const scrape = async () => parseExposition(await (await fetch(`${url}/metrics`)).text())

const value = (
  families: Awaited<ReturnType<typeof scrape>>,
  name: string,
  labels: Readonly<Record<string, string>> = {}
) =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .find(
      (sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text)
    )?.value

const page = readFileSync(new URL("../../../docs/operations/observability.md", import.meta.url), "utf8")
const documented = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\|/gmu)].map(
    ([, name = "", type = "", labels = ""]) =>
      [name, { type, labels: [...labels.matchAll(/`(\w+)`/gu)].map(([, label = ""]) => label) }] as const
  )
)

/** Longer than the service reuses a text of its metrics. */
const WITHIN = { timeout: 10_000 }

/**
 * The maximum number of values of a label. More values would mean that the label contains names of monitors or
 * accounts.
 */
const MOST_SERIES = 60

describe("the metrics of the service", () => {
  it("are the documented ones, with their types and labels", async () => {
    // The metrics must report this request.
    await fetch(`${url}/api/v1/domains`)
    const families = await scrape()
    expect([...families.keys()].toSorted()).toEqual([...documented.keys()].toSorted())
    for (const [name, { samples, type }] of families) {
      const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels).filter((label) => label !== "le")))
      expect({ name, type, labels: [...labels].toSorted() }).toEqual({
        name,
        type: documented.get(name)?.type,
        labels: documented.get(name)?.labels.toSorted()
      })
      const own = new Set(samples.map((sample) => JSON.stringify({ ...sample.labels, le: undefined })))
      expect(own.size, name).toBeLessThan(MOST_SERIES)
    }
  })

  it("cover a check from its claim to its record, without naming the monitor", async () => {
    const checked = site.nextRequest()
    expect((await add("shop")).status).toBe(201)
    await checked
    const counted = async () => {
      const families = await scrape()
      return {
        recorded: value(families, "mon_recorded_checks_total", { result: "accepted" }),
        checks: value(families, "mon_checks_total", { outcome: "ok" }),
        begun: value(families, "mon_check_lateness_seconds_count"),
        records: value(families, "mon_record_seconds_count"),
        claimed: value(families, "mon_claimed_monitors_total")
      }
    }
    await expect.poll(counted, WITHIN).toEqual({ recorded: 1, checks: 1, begun: 1, records: 1, claimed: 1 })
    const families = await scrape()
    expect(value(families, "mon_claim_seconds_count")).toBeGreaterThan(0)
    expect(
      value(families, "mon_http_requests_total", { method: "POST", route: "/api/v1/domains", status: "201" })
    ).toBe(1)
    await expect
      .poll(
        async () => value(await scrape(), "mon_database_connections", { pool: "statements", state: "idle" }),
        WITHIN
      )
      .toBeGreaterThan(0)
    expect(value(families, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000)
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).not.toMatch(/shop|example|127\.0\.0|mon_0123/u)
  })
})

describe("traces and logs", () => {
  it("reach the collector without secrets in names", async () => {
    const all = () => collector.texts.join("\n")
    await expect.poll(all).toMatch(/^\/v1\/logs$/mu)
    expect(all()).toMatch(/Worker started/u)
    // The service drops traces beyond a limit per second, and batches that the collector does not accept in time. The
    // test therefore adds sites until a check and a request have arrived.
    let count = 0
    await expect
      .poll(
        async () => {
          await add(`shop-${(count += 1)}`)
          return all()
        },
        { timeout: 60_000, interval: 2_000 }
      )
      .toMatch(/"name":"POST \/api\/v1\/domains"[^]*"name":"check"|"name":"check"[^]*"name":"POST \/api\/v1\/domains"/u)
    expect(await end()).toMatchObject({ code: 0, stderr: "" })
    const text = collector.texts.join("\n")
    for (const secret of [key, "owner@localhost", "a secret that only", database.url])
      expect(text).not.toContain(secret)
  }, 90_000)
})

describe("the exposition parser", () => {
  const head = "# HELP mon_a_total A\n# TYPE mon_a_total counter\n"
  const histogram = "# HELP mon_s S\n# TYPE mon_s histogram\n"

  it.each([
    ["a value without a family", "a sample of no family", "mon_a_total 1\n"],
    ["a type without help", "TYPE after its HELP", "# TYPE mon_a_total counter\nmon_a_total 1\n"],
    ["no samples", "has no samples", head],
    ["a series twice", "twice", `${head}mon_a_total{x="1"} 1\nmon_a_total{x="1"} 2\n`],
    ["a family twice", "once and first", `${head}mon_a_total 1\n${head}mon_a_total{x="1"} 1\n`],
    ["a text as value", "a sample of no family", `${head}mon_a_total one\n`],
    ["a bare quote in a label", "no labels", `${head}mon_a_total{x="a"b"} 1\n`],
    ["a counter of another name", "end in _total", "# HELP mon_a A\n# TYPE mon_a counter\nmon_a 1\n"],
    [
      "decreasing buckets",
      "do not grow",
      `${histogram}mon_s_bucket{le="1"} 2\nmon_s_bucket{le="+Inf"} 1\nmon_s_sum 1\nmon_s_count 1\n`
    ],
    [
      "a histogram without +Inf",
      "no whole histogram",
      `${histogram}mon_s_bucket{le="1"} 1\nmon_s_sum 1\nmon_s_count 1\n`
    ]
  ])("refuses %s", (_fault, sentence, text) => {
    expect(() => parseExposition(text)).toThrow(sentence)
  })
})
