import type { ConfigPlan, ConfigResult } from "../src/configFile/configFileEndpoints.ts"

export const exportedFile = "version: 1\nproject: acme\ndomains:\n  shop: { url: shop.example.org }\n"

const nothing: ConfigPlan = {
  planId: "p1",
  expiresAt: "2026-11-23T12:15:00.000Z",
  project: "acme",
  changes: 0,
  create: [],
  update: [],
  adopt: [],
  delete: [],
  routeOrder: null,
  drift: [],
  unmanaged: [],
  kept: [],
  receivers: [],
  refused: []
}

/** The plan of a file with every kind of change. */
const changes: ConfigPlan = {
  ...nothing,
  changes: 4,
  create: [
    {
      section: "domains",
      key: "docs",
      line: 7,
      replaces: false,
      fields: { url: "https://docs.example.org", checkInterval: 300, tags: ["web"] }
    }
  ],
  update: [
    {
      section: "domains",
      key: "shop",
      id: "d1",
      line: 4,
      changes: [
        { field: "checkInterval", line: 5, from: 300, to: 60 },
        { field: "ccEmails", line: 6, from: [], to: ["ops@example.org", "on-call@example.org"] },
        { field: "request", line: null, from: null, to: { headers: { "x-probe": "sealed:0123456789abcdef" } } }
      ]
    }
  ],
  adopt: [{ section: "channels", key: "ops", id: "c1", line: 11, earlierKey: null }],
  delete: [{ section: "urls", key: "pricing", id: "u1", name: "Pricing of the shop", replaced: false }],
  routeOrder: { from: ["night", "day"], to: ["day", "night"] },
  drift: [{ section: "domains", key: "shop", field: "name", line: 4, applied: "Shop", current: "By hand" }],
  unmanaged: [{ section: "statusPages", id: "s1", name: "Fjord Shop" }],
  kept: [{ section: "domains", key: "kuma-9", id: "d9", line: 9, name: "Fjord Docs" }],
  receivers: [
    {
      monitors: ["Fjord Shop"],
      kinds: ["down"],
      before: ["email", "Ops"],
      after: ["webhooks"],
      message: "webhooks will receive alerts about Fjord Shop (down), and email and Ops will no longer receive them."
    },
    { monitors: ["Docs"], kinds: [], before: [], after: [], message: "Nobody will receive alerts about Docs." }
  ]
}

/** The plan of a file with faults. */
const problems: ConfigPlan = {
  ...nothing,
  planId: null,
  expiresAt: null,
  refused: [
    {
      path: "domains.shop.checkInterval",
      line: 5,
      column: 7,
      message: "checkInterval must be a whole number of seconds between 59 and 86400."
    }
  ]
}

export const appliedResult: ConfigResult = {
  project: "acme",
  created: 1,
  updated: 1,
  adopted: 1,
  deleted: 1,
  appliedAt: "2026-11-23T12:00:00.000Z",
  warnings: []
}

/** The plan of an imported monitor whose address is not public. */
const forbidden: ConfigPlan = {
  ...problems,
  refused: [{ path: "domains.robot-7", line: 4, column: 3, message: "URL must point to a public domain." }]
}

/** Returns the plan of a file. Tests choose the plan with words in the file. */
export const planOf = (document: string): ConfigPlan => {
  if (document.includes("intranet.example.org")) return forbidden
  if (document.includes("wrong")) return problems
  return document.includes("same") ? nothing : changes
}
