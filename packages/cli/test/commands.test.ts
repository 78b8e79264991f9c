import type { Records } from "@mon/api-contract/plain"
import { describe, expect, it } from "vitest"
import { verdictText } from "../src/screen/verdictText.ts"
import { monRun } from "./monRun.ts"
import { incidentRecord, monitorList, monitorRow, refuse, statusRecord, testService } from "./testService.ts"

const service = testService()
const run = (args: ReadonlyArray<string>, more: Parameters<typeof monRun>[1] = {}) =>
  monRun(args, { env: service.env, ...more })

const fleet = monitorList(
  monitorRow("blog", "Blog", "up"),
  monitorRow("shop", "Shop", "down", { reason: "http_status" }),
  monitorRow("pricing", "Pricing", "changed", { kind: "url", url: "https://shop.example.com/pricing" })
)

describe("mon status", () => {
  it("exits 1 and shows what fails", async () => {
    service.answer("GET /status", statusRecord)
    service.answer("GET /monitors", fleet)
    const { code, out } = await run(["status"])
    expect(code).toBe(1)
    expect(out).toBe(`${service.url}
Domains  1 down, 1 up
Pages    none

STATE  NAME  URL                       SINCE  RESPONSE  30 DAYS  REASON
down   Shop  https://shop.example.com   10 h    184 ms  99.95 %  http_status
`)
    const json = await run(["status", "--json"])
    expect(JSON.parse(json.out)).toMatchObject({ url: service.url, failing: [{ name: "Shop", tags: ["web"] }] })
  })

  it("exits 0 when nothing fails", async () => {
    service.answer("GET /status", statusRecord)
    service.answer("GET /monitors", monitorList(monitorRow("blog", "Blog", "up")))
    expect((await run(["status"])).code).toBe(0)
  })
})

describe("a site whose certificate browsers refuse", () => {
  const refused = monitorRow("mail", "Mail", "up", { certificateProblem: "expired" })

  it("is among what needs somebody, without a change of its state or of the exit code", async () => {
    service.answer("GET /status", statusRecord)
    service.answer("GET /monitors", monitorList(monitorRow("blog", "Blog", "up"), refused))
    const { code, out } = await run(["status"])
    expect(code).toBe(0)
    expect(out).toContain("1 of the domains that are up: certificate refused by browsers")
    expect(out).toMatch(/^up +Mail .* browsers refuse the certificate: expired$/mu)
    expect(out).not.toContain("Blog")
    expect(JSON.parse((await run(["status", "--json"])).out)).toMatchObject({ failing: [] })
  })

  it("comes after what fails and before all others", async () => {
    service.answer("GET /monitors", monitorList(...fleet.rows, refused))
    const { out } = await run(["monitors", "--json"])
    const { monitors } = JSON.parse(out) as { monitors: Array<{ name: string; state: string }> }
    expect(monitors.map(({ name }) => name)).toEqual(["Shop", "Mail", "Pricing", "Blog"])
    expect(monitors[1]?.state).toBe("up")
  })

  it.each([
    [null, "up"],
    [{ valid: true }, "up"],
    [{ valid: false }, "up, certificate rejected by browsers"]
  ])("has words of its own in the verdict of a check: %j", (certificate, text) => {
    expect(verdictText({ verdict: "up", certificate: certificate as never }, (_style, word) => word)).toBe(text)
  })
})

describe("mon monitors", () => {
  it("lists all, those that fail first, and filters them", async () => {
    service.answer("GET /monitors", fleet)
    const names = async (...args: ReadonlyArray<string>) => {
      const { out } = await run(["monitors", ...args, "--json"])
      return (JSON.parse(out) as { monitors: Array<{ name: string }> }).monitors.map(({ name }) => name)
    }
    expect(await names()).toEqual(["Shop", "Pricing", "Blog"])
    expect(await names("--state", "down", "--state", "up")).toEqual(["Shop", "Blog"])
    expect(await names("list", "SHOP")).toEqual(["Shop", "Pricing"])
    expect(await names("--kind", "url")).toEqual(["Pricing"])
    expect(await names("--tag", "web", "--tag", "db")).toEqual([])
    expect((await run(["monitors"])).out.split("\n")[1]).toMatch(/^down {5}Shop/u)
  })

  it("leaves columns out where they would be too narrow to read", async () => {
    service.answer(
      "GET /monitors",
      monitorList(monitorRow("checkout", "Checkout of the German shop", "down", { reason: "http_status" }))
    )
    const table = async (columns: number) =>
      (await run(["monitors"], { size: () => ({ columns, rows: 24 }) })).out.trimEnd().split("\n")
    expect(await table(100)).toEqual([
      "STATE  NAME                         URL                        SINCE  RESPONSE  30 DAYS  REASON",
      "down   Checkout of the German shop  https://checkout.example…   10 h    184 ms  99.95 %  http_status"
    ])
    expect(await table(72)).toEqual([
      "STATE  NAME                        SINCE  RESPONSE  30 DAYS  REASON",
      "down   Checkout of the German sh…   10 h    184 ms  99.95 %  http_status"
    ])
    expect(await table(48)).toEqual([
      "STATE  NAME                   SINCE  REASON",
      "down   Checkout of the Germ…   10 h  http_status"
    ])
  })

  it("pauses and resumes by id, name, URL or host", async () => {
    service.answer("GET /monitors", fleet)
    service.answer("POST /domains/shop/pause", { id: "shop" })
    service.answer("POST /urls/pricing/resume", { id: "pricing" })
    for (const name of ["shop", "Shop", "https://shop.example.com"])
      expect(await run(["monitors", "pause", name])).toMatchObject({ code: 0, out: "Shop is paused.\n" })
    expect(await run(["monitors", "resume", "Pricing"])).toMatchObject({ code: 0, out: "Pricing is checked again.\n" })
  })

  it("changes nothing when a name means several monitors or none", async () => {
    service.answer("GET /monitors", fleet)
    const several = await run(["monitors", "pause", "shop.example.com"])
    expect(several.code).toBe(2)
    expect(several.err).toContain("2 monitors match")
    expect((await run(["monitors", "pause", "nothing"])).err).toBe(
      'There is no monitor with the id, name, URL or host "nothing".\n'
    )
    expect(service.seen.every(({ method }) => method === "GET")).toBe(true)
  })

  it("checks pages now, and says how to check domains", async () => {
    service.answer("GET /monitors", fleet)
    service.answer("POST /urls/pricing/check-now", { name: "Pricing", status: "changed", lastError: null })
    expect(await run(["monitors", "check", "Pricing"])).toMatchObject({ code: 1, out: "Pricing is changed\n" })
    const domain = await run(["monitors", "check", "Shop"])
    expect(domain.code).toBe(2)
    expect(domain.err).toContain("run: mon check https://shop.example.com")
  })
})

/** A diagnosis as the service returns it, with a control sequence that a terminal would obey. */
const diagnosis: Records["IncidentDiagnosis"] = {
  result: "known",
  title: "The server is overloaded",
  causes: [
    {
      class: "overload",
      title: "The server is overloaded",
      confidence: 0.85,
      who: "site_operator",
      nextStep: "Check the load.",
      evidence: [{ code: "outcome", text: "The page says: \u001b[31mbusy" }],
      against: [{ code: "other", text: "Other pages are fast." }]
    },
    {
      class: "new_class",
      title: "Something new",
      confidence: 0.3,
      who: "new_person",
      nextStep: "Ask.",
      evidence: [],
      against: []
    },
    { class: "ours", title: "Ours", confidence: 0.3, who: "mon_operator", nextStep: "Wait.", evidence: [], against: [] }
  ],
  missing: ["more checks"],
  rulesVersion: "1"
}
const diagnosed = [
  "",
  "Likely cause: The server is overloaded",
  "",
  "The server is overloaded (85 %)",
  "  Next step, for whoever runs the server: Check the load.",
  "  + The page says: \u{fffd}[31mbusy",
  "  - Other pages are fast.",
  "",
  "Something new (30 %)",
  "  Next step, for new person: Ask.",
  "",
  "Ours (30 %)",
  "  Next step, for whoever runs the service: Wait."
]
const unknown = { ...diagnosis, result: "not_known" as const, title: "The cause is not known", causes: [] }

describe("the diagnosis in an answer of the service", () => {
  it("is shown after a check of a page, and only if there is one", async () => {
    service.answer("GET /monitors", fleet)
    const lastError = { code: "http_status", message: "It answered 503." }
    const check = async (more: object) => {
      service.answer("POST /urls/pricing/check-now", { name: "Pricing", status: "error", lastError, ...more })
      const { code, out } = await run(["monitors", "check", "Pricing"])
      expect(code).toBe(1)
      return out.split("\n").slice(0, -1)
    }
    const first = "Pricing is error: It answered 503."
    expect(await check({ diagnosis })).toEqual([first, ...diagnosed])
    expect(await check({ diagnosis: null })).toEqual([first])
    expect(await check({})).toEqual([first])
    expect(await check({ diagnosis: unknown })).toEqual([
      first,
      "",
      "Diagnosis: The cause is not known",
      "",
      "These facts would help: more checks."
    ])
  })

  it("is shown with an incident", async () => {
    service.answer("GET /incidents/i1", {
      ...incidentRecord,
      evidence: [],
      deliveries: [],
      silence: null,
      suppressedBy: null,
      sharedCause: null,
      diagnosis
    })
    const { out } = await run(["incidents", "show", "i1"])
    expect(out).toContain(`\n${diagnosed.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n`)
  })
})

describe("mon incidents", () => {
  it("lists, shows and acknowledges", async () => {
    service.answer("GET /incidents?limit=20&state=open", [incidentRecord])
    const list = await run(["incidents", "--state", "open"])
    expect(list).toMatchObject({ code: 0 })
    expect(list.out).toContain("open    Shop    1 h ago     1 h  http_status                i1\n")
    service.answer("GET /incidents/i1", {
      ...incidentRecord,
      evidence: [],
      deliveries: [],
      silence: "flapping",
      suppressedBy: null,
      sharedCause: null
    })
    const quiet = (await run(["incidents", "show", "i1"])).out
    expect(quiet).toContain("Cause:         http_status: It answered 500.")
    expect(quiet).toContain("No alert:      flapping\n")
    service.answer("POST /incidents/i1/acknowledge", incidentRecord)
    expect((await run(["incidents", "acknowledge", "i1", "--note", "disk"])).out).toBe(
      "The incident of Shop is acknowledged.\n"
    )
    expect(service.seen.at(-1)?.body).toEqual({ note: "disk" })
  })

  it("shows what became of each alert, and why", async () => {
    const createdAt = "2026-11-23T11:00:00.000Z"
    const email = { createdAt, channel: "email", kind: null, name: "ada@example.com", recipient: "ada@example.com" }
    const slack = { createdAt, channel: "channel", kind: "slack", name: "On call", recipient: "c1" }
    service.answer("GET /incidents/i1", {
      ...incidentRecord,
      evidence: [],
      deliveries: [
        { ...email, status: "sent", outcome: "delivered", reason: null },
        { ...email, status: "sent", outcome: "stored", reason: null },
        { ...slack, status: "pending", outcome: "waiting", reason: "quiet_hours" },
        { ...slack, status: "suppressed", outcome: "suppressed", reason: "channel_inactive" },
        { ...slack, kind: null, name: null, recipient: null, status: "failed", outcome: "failed", reason: null }
      ],
      silence: null,
      suppressedBy: null,
      sharedCause: null
    })
    const { out } = await run(["incidents", "show", "i1"])
    expect(out).not.toContain("No alert")
    expect(out.slice(out.indexOf("  Alerts:"))).toBe(
      [
        "  Alerts:",
        `    ${createdAt}  email  ada@example.com  delivered`,
        `    ${createdAt}  email  ada@example.com  stored`,
        `    ${createdAt}  slack  On call  waiting: quiet_hours`,
        `    ${createdAt}  slack  On call  suppressed: channel_inactive`,
        `    ${createdAt}  channel    failed\n`
      ].join("\n")
    )
  })

  it("says that a note is not stored if somebody acknowledged before", async () => {
    const acknowledgement = { at: "2026-11-23T11:10:00.000Z", by: "Ada", via: "dashboard", note: "on it" }
    service.answer("POST /incidents/i1/acknowledge", { ...incidentRecord, acknowledgement })
    const late = await run(["incidents", "acknowledge", "i1", "--note", "disk"])
    expect(late).toMatchObject({
      code: 0,
      err: "The note was not stored: Ada had already acknowledged the incident.\n"
    })
    expect((await run(["incidents", "acknowledge", "i1"])).err).toBe("")
  })
})

describe("mon marker", () => {
  it("adds a marker to a domain, and to no page", async () => {
    service.answer("GET /monitors", fleet)
    service.answer("POST /domains/shop/markers", { id: "m1", text: "4.2.0" })
    expect(await run(["marker", "Shop", "4.2.0"])).toMatchObject({ code: 0, out: "Shop has the marker 4.2.0.\n" })
    expect(service.seen.at(-1)?.body).toEqual({ text: "4.2.0" })
    const options = ["--time", "2026-11-21T08:15:00Z", "--link", "https://ci.example.com/1", "--key", "run-1", "--json"]
    expect(JSON.parse((await run(["marker", "shop", "4.2.0", ...options])).out)).toMatchObject({ id: "m1" })
    expect(service.seen.at(-1)?.body).toEqual({
      text: "4.2.0",
      time: "2026-11-21T08:15:00Z",
      link: "https://ci.example.com/1"
    })
    const page = await run(["marker", "Pricing", "4.2.0"])
    expect(page).toMatchObject({ code: 2, err: "Pricing is a page. Only domains have markers.\n" })
  })
})

describe("mon email-health", () => {
  const component = { status: "ok", score: 100, weight: 20 }
  const report = {
    domain: "example.com",
    score: 71,
    grade: "C",
    incomplete: false,
    cached: false,
    mx: component,
    spf: { ...component, status: "fail" },
    dkim: component,
    dmarc: component,
    blacklist: component,
    findings: [{ severity: "high", message: "There is no SPF record." }],
    steps: [{ title: "Publish SPF", records: [0] }],
    records: [{ type: "TXT", host: "example.com", values: ["v=spf1 -all"] }]
  }

  it("exits 1 with findings, names the records to publish, and 0 without", async () => {
    service.answer("POST /email-health", report)
    const { code, out } = await run(["email-health", "example.com", "--fresh", "--selector", "s1"])
    expect(code).toBe(1)
    expect(out).toContain("high      There is no SPF record.")
    expect(out).toContain("  1. Publish SPF\n       example.com  TXT  v=spf1 -all")
    expect(service.seen.at(-1)?.body).toEqual({ domain: "example.com", fresh: true, selectors: ["s1"] })
    service.answer("POST /email-health", { ...report, findings: [], steps: [] })
    expect((await run(["email-health", "example.com"])).code).toBe(0)
    service.answer("POST /email-health", { ...report, findings: [], steps: [], incomplete: true })
    expect((await run(["email-health", "example.com"])).code).toBe(2)
  })
})

describe("a service that refuses", () => {
  it.each([
    [401, "Invalid API key.", "does not accept the API key"],
    [403, "This API key is read-only.", "This API key is read-only.\n"],
    [500, "Internal error.", "Internal error. (request r1)\n"]
  ])("%i becomes a message and exit code 2", async (status, message, shown) => {
    service.answer("GET /incidents?limit=20", refuse(status, message))
    const { code, err, out } = await run(["incidents"])
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toContain(shown)
  })
})

describe("mon check", () => {
  it("connects to private addresses only if it may", async () => {
    service.answer("GET /", {})
    const refused = await run(["check", service.url, "--json"])
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.out)).toMatchObject({ outcome: "blocked_address" })
    expect(service.seen).toEqual([])
    expect((await run(["check", service.url])).out).toContain("your own network, use --allow-private.\n")
    const allowed = await run(["check", service.url, "--allow-private"])
    expect(allowed.code).toBe(0)
    expect(allowed.out).toMatch(/^up {2}http:\/\/127\.0\.0\.1:\d+\/ {2}HTTP 200 /u)
  })
})
