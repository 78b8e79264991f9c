import fc from "fast-check"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { detectSource, importMonitors, importSources } from "../src/index.ts"
import { gatusFile } from "./fixtures/gatus.ts"
import { betterHeartbeat, cronitorFile, cronitorJob, hcCheck } from "./fixtures/heartbeats.ts"
import { prometheusFiles } from "./fixtures/prometheus.ts"
import { better, cake, openStatus, robot, robotOld, summary, updown } from "./fixtures/services.ts"

const fixture = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)), "utf8")

it.each<readonly [string, string, string]>([
  ["uptime-kuma", "kuma.json", fixture("kuma-backup.json")],
  ["gatus", "config.yaml", gatusFile],
  ["blackbox", "blackbox.yml", prometheusFiles.get("blackbox.yml") ?? ""],
  ["blackbox", "prometheus.yml", prometheusFiles.get("prometheus.yml") ?? ""],
  ["changedetection", "url-watches.json", '{"watching": {"a": {"url": "https://shop.example.org"}}}'],
  ["uptimerobot", "robot.json", JSON.stringify({ data: [robot] })],
  ["uptimerobot", "robot.json", JSON.stringify({ stat: "ok", monitors: [robotOld] })],
  ["better-stack", "better.json", JSON.stringify([{ data: [better] }, { data: [] }])],
  ["better-stack", "heartbeats.json", JSON.stringify({ data: [betterHeartbeat] })],
  ["healthchecks", "checks.json", JSON.stringify({ checks: [hcCheck] })],
  ["cronitor", "monitors.json", JSON.stringify({ monitors: [cronitorJob] })],
  ["cronitor", "cronitor.yaml", cronitorFile],
  ["updown", "updown.json", JSON.stringify([updown])],
  ["statuscake", "cake.json", JSON.stringify({ data: [cake] })],
  ["openstatus", "openstatus.yaml", openStatus],
  ["statuspage", "summary.json", JSON.stringify(summary)],
  ["csv", "robot.csv", fixture("uptimerobot.csv")],
  ["csv", "one.csv", "URL\nhttps://shop.example.org\n"],
  ["list", "sites.txt", "\uFEFF# Shops\n\nshop.example.org web\n"],
  ["list", "sites.txt", "https://shop.example.org/a?b=1,2\n"]
])("finds %s in %s", async (source, name, text) => {
  const files = new Map([[name, text]])
  expect(detectSource(files)).toBe(source)
})

it("finds a source whose files only belong together", () => {
  expect(detectSource(prometheusFiles)).toBe("blackbox")
  expect(detectSource(new Map([["a/watch.json", "{}"]]))).toBe("changedetection")
})

it.each([
  "version: 1\nproject: acme\ndomains: { shop: { url: https://shop.example.org } }",
  '{"version": 1, "project": "acme", "modules": {}}',
  "# shop.example.org\nversion: 1\nproject: acme\nendpoints: []"
])("takes no configuration file of Mon for another tool's: %j", (text) => {
  expect(detectSource(new Map([["mon.yaml", text]]))).toBeNull()
})

it("does not guess", () => {
  for (const text of ["", "Buy milk.", "{}", "[]", "null", '{"data": []}', "a: &a 1\nb: *a", "{", "\u0000"])
    expect([text, detectSource(new Map([["file", text]]))]).toEqual([text, null])
})

it("finds nothing or a known source in any text, and the source reads or refuses it", async () => {
  const names = new Set<string | null>([null, ...importSources.map(({ name }) => name)])
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      const source = detectSource(new Map([["file", text]]))
      expect(names).toContain(source)
      if (source !== null) expect(typeof (await importMonitors(source, text)).ok).toBe("boolean")
    })
  )
})
