import { expectResponse, expectData, expectError, expectThat, type Row, row } from "../Row.ts"
import type { ApiResponse } from "../Service.ts"
import { flag, id, integer, list, oneOf, orNull, text, time } from "../Shape.ts"
import { incident } from "./domains.ts"

const plan = oneOf("free", "pro", "agency")
const used = { used: integer, limit: integer }
const limits = {
  domains: integer,
  urls: integer,
  minCheckIntervalDomains: integer,
  minCheckIntervalUrls: integer,
  teamMembers: integer,
  annualSimulationCredits: integer,
  requestsPerMinute: integer,
  eventStreams: integer
} as const
const settings = {
  timezone: text,
  language: orNull(oneOf("en", "de")),
  weeklyReportEnabled: flag,
  notificationsPaused: flag
} as const

const header = ({ headers }: ApiResponse, name: string): number => Number(headers.get(`X-RateLimit-${name}`))

/** Interface 4.1, 4.9, 4.10, 8.1 and 8.2. */
export const accountRows: ReadonlyArray<Row> = [
  row("4.1", "GET /status", "aggregate counts by state, and plan usage", async ({ send }) => {
    expectData(await send("GET", "/status"), 200, {
      domains: { total: integer, up: integer, down: integer, unknown: integer, paused: integer },
      urls: { total: integer, active: integer, changed: integer, error: integer, unknown: integer, paused: integer },
      plan,
      usage: { domains: used, urls: used, simulationCredits: { balance: integer, annual: integer } }
    })
  }),
  row("4.1", "GET /incidents", "recent incidents, limit 1 to 50", async ({ send }) => {
    expectData(await send("GET", "/incidents"), 200, [incident])
    expectData(await send("GET", "/incidents?limit=50"), 200, [incident])
    for (const limit of ["0", "51", "x"]) expectError(await send("GET", `/incidents?limit=${limit}`), 400, text)
  }),
  row(
    "extensions 4",
    "GET /incidents",
    "open or resolved incidents, and those before another one",
    async ({ send }) => {
      expectData(await send("GET", "/incidents?state=open"), 200, [incident])
      expectError(await send("GET", "/incidents?state=closed"), 400, "state must be one of: open, resolved.")
      expectError(await send("GET", "/incidents?before=nothing"), 400, "before must be the id of an incident.")
    }
  ),
  row("extensions 4", "GET /incidents/:id", "an unknown incident is a 404", async ({ send }) => {
    expectError(await send("GET", "/incidents/nothing"), 404, "Incident not found.")
  }),
  row("extensions 5", "POST /incidents/:id/acknowledge", "takes a note of at most 500 characters", async ({ send }) => {
    const path = "/incidents/nothing/acknowledge"
    expectError(await send("POST", path, { body: { note: "Provider is informed." } }), 404, "Incident not found.")
    const body = { note: "x".repeat(501) }
    expectError(await send("POST", path, { body }), 400, "note must be a text of 1 to 500 characters.")
  }),
  row("extensions 5", "DELETE /incidents/:id/acknowledge", "an unknown incident is a 404", async ({ send }) => {
    expectError(await send("DELETE", "/incidents/nothing/acknowledge"), 404, "Incident not found.")
  }),
  row("extensions 4", "GET /billing/prices", "the price list and the limits of the plans", async ({ send }) => {
    expectData(await send("GET", "/billing/prices"), 200, {
      currency: text,
      articles: [{ type: text, kind: oneOf("plan", "addon", "credits"), title: text, amountCents: integer }],
      plans: [{ name: plan, title: text, limits }]
    })
  }),
  row("extensions 4", "GET /notifications/:id/deliveries", "an unknown notification is a 404", async ({ send }) => {
    expectError(await send("GET", "/notifications/nothing/deliveries"), 404, "Notification not found.")
  }),
  row("extensions 4", "GET /monitors", "all monitors as rows of values", async ({ send }) => {
    expectData(await send("GET", "/monitors"), 200, {
      fields: [text],
      tags: list,
      rows: [list]
    })
  }),
  row("extensions 4", "GET /events", "a stream of events, with a key", async ({ send }) => {
    const { headers, status } = await send("HEAD", "/events")
    expectThat(status === 200, `status ${status}`)
    expectThat(headers.get("Content-Type")?.startsWith("text/event-stream") === true, "a stream of events")
    expectError(await send("GET", "/events", { key: null }), 401, "Missing or invalid API key.")
  }),
  row("4.9", "GET /settings", "time zone, weekly report, pause", async ({ send }) => {
    expectData(await send("GET", "/settings"), 200, settings)
  }),
  row("4.9", "PATCH /settings", "only sent fields change", async ({ send, later }) => {
    const before = (await send("GET", "/settings")).data
    later(() => send("PATCH", "/settings", { body: before }))
    const weeklyReportEnabled = before["weeklyReportEnabled"] !== true
    expectData(await send("PATCH", "/settings", { body: { weeklyReportEnabled } }), 200, {
      ...settings,
      weeklyReportEnabled,
      timezone: String(before["timezone"])
    })
    expectData(await send("PATCH", "/settings", { body: { timezone: "Europe/Berlin" } }), 200, {
      ...settings,
      weeklyReportEnabled,
      timezone: "Europe/Berlin"
    })
    expectData(await send("PATCH", "/settings", { body: { language: "de" } }), 200, { ...settings, language: "de" })
    expectError(await send("PATCH", "/settings", { body: { language: "fr" } }), 400, "language must be one of: en, de.")
    expectError(await send("PATCH", "/settings", { body: { timezone: "Mars/Base" } }), 400, text)
  }),
  row("extensions 8", "GET /settings/branding", "name and logo of the workspace", async ({ send }) => {
    expectData(await send("GET", "/settings/branding"), 200, { name: orNull(text), logo: orNull(text) })
  }),
  row("extensions 8", "PATCH /settings/branding", "only sent fields change", async ({ send, later }) => {
    const { name } = (await send("GET", "/settings/branding")).data
    later(() => send("PATCH", "/settings/branding", { body: { name } }))
    expectData(await send("PATCH", "/settings/branding", { body: { name: "Example Agency" } }), 200, {
      name: "Example Agency",
      logo: orNull(text)
    })
    const body = { logo: "data:image/svg+xml;base64,PHN2Zy8+" }
    expectError(await send("PATCH", "/settings/branding", { body }), 400, text)
  }),
  row("4.10", "GET /account", "profile and current plan", async ({ send }) => {
    expectData(await send("GET", "/account"), 200, {
      id,
      email: text,
      name: orNull(text),
      role: oneOf("owner", "member"),
      memberRole: orNull(oneOf("viewer", "editor", "admin")),
      plan,
      planExpiresAt: orNull(time),
      createdAt: time,
      usage: { domains: integer, urls: integer, teamMembers: integer },
      limits,
      refusedAddresses: list
    })
  }),
  row("4.10", "GET /billing", "plan, limits, expiry date, add-ons", async ({ send }) => {
    expectData(await send("GET", "/billing"), 200, { plan, limits, expiresAt: orNull(time), addons: list })
  }),
  row("4.10", "GET /billing/history", "past payments, amounts in cents", async ({ send }) => {
    expectData(await send("GET", "/billing/history"), 200, [
      {
        id,
        type: text,
        description: text,
        amountCents: integer,
        currency: text,
        status: text,
        createdAt: time,
        receiptUrl: orNull(text)
      }
    ])
  }),
  row(
    "4.10",
    "POST /billing/checkout",
    "type pro or agency; add-ons need an active plan",
    async ({ account, send }) => {
      expectError(await send("POST", "/billing/checkout", { body: {} }), 400, text)
      expectError(await send("POST", "/billing/checkout", { body: { type: "gold" } }), 400, text)
      expectError(await send("POST", "/billing/checkout", { body: { type: "pro", isAddon: true } }), 400, text)
      const addon = await send("POST", "/billing/checkout", {
        body: { type: "pro", isAddon: true, addonType: "domains_10" }
      })
      if (account.plan === "free") expectError(addon, 403, "Add-ons require an active Pro or Agency plan.")
      const response = await send("POST", "/billing/checkout", { body: { type: "pro" } })
      if (response.status === 400) return expectError(response, 400, "Billing is not configured.")
      expectData(response, 201, { checkoutUrl: text, expiresAt: time, orderId: id })
    }
  ),
  row("8.1", "GET /account", "rate-limit headers count down, and the window is whole minutes", async ({ send }) => {
    const [first, second] = [await send("GET", "/account"), await send("GET", "/account")]
    expectThat(header(first, "Reset") % 60 === 0, "X-RateLimit-Reset is not a whole minute")
    expectThat(
      header(first, "Reset") !== header(second, "Reset") || header(first, "Remaining") > header(second, "Remaining"),
      "X-RateLimit-Remaining does not decrease"
    )
    expectThat(
      header(first, "Limit") === Object(first.data["limits"]).requestsPerMinute,
      "X-RateLimit-Limit is not the plan's"
    )
  }),
  row("8.2", "GET /account", "the limits are those of the plan", async ({ account, send }) => {
    const expected = {
      free: {
        domains: 5,
        urls: 5,
        minCheckIntervalDomains: 900,
        minCheckIntervalUrls: 86_400,
        annualSimulationCredits: 60
      },
      pro: {
        domains: 100,
        urls: 100,
        minCheckIntervalDomains: 300,
        minCheckIntervalUrls: 10_800,
        annualSimulationCredits: 1_200,
        teamMembers: 5
      },
      agency: {
        domains: 1_000,
        urls: 1_000,
        minCheckIntervalDomains: 59,
        minCheckIntervalUrls: 3_600,
        annualSimulationCredits: 12_000,
        teamMembers: 20
      }
    }
    const response = await send("GET", "/account")
    const found = Object.entries(expected[account.plan as keyof typeof expected] ?? {})
    const shown = Object(response.data["limits"]) as Record<string, number>
    // Add-ons raise the limits of the plan.
    for (const [name, value] of found) {
      const fits =
        name.startsWith("min") || name.startsWith("annual") ? shown[name] === value : (shown[name] ?? 0) >= value
      expectThat(fits, `limits.${name} is ${shown[name]} instead of ${value}`)
    }
    expectResponse(response, 200, { success: true })
  })
]
