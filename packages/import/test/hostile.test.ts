import { prototypeWords } from "@mon/tooling/prototypeWords"
import * as fc from "fast-check"
import { readYaml } from "@mon/api-contract/config-file"
import { parseEnv } from "node:util"
import { describe, expect, it } from "vitest"
import { envFile, type Imported, importMonitors, type ImportSource, reportText } from "../src/index.ts"
import { oldBackup } from "./fixtures/changedetection.ts"
import { gatusFile } from "./fixtures/gatus.ts"
import { cronitorJob, hcCheck } from "./fixtures/heartbeats.ts"
import { prometheusFiles } from "./fixtures/prometheus.ts"
import { better, cake, openStatus, robot, robotApi, robotOld, summary, updown } from "./fixtures/services.ts"
import { kumaMonitor } from "./fixtures/kumaTables.ts"
import { worked } from "./imported.ts"

const messageOf = async (importing: Promise<Imported>): Promise<string> => {
  const imported = await importing
  return imported.ok ? "It was read." : imported.message
}

it("says where JSON is wrong, and refuses what is too large or too deep", async () => {
  expect(await messageOf(importMonitors("uptime-kuma", '{\n  "monitorList": [}'))).toBe(
    "The text is not valid JSON: there is an error at line 2, column 19."
  )
  expect(await messageOf(importMonitors("uptime-kuma", "[".repeat(100_000)))).toContain("is not valid JSON")
  const deep = `{"monitorList": ${"[".repeat(60)}${"]".repeat(60)}}`
  expect(await messageOf(importMonitors("uptime-kuma", deep))).toBe("The text has more than 40 levels.")
  expect(await messageOf(importMonitors("uptime-kuma", "x".repeat(5_000_000)))).toBe(
    "The text has more than 4194304 bytes."
  )
  expect(await messageOf(importMonitors("uptime-kuma", `{"monitorList": [${"0,".repeat(600_000)}0]}`))).toBe(
    "The text has more than 500000 names and values."
  )
  expect(await messageOf(importMonitors("list", "a.example\n".repeat(30_000)))).toBe(
    "The text has more than 20000 lines."
  )
  expect(await messageOf(importMonitors("csv", `url${",".repeat(5_000)}\n`))).toContain("more than 200 columns")
  expect(await messageOf(importMonitors("uptime-kuma", "[1]"))).toBe(
    "The file is not an Uptime Kuma backup: it has no monitorList."
  )
})

it.each([
  ["a list", "[".repeat(9_000) + "]".repeat(9_000)],
  ["an object", `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`]
])("leaves out %s in a text that is nested too deep", async (_, nested) => {
  const fields = ["headers", "accepted_statuscodes_json", "conditions", "expected_value"]
  const monitor = kumaMonitor(1, {
    url: "https://shop.example.org",
    ...Object.fromEntries(fields.map((name) => [name, nested]))
  })
  const notification = { id: 1, name: "Ops", config: `{"type": "webhook", "webhookAdditionalHeaders": ${nested}}` }
  const window = { id: 1, title: "Release", strategy: "recurring-weekday", weekdays: nested }
  const tables = { monitor: [monitor], notification: [notification], maintenance: [window] }
  const { document } = await worked(importMonitors("uptime-kuma", { tables }))
  expect(document.domains?.["kuma-1"]).toMatchObject({ url: "https://shop.example.org" })
  const test = { id: "1", name: "Shop", test_type: "HTTP", website_url: "https://shop.example.org" }
  const answer = JSON.stringify({ data: [{ ...test, custom_header: nested }] })
  expect((await worked(importMonitors("statuscake", answer))).document.domains).toHaveProperty("cake-1")
})

it("gives names of prototypes no meaning", async () => {
  const text = `{"__proto__": {"polluted": 1}, "monitorList": [
    {"__proto__": {"type": "docker"}, "constructor": 1, "toString": 2, "id": "__proto__", "url": "https://shop.example.org",
     "headers": "{\\"__proto__\\": \\"x\\", \\"constructor\\": \\"y\\"}", "type": "http", "interval": 60}]}`
  const { document } = await worked(importMonitors("uptime-kuma", text))
  expect(Object.keys(document.domains ?? {})).toEqual(["kuma-proto"])
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  const csv = await worked(importMonitors("csv", "url,__proto__,constructor\nshop.example.org,a,b\n"))
  expect(Object.keys(csv.document.domains ?? {})).toEqual(["csv-shop-example-org"])
})

describe.each(prototypeWords)("the word %j", (word) => {
  const url = "https://shop.example.org"
  const named = { [word]: word }

  it("is a kind, a comparison and an encoding that Mon does not have", async () => {
    const records = [
      { id: 1, type: word, url },
      {
        id: 2,
        type: "http",
        url,
        config: { apiAssertions: { checks: [{ property: "$.a", comparison: word }] } },
        ...named
      }
    ]
    const robots = await worked(importMonitors("uptimerobot", JSON.stringify(records)))
    expect(robots.report.missingKinds.map(({ kind }) => kind)).toEqual([word.toLowerCase()])
    expect(robots.document.domains?.["robot-2"]?.expect).toBeUndefined()
    const kuma = kumaMonitor(1, { url, method: "POST", body: "x", http_body_encoding: word, ...named })
    const channel = { id: 1, name: "Ops", config: JSON.stringify({ type: word, ...named }) }
    const window = { id: 1, title: "Release", strategy: word }
    const { document } = await worked(
      importMonitors(
        "uptime-kuma",
        { tables: { monitor: [kuma], notification: [channel], maintenance: [window] } },
        { provenHosts: true }
      )
    )
    expect(document.domains?.["kuma-1"]?.request).toEqual({ method: "POST", body: expect.any(String) })
    expect([document.channels ?? {}, document.maintenanceWindows ?? {}]).toEqual([{}, {}])
  })

  it("is a column of a list, a module and a day that nothing is called", async () => {
    const csv = await worked(importMonitors("csv", `url,${word}\n${url},x\n`))
    expect(Object.keys(csv.document.domains ?? {})).toEqual(["csv-shop-example-org"])
    const scrape = `scrape_configs: [{ job_name: a, metrics_path: /probe, params: { module: ["${word}"] }, static_configs: [{ targets: ["${url}"] }] }]`
    const files = new Map([
      ["prometheus.yml", scrape],
      ["blackbox.yml", "modules: { http: { prober: http } }"]
    ])
    const { document } = await worked(importMonitors("blackbox", files))
    expect(document.domains ?? {}).toEqual({})
    const gatus = `endpoints: [{ name: a, url: "${url}", conditions: ["[STATUS] == 200"] }]\nmaintenance: { start: "22:00", duration: 1h, every: ["${word}"] }\n`
    const { document: watched } = await worked(importMonitors("gatus", gatus))
    expect([Object.keys(watched.domains ?? {}).length, watched.maintenanceWindows ?? {}]).toEqual([1, {}])
  })
})

it("never lets a file name an environment variable of the reader", async () => {
  const monitor = kumaMonitor(1, {
    name: "${env:HOME}",
    url: "https://shop.example.org/${env:HOME}",
    method: "POST",
    body: "${env:AWS_SECRET_ACCESS_KEY}",
    headers: JSON.stringify({ Accept: "${env:HOME}", "X-A": "${env:HOME}" }),
    basic_auth_user: "${env:USER}",
    basic_auth_pass: "${env:HOME}",
    auth_method: "basic",
    type: "keyword",
    keyword: "${env:HOME}"
  })
  const { document, secrets } = await worked(
    importMonitors("uptime-kuma", { tables: { monitor: [monitor] } }, { provenHosts: true })
  )
  const named = [...JSON.stringify(document).matchAll(/\$\{env:([^}]*)\}/gu)].map(([, name]) => name)
  for (const name of named) expect(secrets.has(name ?? "")).toBe(true)
  expect(secrets.get("KUMA_1_BODY")).toBe("${env:AWS_SECRET_ACCESS_KEY}")
})

it("takes placeholders for no secrets", async () => {
  const monitor = kumaMonitor(1, { url: "https://shop.example.org", auth_method: "bearer", bearer_token: "***" })
  const { document } = await worked(importMonitors("uptime-kuma", { tables: { monitor: [monitor] } }))
  expect(document.domains?.["kuma-1"]?.request).toBeUndefined()
})

it("writes reports without control characters", async () => {
  const escape = "\u001b[2J\u0007\u202e"
  const monitor = kumaMonitor(1, {
    name: escape,
    url: `https://${escape}`,
    [`odd${escape}`]: escape,
    type: `k${escape}`
  })
  const { report } = await worked(
    importMonitors("uptime-kuma", {
      tables: {
        monitor: [monitor, kumaMonitor(2, { name: escape, url: "https://a.example.org", [`odd${escape}`]: "x" })]
      }
    })
  )
  const text = reportText(report, { isFull: true })
  expect(/[\p{Cc}\p{Bidi_Control}]/u.test(text.replaceAll("\n", ""))).toBe(false)
  expect(/[\p{Cc}\p{Bidi_Control}]/u.test(JSON.stringify(report))).toBe(false)
})

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    "0",
    "true",
    "[]",
    "{}",
    "***",
    "${env:X}",
    "sealed:0123456789abcdef",
    "\u0000",
    "\ud800",
    "x".repeat(10_000),
    "2026-01-01 00:00:00",
    "https://a.example.org/?q#f",
    "http://[::1]",
    "-1",
    "1e9",
    "*"
  )
)
const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, 0, 1, -1, 1e308, Number.MAX_SAFE_INTEGER, true, false, [], {}, [null], {
      a: [{}]
    })
  }
)
const hostileRow = (names: ReadonlyArray<string>) =>
  fc.dictionary(fc.constantFrom(...names), hostileValue, { maxKeys: 12 })

it("makes a valid file and a report of any rows", async () => {
  const names = [
    ...Object.keys(kumaMonitor(1, {})),
    "title",
    "slug",
    "strategy",
    "cron",
    "duration",
    "timezone",
    "start_date",
    "end_date",
    "start_time",
    "end_time",
    "weekdays",
    "days_of_month",
    "config",
    "color",
    "value",
    "monitor_id",
    "tag_id",
    "notification_id",
    "maintenance_id",
    "status_page_id",
    "group_id",
    "__proto__"
  ]
  const tables = fc.record(
    Object.fromEntries(
      [
        "monitor",
        "notification",
        "monitor_notification",
        "tag",
        "monitor_tag",
        "maintenance",
        "monitor_maintenance",
        "status_page",
        "group",
        "monitor_group"
      ].map((table) => [
        table,
        fc.array(
          fc
            .tuple(
              hostileRow(names),
              fc.integer({ min: 1, max: 4 }),
              fc.constantFrom("http", "keyword", "json-query", "single", "recurring-weekday", "cron")
            )
            .map(([row, id, kind]) => ({
              id,
              monitor_id: id,
              url: `https://h${id}.example.org`,
              type: kind,
              strategy: kind,
              ...row
            })),
          { maxLength: 3 }
        )
      ])
    )
  )
  await fc.assert(
    fc.asyncProperty(tables, async (given) => {
      fc.pre(given["monitor"]?.length !== 0)
      const { report } = await worked(importMonitors("uptime-kuma", { tables: given }))
      expect(/[\p{Cc}\p{Bidi_Control}]/u.test(reportText(report).replaceAll("\n", ""))).toBe(false)
    }),
    { numRuns: 300 }
  )
}, 120_000)

it("makes a file or a sentence of any text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("list" as const, "csv" as const, "uptime-kuma" as const),
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc
          .array(
            fc.constantFrom(
              "url",
              "name",
              ",",
              ";",
              "\n",
              '"',
              "a.example.org",
              "interval",
              "60",
              "type",
              "\t",
              "=1+1"
            ),
            { maxLength: 40 }
          )
          .map((parts) => parts.join("")),
        fc.json()
      ),
      async (source, text) => {
        const imported = await importMonitors(source, text)
        if (imported.ok) await worked(Promise.resolve(imported))
        else expect(imported.message).toMatch(/\.$/u)
      }
    ),
    { numRuns: 300 }
  )
}, 120_000)

/** Returns a fixture with other values at some positions, counted in the order of the text. */
const mutated = (text: string, changes: ReadonlyArray<readonly [position: number, value: unknown]>): unknown => {
  let count = 0
  const total = new Set<number>()
  JSON.parse(text, (_, value: unknown) => {
    total.add(count++)
    return value
  })
  const wanted = new Map(changes.map(([position, value]) => [position % Math.max(1, total.size), value]))
  count = 0
  return JSON.parse(text, (_, value: unknown) => {
    const position = count++
    return wanted.has(position) ? wanted.get(position) : value
  })
}

const yaml = (source: string): string => {
  const reading = readYaml(source)
  return JSON.stringify(reading.ok ? reading.text.value : null)
}

/** The input of every source, as JSON, which is also YAML. */
const given = [
  ["gatus", { "gatus.yaml": yaml(gatusFile) }],
  ["openstatus", { "openstatus.yaml": yaml(openStatus) }],
  ["blackbox", Object.fromEntries([...prometheusFiles].map(([name, text]) => [name, yaml(text)]))],
  ["changedetection", { "url-watches.json": oldBackup }],
  ["uptimerobot", { "monitors.json": JSON.stringify({ data: [robot, robotApi, robotOld] }) }],
  ["better-stack", { "monitors.json": JSON.stringify({ data: [better] }) }],
  ["healthchecks", { "checks.json": JSON.stringify({ checks: [hcCheck] }) }],
  ["cronitor", { "cronitor.json": JSON.stringify({ monitors: [cronitorJob] }) }],
  ["updown", { "checks.json": JSON.stringify([updown]) }],
  ["statuscake", { "tests.json": JSON.stringify({ data: [cake] }) }],
  ["statuspage", { "summary.json": JSON.stringify(summary) }]
] as const satisfies ReadonlyArray<readonly [ImportSource, Readonly<Record<string, string>>]>

it.each(given)(
  "makes a valid file or a sentence of any value in a file of %s",
  async (source, files) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(10_000), hostileValue), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const input = new Map(
            Object.entries(files).map(([name, text]) => [name, JSON.stringify(mutated(text, changes)) ?? "null"])
          )
          const imported = await importMonitors(source, input)
          if (!imported.ok) {
            expect(imported.message).toMatch(/\.$/u)
            return
          }
          const { report } = await worked(Promise.resolve(imported))
          expect(/[\p{Cc}\p{Bidi_Control}]/u.test(reportText(report, { isFull: true }).replaceAll("\n", ""))).toBe(
            false
          )
        }
      ),
      { numRuns: 100 }
    )
  },
  120_000
)

it("writes .env files that Node reads back, or says what they cannot hold", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostileText,
        fc.string({ unit: fc.constantFrom("'", '"', "`", "\\", "n", "\n", "#", "=", " ", "$", "é") })
      ),
      (value) => {
        const { missing, text } = envFile(
          new Map([
            ["A", "before"],
            ["B", value],
            ["C", "after"]
          ])
        )
        const read = parseEnv(text)
        expect([read["A"], read["C"]]).toEqual(["before", "after"])
        if (missing.length === 0) expect(read["B"]).toBe(value.replaceAll("\r\n", "\n"))
        else expect(missing).toEqual(["B"])
      }
    ),
    { numRuns: 1_000 }
  )
})
