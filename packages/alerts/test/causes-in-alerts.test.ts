import { describe, expect, it } from "vitest"
import { composeEmail, factMessage, type Recipient, renderFact, whatsAppText } from "../src/index.ts"
import { diagnosis, down, downWithCause as known, incident } from "./facts.ts"

const utc = { timeZone: "UTC" }
const recipient: Recipient = {
  to: "ada@example.com",
  timeZone: "UTC",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: null,
  stopUrl: null
}

describe("an alert whose cause is known", () => {
  it("names cause and next step in its first line, and the evidence below", () => {
    const notice = renderFact(known, utc)
    expect(notice.lead).toBe(
      "Shop is down. The server responded with HTTP 503. Likely cause: Nothing is listening on the port. Start the web server on shop.example.com."
    )
    expect(notice.sections[0]).toEqual({
      title: "Diagnosis",
      rows: [
        { label: "Likely cause", value: "Nothing is listening on the port (85 %)" },
        { label: "Next step", value: diagnosis.nextStep },
        { label: "Evidence", value: diagnosis.evidence[0] },
        { label: "Evidence against it", value: diagnosis.against[0] }
      ],
      more: null
    })
  })

  it("shows commands in a font of their own where the form has one", () => {
    const nextStep = "Read the log with `journalctl -u <unit>`."
    const { html, text } = composeEmail(
      { ...down, incident: { ...incident, diagnosis: { ...diagnosis, nextStep } } },
      recipient
    )
    expect(html).toMatch(/<code style="[^"]+">journalctl -u &lt;unit&gt;<\/code>/u)
    expect(text).toContain("“journalctl -u <unit>”")
  })

  it.each([
    ["en", "Read “dig a” and “dig b”."],
    ["de", "Read „dig a“ and „dig b“."]
  ] as const)("quotes commands with the marks of the language %s", (language, expected) => {
    const fact = {
      ...down,
      incident: { ...incident, diagnosis: { ...diagnosis, nextStep: "Read `dig a` and `dig b`." } }
    }
    const notice = renderFact(fact, { ...utc, language })
    expect(notice.lead).toContain(expected)
    expect(JSON.stringify(notice)).not.toContain("`")
    const { html, text } = composeEmail(fact, { ...recipient, language })
    expect(text).toContain(expected)
    expect(html).toMatch(/Read <code [^>]*>dig a<\/code> and <code [^>]*>dig b<\/code>\./u)
  })

  it("shows backticks of strangers as they are, beside a command too", () => {
    const name = "`rm` and `journalctl -u <unit>"
    const nextStep = "Read the log with `journalctl -u <unit>`."
    const { html } = composeEmail(
      { ...down, monitor: { ...down.monitor, name }, incident: { ...incident, diagnosis: { ...diagnosis, nextStep } } },
      recipient
    )
    expect(html).toContain("<bdi>`rm` and `journalctl -u &lt;unit&gt;</bdi>")
    expect([...(html ?? "").matchAll(/<code [^>]*>([^<]*)/gu)].map(([, command]) => command)).toEqual([
      "journalctl -u &lt;unit&gt;",
      "journalctl -u &lt;unit&gt;"
    ])
  })

  it("has the same subject as without", () => {
    expect(renderFact(known, utc).subject).toBe(renderFact(down, utc).subject)
  })

  it("says so in German, in WhatsApp and in channels", () => {
    expect(renderFact(known, { ...utc, language: "de" }).lead).toContain(" Wahrscheinliche Ursache: ")
    expect(whatsAppText(known, utc)?.parameters[1]).toContain("Likely cause: Nothing is listening on the port.")
    expect(factMessage(known, { deliveryId: "d1", timeZone: "UTC" }).text).toContain("Likely cause:")
  })
})

it("an alert about a certificate names what to do", () => {
  const fact = {
    kind: "certificate_invalid",
    monitor: down.monitor,
    problems: ["expired"],
    certificate: null,
    detectedAt: incident.startedAt,
    diagnosis
  } as const
  const { lead, sections } = renderFact(fact, utc)
  expect(lead).toContain(" Likely cause: Nothing is listening on the port. ")
  expect(sections[0]?.title).toBe("Diagnosis")
})

it.each([
  {
    kind: "dns_changed",
    state: "dns_changed",
    monitor: down.monitor,
    changeId: "9",
    detectedAt: incident.startedAt,
    added: [],
    removed: ["MX example.com 10 mx.example.com"],
    diagnosis
  },
  {
    kind: "page_error",
    monitor: down.monitor,
    at: incident.startedAt,
    statusCode: 503,
    error: { code: "http_status", message: "The server responded with HTTP 503." },
    maintenance: { window: "Update" },
    diagnosis
  },
  {
    kind: "email_health_alert",
    monitor: down.monitor,
    score: 20,
    grade: "F",
    previousGrade: "A",
    checkedAt: incident.startedAt,
    newListings: [],
    findings: [],
    diagnosis
  }
] as const)("an alert of the kind $kind names its cause in the first line, and the evidence below", (fact) => {
  const { lead, sections } = renderFact(fact, utc)
  expect(lead).toContain(" Likely cause: Nothing is listening on the port. ")
  expect(sections[0]?.title).toBe("Diagnosis")
  const { diagnosis: _, ...plain } = fact
  expect(renderFact(plain, utc).sections.map(({ title }) => title)).not.toContain("Diagnosis")
})

describe("texts of strangers in a diagnosis", () => {
  const hostile = `<img src=x onerror=alert(1)>\u202e\u0000\nDOWN other ${"x".repeat(2_000)}`
  const fact = {
    ...down,
    incident: { ...incident, diagnosis: { ...diagnosis, nextStep: hostile, evidence: [hostile], against: [hostile] } }
  }

  it("are escaped, shortened, and stay on their line", () => {
    const { html, text } = composeEmail(fact, recipient)
    expect(html).not.toContain("<img src=x")
    expect(text).not.toMatch(/^DOWN other/mu)
    const notice = renderFact(fact, utc)
    for (const { value } of notice.sections[0]?.rows ?? []) {
      expect(value.length).toBeLessThanOrEqual(500)
      expect(value).not.toMatch(/[\u202e\p{Cc}]/u)
    }
  })
})
