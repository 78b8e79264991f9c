import { type ImportSource, importMonitors } from "@mon/import"
import { englishIn } from "@mon/tooling/english"
import { expect, it } from "vitest"
import { germanNote } from "../src/configFile/notes/germanNote.ts"

const kuma = JSON.stringify({
  version: "1.23.0",
  notificationList: [
    { id: 1, name: "Radio", active: true, config: JSON.stringify({ type: "radio" }) },
    { id: 2, name: "Chat", active: true, config: JSON.stringify({ type: "slack", slackwebhookURL: "nowhere" }) },
    {
      id: 3,
      name: "Post",
      active: true,
      config: JSON.stringify({ type: "apprise", appriseURL: "mailto://a@b.example" })
    }
  ],
  monitorList: [
    {
      id: 1,
      name: "Shop ",
      type: "json-query",
      url: "https://ann:secret@shop.example.org/?page=1#top",
      interval: 5,
      timeout: 400,
      maxretries: 3,
      method: "DELETE",
      headers: JSON.stringify({ "X-Key": "one", host: "shop.example.org", "User-Agent": "me" }),
      json_path: "$.data[0]",
      json_path_operator: "contains",
      accepted_statuscodes: ["abc"],
      tags: [{ tag_id: 1, name: "Web", color: "blue" }],
      notificationIDList: { 1: true, 2: true, 3: true }
    },
    { id: 2, name: "Wiki", type: "http", url: "https://192.168.1.1" },
    { id: 3, name: "Router", type: "ping", hostname: "router.example.org" },
    { id: 4, name: "Docs", type: "http", url: "https://shop.example.org/docs", upside_down: true, active: "perhaps" }
  ]
})

const gatus = `
endpoints:
  - name: shop
    url: https://shop.example.org
    interval: soon
    conditions: ["[STATUS] == 200", "len([BODY]) < 5", "[BODY].name == pat(*x*)", "[BODY] == pat(*(*)"]
    headers: { X-Env: "\${TOKEN}" }
    alerts: [{ type: custom }]
    maintenance-windows: [{ start: "25:00", duration: 1h }]
alerting:
  custom: { url: https://hooks.example.org }
storage: { type: sqlite, path: data.db }
`

const watches = JSON.stringify({
  watching: {
    a: {
      url: "https://shop.example.org/news",
      include_filters: ["xpath://p", "p[["],
      ignore_text: ["/(a|b/"],
      trigger_text: ["Sold out", "Back"],
      notification_urls: ["nonsense", "slack://A/B"],
      time_between_check: { seconds: 10 }
    }
  },
  settings: { application: {} }
})

const modules = `
modules:
  web:
    prober: http
    timeout: 5s
    http: { fail_if_body_matches_regexp: ["(?=x)", "(a"], valid_http_versions: ["HTTP/2.0"] }
`

const jobs = `
scrape_configs:
  - job_name: shops
    metrics_path: /probe
    params: { module: [web] }
    static_configs: [{ targets: [shop.example.org] }]
`

it.each<readonly [ImportSource, ReadonlyArray<readonly [string, string]>]>([
  ["uptime-kuma", [["kuma.json", kuma]]],
  ["gatus", [["gatus.yaml", gatus]]],
  ["changedetection", [["url-watches.json", watches]]],
  [
    "blackbox",
    [
      ["blackbox.yml", modules],
      ["prometheus.yml", jobs]
    ]
  ],
  ["csv", [["sites.csv", "url,,keyword,interval\nhttps://shop.example.org,x,,often,more\n,,,\n ,y,,\n"]]]
])("each note of a report of %s is German, with what it quotes from elsewhere in Mon", async (source, files) => {
  const imported = await importMonitors(source, new Map(files), { plan: "free" })
  if (!imported.ok) throw new Error(imported.message)
  const { groups, lostChannels } = imported.report
  const notes = [
    ...lostChannels.map(({ reason }) => reason),
    ...groups.flatMap(({ lines, reason }) => [reason, ...lines.map(({ note }) => note)])
  ].filter((note) => note !== null)
  expect(notes.length).toBeGreaterThan(3)
  expect(notes.filter((note) => germanNote(note) === null)).toEqual([])
  const german = notes.map((note) => germanNote(note) ?? note)
  expect(englishIn(german)).toEqual([])
})
