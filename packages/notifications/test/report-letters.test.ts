import { describe, expect, it } from "vitest"
import { reportLetter, reportQuestionLetter } from "../src/reports/reportLetters.ts"
import { domain, report } from "./reportFixtures.ts"

const due = {
  key: "1",
  id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71",
  viewer: { accountKey: "1", membershipKey: "1", role: "owner", userKey: "1" },
  ownerEmail: "ann@agency.example",
  name: "Availability <b>& more",
  every: "week",
  timezone: "Europe/Berlin",
  language: "en",
  tag: null,
  targetPercent: 99.9,
  dueAt: new Date("2026-11-30T07:00:00Z"),
  isMuted: false
} as const
const days = { first: "2026-11-23", last: "2026-11-29" }
const identity = { baseUrl: "https://mon.example.com", service: "Mon" }
const secrets = { sign: () => "signature" }
const sender = { identity, secrets, workspace: null, pdf: null }
const member = { recipientId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d72", address: "ann@agency.example", isMember: true }
const customer = { ...member, address: "customer@example.com", isMember: false }

const shop = domain({ uptimePercent: 99.3551, downSeconds: 3_900, incidents: 1, isTargetMet: false })
const blog = domain({
  name: "Blog",
  certificateExpiresAt: "2026-12-10T00:00:00.000Z",
  emailHealthScore: 91,
  emailHealthScoreBefore: 84
})

const flowing = (text: string): string => text.replaceAll("\n", " ")

describe("an email with a report", () => {
  it("has the figures, the worst domain first, and a file with every domain", () => {
    const mail = reportLetter(due, report([blog, shop]), days, customer, sender)
    expect(mail.subject).toBe("Availability <b>& more: 23 Nov 2026 – 29 Nov 2026")
    for (const part of [
      "99.8999%, target of 99.90% missed",
      "1 hr 5 min",
      "The web server is not running.",
      "certificate: 10 Dec 2026",
      "91, previously 84",
      "3, median time to repair 1 hr 30 min",
      "response time 180 ms, 95th percentile 412 ms"
    ])
      expect(mail.text).toContain(part)
    expect(mail.text.indexOf("Shop")).toBeLessThan(mail.text.indexOf("Blog"))
    expect(mail.html).toContain("Availability &lt;b&gt;&amp; more")
    const [file] = mail.attachments ?? []
    expect(file?.filename).toBe("availability-2026-11-23-2026-11-29.csv")
    expect(new TextDecoder().decode(file?.content).split("\r\n")).toHaveLength(4)
  })

  it("says how long an uptime was measured, unless that is nearly the whole period", () => {
    const young = domain({ name: "New shop", watchedSeconds: 574, isTargetMet: null })
    const minute = domain({ name: "Newer shop", watchedSeconds: 59.7, isTargetMet: null })
    const mail = reportLetter(due, report([young, minute, domain({})]), days, customer, sender)
    expect(flowing(mail.text)).toContain("100.0000%, measured for 9 mins 34 secs")
    expect(flowing(mail.text)).toContain("100.0000%, measured for 1 min")
    expect(mail.text.split("measured for")).toHaveLength(3)
  })

  it("has the PDF beside the file if it could be printed, and says so", () => {
    const pdf = new TextEncoder().encode("%PDF-1.7")
    const mail = reportLetter(due, report([shop]), days, customer, { ...sender, pdf })
    expect(mail.attachments?.map(({ contentType, filename }) => [contentType, filename])).toEqual([
      ["application/pdf", "availability-2026-11-23-2026-11-29.pdf"],
      ["text/csv", "availability-2026-11-23-2026-11-29.csv"]
    ])
    expect(flowing(mail.text)).toContain("The attached PDF is for printing")
    expect(flowing(reportLetter(due, report([shop]), days, customer, sender).text)).not.toContain("PDF")
  })

  it("leads members to the same report in the dashboard, and nobody else", () => {
    const url = "https://mon.example.com/app/reports?period=days&from=2026-11-23&to=2026-11-29&target=99.9"
    expect(reportLetter(due, report([shop]), days, member, sender).text).toContain(url)
    expect(reportLetter(due, report([shop]), days, customer, sender).text).not.toContain("/app/")
  })

  it("is the same for every attempt, another one for each recipient, and can be unsubscribed", () => {
    const [one, again, other] = [customer, customer, member].map((recipient) =>
      reportLetter(due, report([shop]), days, recipient, sender)
    )
    expect(one?.messageId).toBe(again?.messageId)
    expect(one?.messageId).not.toBe(other?.messageId)
    expect(one?.listUnsubscribe).toBe(
      "https://mon.example.com/report-emails/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d72.signature"
    )
  })

  it("shows at most 20 domains, says how many more there are, and speaks German", () => {
    const many = Array.from({ length: 30 }, (_, number) => domain({ name: `Site ${number}` }))
    const { text } = reportLetter({ ...due, language: "de" }, report(many), days, customer, sender)
    expect(text).toContain("und 10 weitere")
    expect(text).toContain("Verfügbarkeit")
    expect(text).toContain("1 Std. 5 Min.")
    expect(text).not.toContain("Site 25")
  })

  it("asks an address with no text of the account but the address of its owner", () => {
    const mail = reportQuestionLetter(
      customer,
      { ownerEmail: due.ownerEmail, language: "en", at: 1 },
      identity,
      secrets
    )
    expect(mail.subject).toBe("ann@agency.example wants to send you reports")
    expect(mail.text).toContain("https://mon.example.com/report-emails/")
  })
})
