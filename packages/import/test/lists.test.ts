import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { importMonitors } from "../src/index.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")

it("reads a list of addresses with tags", async () => {
  const text =
    "# Shops\nhttps://shop.example.org/?a=1  web prod\n\nexample.org\r\nhttps://example.org\nlocalhost\nftp://example.org\n"
  const result = await worked(importMonitors("list", `\uFEFF${text}`))
  expect(result.document).toEqual({
    version: 1,
    project: "list",
    addOnly: true,
    tags: { "list-web": { name: "web" }, "list-prod": { name: "prod" } },
    domains: {
      "list-shop-example-org-a-1": { url: "https://shop.example.org", tags: ["list-web", "list-prod"] },
      "list-example-org": { url: "https://example.org" }
    }
  })
  expect(linesOf(result, "monitor", "line 5")[0]).toContain(
    "domains.list-example-org in the file has the same address."
  )
  expect(linesOf(result, "monitor", "line 6")).toEqual([
    ': left_out - Mon only monitors public host names. The address is "localhost".'
  ])
  expect(linesOf(result, "monitor", "line 7")[0]).toContain(
    "Mon only checks addresses that start with http:// or https://."
  )
})

it("finds columns of CSV by their names, as in the export of UptimeRobot", async () => {
  const result = await worked(importMonitors("csv", fixture("uptimerobot.csv"), { project: "robot" }))
  expect(result.document.domains).toEqual({
    "csv-shop-example-org": { url: "https://shop.example.org", name: "Shop, main", checkInterval: 300 },
    "csv-stock-example-org-list": {
      url: "https://stock.example.org/list",
      name: "Stock",
      checkInterval: 60,
      paused: true,
      expect: [{ text: "In stock" }]
    },
    "csv-errors-example-org": {
      url: "https://errors.example.org",
      name: "Errors",
      checkInterval: 300,
      expect: [{ text: 'He said "no"', absent: true }]
    },
    "csv-formula-example-org": { url: "https://formula.example.org", name: '=HYPERLINK("https://evil.example.org")' }
  })
  expect(result.report.missingKinds).toEqual([
    { kind: "ping", count: 1 },
    { kind: "port", count: 1 }
  ])
  const rows = fixture("uptimerobot.csv").trim().split("\n").slice(1)
  const names = ["Type", "Friendly Name", "URL/IP", "Interval", "Status", "Keyword Type", "Keyword Value", "Port"]
  for (const [index] of rows.entries())
    expect(
      silentPaths(Object.fromEntries(names.map((name) => [name, 1])), result, "monitor", `line ${index + 2}`)
    ).toEqual([])
  expect(linesOf(result, "monitor", "line 7")).toContain(
    "Interval: left_out - The value is not a duration such as 300 or 5m."
  )
})

it("reads semicolons, tabs, quotes over lines, and says what it does not know", async () => {
  const result = await worked(
    importMonitors(
      "csv",
      'Name;Website;Notes;Tags;Expected status\r\n"Two\r\nlines";shop.example.org;"a;b";web|prod;200,3xx\r\n;tab.example.org;;;;more\r\n'
    )
  )
  expect(result.document.domains).toMatchObject({
    "csv-shop-example-org": { name: "Two lines", tags: ["csv-web", "csv-prod"], expect: [{ status: "200, 300-399" }] },
    "csv-tab-example-org": { url: "https://tab.example.org" }
  })
  expect(linesOf(result, "monitor", "line 2")).toContain("Notes: left_out - Mon does not recognise this column.")
  expect(linesOf(result, "file", "line 4")).toEqual(["(cells after the last column): left_out - They have no header."])
})

it.each([
  ["a line that names the separator", "sep=;\nurl;name\nshop.example.org;A, B\n", "A, B", "line 3"],
  ["the same in quotes, with CR and LF", '"sep=;"\r\nurl;name\r\nshop.example.org;A\r\n', "A", "line 3"],
  ["another separator", "SEP=|\nurl|name\nshop.example.org|A;,B\n", "A;,B", "line 3"],
  ["a comma that is named", "sep=,\nurl,name;x\nshop.example.org,A\n", null, "line 3"],
  ["lines that end with CR", "url,name\rshop.example.org,A\r", "A", "line 2"],
  ["lines that end in several ways", "url,name\r\nshop.example.org,A\r\rb.example.org,B\n", "A", "line 2"],
  ["no end of the last line", "url,name\nshop.example.org,A", "A", "line 2"]
])("reads CSV with %s", async (_name, text, name, line) => {
  const result = await worked(importMonitors("csv", text))
  expect(result.document.domains?.["csv-shop-example-org"]?.name ?? null).toBe(name)
  expect(result.report.groups.map(({ id }) => id)).toContain(line)
})

it.each([
  ["csv", "url,name\n", "The text has no rows below its line of headers."],
  ["csv", "sep=;\nurl;name\n\n;\n", "The text has no rows below its line of headers."],
  ["list", "# nothing\n\n", "The input contains nothing that can be imported."],
  ["list", "", "The input contains nothing that can be imported."]
] as const)("says that a %s has nothing: %j", async (source, text, message) => {
  expect(await importMonitors(source, text)).toEqual({ ok: false, message })
})

it("names a field once in the reason of a monitor that the file cannot have", async () => {
  const imported = await importMonitors("list", `https://shop.example.org/${"ä".repeat(1_000)}`)
  expect(imported.ok && imported.report.groups[0]?.reason).toBe(
    "Mon rejects it: url must be a string of at most 2048 characters."
  )
})

it("reads a list whose lines end with CR", async () => {
  const { document } = await worked(importMonitors("list", "shop.example.org web\rtab.example.org"))
  expect(Object.keys(document.domains ?? {})).toEqual(["list-shop-example-org", "list-tab-example-org"])
})

const stateOf = async (column: string, word: string) => {
  const result = await worked(importMonitors("csv", `url,${column}\nshop.example.org,${word}\n`))
  const note = linesOf(result, "monitor", "line 2").find((line) => line.startsWith(`${column}: changed`))
  return [result.document.domains?.["csv-shop-example-org"]?.paused ?? false, note === undefined]
}

it.each([
  ...[
    "paused",
    "Paused",
    "PAUSE",
    "disabled",
    "inactive",
    "off",
    "stopped",
    "suspended",
    "on hold",
    "on-hold",
    "no",
    "0",
    "false",
    "n",
    "pausiert",
    "inaktiv"
  ].map((word) => ["status", word, true] as const),
  ...[
    "active",
    "Up",
    "down",
    "running",
    "online",
    "seems_down",
    "Not checked yet",
    "1",
    "2",
    "9",
    "yes",
    "true",
    "enabled",
    "aktiv",
    ""
  ].map((word) => ["state", word, false] as const),
  ...["yes", "true", "1", "x".replace("x", "on"), "paused"].map((word) => ["paused", word, true] as const),
  ...["no", "false", "0", "off", "active"].map((word) => ["paused", word, false] as const),
  ...["no", "0", "disabled"].map((word) => ["enabled", word, true] as const),
  ...["yes", "1", "enabled"].map((word) => ["active", word, false] as const)
])("a monitor with %s = %j is paused: %s", async (column, word, isPaused) => {
  expect(await stateOf(column, word)).toEqual([isPaused, true])
})

it.each([
  ["status", "retired"],
  ["state", "ruhend"],
  ["paused", "2026-01-01"],
  ["enabled", "vielleicht"],
  ["active", "constructor"]
])("a monitor with %s = %j is paused, because the word is not known", async (column, word) => {
  expect(await stateOf(column, word)).toEqual([true, false])
})

it("refuses tables without addresses, and quotes without an end", async () => {
  expect(await importMonitors("csv", "name,color\nShop,red\n")).toMatchObject({ ok: false })
  expect(await importMonitors("csv", 'url\n"https://shop.example.org\n')).toEqual({
    ok: false,
    message: "The text has an unclosed quote, which starts after line 2."
  })
  expect(await importMonitors("csv", "url,url\na,b\n")).toEqual({
    ok: false,
    message: "The text has two columns with the same name."
  })
})

it("reads the JSON backup of version 1 of Uptime Kuma", async () => {
  const text = fixture("kuma-backup.json")
  const result = await worked(importMonitors("uptime-kuma", text))
  expect(result.document.domains).toEqual({
    "kuma-1": {
      url: "https://shop.example.org",
      name: "Shop",
      checkInterval: 60,
      timeoutSeconds: 30,
      expect: [{ status: "200-299" }, { text: "In stock" }],
      tags: ["kuma-region-eu"]
    }
  })
  const backup = JSON.parse(text) as {
    readonly monitorList: ReadonlyArray<{
      readonly id: number
      readonly tags: unknown
      readonly notificationIDList: unknown
    }>
    readonly notificationList: ReadonlyArray<object>
  }
  for (const { notificationIDList: _notifications, tags: _tags, ...monitor } of backup.monitorList)
    expect(silentPaths(monitor, result, "monitor", String(monitor.id))).toEqual([])
  for (const one of backup.notificationList) expect(silentPaths(one, result, "channel", "1")).toEqual([])
  expect(linesOf(result, "monitor", "1").filter((line) => line.startsWith("monitor_"))).toHaveLength(2)
})
