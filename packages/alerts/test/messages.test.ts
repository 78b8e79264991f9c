import { factKey, NotificationType, notificationTypeOf } from "@mon/model"
import { englishIn, shownIn } from "@mon/tooling/english"
import { createTransport } from "nodemailer"
import { describe, expect, it } from "vitest"
import {
  composeEmail,
  messageKey,
  precedingKey,
  readFact,
  type Recipient,
  type RenderableFact,
  renderFact,
  type RoutedKind,
  severityOf,
  summarize,
  usualSeverity,
  validateEmail,
  webhookPayload,
  whatsAppText
} from "../src/index.ts"
import { toComposition } from "../src/mail/SmtpMailer.ts"
import {
  digest,
  down,
  facts,
  incident,
  ofOthers,
  link,
  prices,
  quietWeek,
  renderable,
  reportDomain,
  shop,
  up
} from "./facts.ts"

const ann: Recipient = {
  to: "ann@example.org",
  timeZone: "Europe/Berlin",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: "https://mon.example.com/settings",
  stopUrl: "https://mon.example.com/stop/abc"
}
const every = Object.entries<RenderableFact>(renderable)
const utc = { timeZone: "UTC" }

describe.each(every)("the messages of %s", (name, fact) => {
  it("are an email that can be sent, in text and HTML", async () => {
    const email = composeEmail(fact, ann, { link })
    expect(validateEmail(email)).toEqual({ valid: true })
    await expect(`Subject: ${email.subject}\n\n${email.text}`).toMatchFileSnapshot(`./messages/${name}.txt`)
    await expect(email.html).toMatchFileSnapshot(`./messages/${name}.html`)
  })

  it("are an email in German", async () => {
    const email = composeEmail(fact, { ...ann, language: "de" }, { link })
    expect(validateEmail(email)).toEqual({ valid: true })
    expect(email.html).toContain('<html lang="de">')
    await expect(`Subject: ${email.subject}\n\n${email.text}`).toMatchFileSnapshot(`./messages/${name}.de.txt`)
    const texts = [email.subject, ...email.text.split("\n"), ...shownIn(email.html ?? "")]
    expect(englishIn(texts, ofOthers)).toEqual([])
  })

  it("are a summary, a WhatsApp text and a webhook payload", async () => {
    const createdAt = "2026-11-21T13:06:10.000Z"
    const other = {
      key: messageKey(fact),
      summary: summarize(fact),
      whatsApp: whatsAppText(fact, { timeZone: ann.timeZone, link }),
      webhook: webhookPayload(fact, { id: "n1", createdAt, link })
    }
    await expect(`${JSON.stringify(other, null, 2)}\n`).toMatchFileSnapshot(`./messages/${name}.json`)
  })
})

describe("the page that acknowledges an incident", () => {
  const acknowledgeLink = "https://mon.example.com/acknowledge/AZ-gsAAAcACAAAAAAAAAqg.sig"

  it("is a second link of the email and a field of the webhook, when a domain goes down", async () => {
    const email = composeEmail(down, ann, { link, acknowledgeLink })
    expect(validateEmail(email)).toEqual({ valid: true })
    await expect(email.text).toMatchFileSnapshot("./messages/down-with-acknowledge-link.txt")
    await expect(email.html).toMatchFileSnapshot("./messages/down-with-acknowledge-link.html")
    const german = composeEmail(down, { ...ann, language: "de" }, { acknowledgeLink })
    expect(german.text).toContain(`Bestätigen:\n${acknowledgeLink}`)
    const { data } = webhookPayload(down, { id: "n1", createdAt: "2026-11-21T13:06:10.000Z", acknowledgeLink })
    expect(data["acknowledgeUrl"]).toBe(acknowledgeLink)
  })

  it("is in the alert of another tool", () => {
    const email = composeEmail(facts["external-alert"], ann, { link, acknowledgeLink })
    expect(email.text).toContain(`Acknowledge:\n${acknowledgeLink}`)
    const context = { id: "n1", createdAt: "2026-11-21T13:06:10.000Z", acknowledgeLink }
    expect(webhookPayload(facts["external-alert"], context).data["acknowledgeUrl"]).toBe(acknowledgeLink)
    expect(webhookPayload(facts["external-resolved"], context).data).not.toHaveProperty("acknowledgeUrl")
  })

  it("is absent from every other message", () => {
    for (const [name, fact] of every.filter(([, { kind }]) => kind !== "down" && kind !== "external_alert")) {
      const email = composeEmail(fact, ann, { link, acknowledgeLink })
      expect(email.text + email.html, name).not.toContain(acknowledgeLink)
      const payload = webhookPayload(fact, { id: "n1", createdAt: "2026-11-21T13:06:10.000Z", acknowledgeLink })
      expect(payload.data, name).not.toHaveProperty("acknowledgeUrl")
    }
  })
})

describe("the messages", () => {
  it("cover every notification type of the service", () => {
    const types = Object.values(facts).map(({ kind }) => notificationTypeOf(kind))
    expect(new Set(types)).toEqual(new Set(NotificationType.literals))
  })

  it("name the type alone when the fact cannot be read", () => {
    const stored = {
      type: "ssl_expiry",
      kind: "certificate_expiring",
      key: "certificate_expiring:7",
      data: {}
    } as const
    const fact = readFact(stored)
    expect(summarize(fact).title).toBe("ssl_expiry notification")
    expect(composeEmail(fact, ann).subject).toBe("ssl_expiry notification")
    expect(webhookPayload(fact, { id: "n1", createdAt: "2026-11-21T13:06:10.000Z" })).toMatchObject({
      type: "ssl_expiry",
      data: { kind: "unreadable", title: "ssl_expiry notification" }
    })
    expect(messageKey(fact)).toBe(stored.key)
  })
})

describe("a subject", () => {
  it("begins with the state and the name, in ASCII when the name is", () => {
    expect(composeEmail(down, ann).subject).toBe("DOWN Shop")
    expect(composeEmail(up, ann).subject).toBe("UP Shop")
    expect(composeEmail({ ...down, monitor: { ...shop, name: "Café ☕" } }, ann).subject).toBe("DOWN Café ☕")
  })
  it("counts days in words", () => {
    const expiring = facts["certificate-expiring"]
    const subjects = [30, 1, 0, -1].map(
      (daysRemaining) =>
        renderFact({ ...expiring, certificate: { ...expiring.certificate, daysRemaining } }, utc).subject
    )
    expect(subjects).toEqual([
      "Certificate expires in 30 days: Shop",
      "Certificate expires in 1 day: Shop",
      "Certificate expires today: Shop",
      "Certificate expired 1 day ago: Shop"
    ])
  })
  it("names a new listing or a bad grade", () => {
    const alert = facts["email-health-alert"]
    expect(renderFact({ ...alert, grade: "B" }, utc).subject).toBe("Blacklisted: Shop")
    expect(renderFact({ ...alert, newListings: [] }, utc).subject).toBe("Email health D: Shop")
  })
})

describe("times", () => {
  it("are in the zone of the recipient, also when its clocks have been set back", () => {
    const at = (startedAt: string, timeZone: string) =>
      composeEmail({ ...down, incident: { ...incident, startedAt, checks: [] } }, { ...ann, timeZone }).text
    expect(at("2026-10-25T00:30:00.000Z", "Europe/Berlin")).toContain("Sun 25 Oct 2026, 02:30:00 (UTC+02:00)")
    expect(at("2026-10-25T01:30:00.000Z", "Europe/Berlin")).toContain("Sun 25 Oct 2026, 02:30:00 (UTC+01:00)")
    expect(at("2026-11-21T13:05:09.000Z", "Asia/Kathmandu")).toContain("18:50:09 (UTC+05:45)")
    expect(at("2026-11-21T13:05:09.000Z", "America/New_York")).toContain("08:05:09 (UTC-05:00)")
    expect(at("2026-11-21T00:00:00.000Z", "UTC")).toContain("Sat 21 Nov 2026, 00:00:00 (UTC)")
  })
  it("are in UTC when the zone is unknown, and never break an email", () => {
    expect(composeEmail(down, { ...ann, timeZone: "Mars/Base" }).text).toContain("13:05:09 (UTC)")
    expect(composeEmail({ ...down, incident: { ...incident, startedAt: "yesterday" } }, ann).text).toContain(
      "Down since  unknown"
    )
  })
})

describe("the thread of an incident", () => {
  it("is one per recipient, and the same for every attempt", () => {
    const [first, again, other, recovery] = [
      composeEmail(down, ann),
      composeEmail(down, ann),
      composeEmail(down, { ...ann, to: "bob@example.org" }),
      composeEmail(up, ann)
    ]
    expect(first.messageId).toMatch(/^<[0-9a-f]{32}@mon\.example\.com>$/u)
    expect(again.messageId).toBe(first.messageId)
    expect(other.messageId).not.toBe(first.messageId)
    expect(first).toMatchObject({ inReplyTo: null, references: [] })
    expect(recovery).toMatchObject({ inReplyTo: first.messageId, references: [first.messageId] })
    expect(precedingKey(up)).toBe(messageKey(down))
  })
})

describe("a reminder", () => {
  it("says so in its subject, is an email of its own, and belongs to the thread", () => {
    const [first, hour, again, german] = [
      composeEmail(down, ann),
      composeEmail(down, ann, { reminderMinutes: 60 }),
      composeEmail(down, ann, { reminderMinutes: 120 }),
      composeEmail(down, { ...ann, language: "de" }, { reminderMinutes: 60 })
    ]
    expect([hour.subject, german.subject]).toEqual(["Reminder: DOWN Shop", "Erinnerung: AUSFALL Shop"])
    expect(new Set([first, hour, again].map(({ messageId }) => messageId)).size).toBe(3)
    expect(again).toMatchObject({ inReplyTo: first.messageId, references: [first.messageId] })
  })

  it("takes the template for notices in WhatsApp", () => {
    expect(whatsAppText(down, { ...utc, reminder: true })).toMatchObject({
      kind: "notice",
      parameters: ["Reminder: DOWN Shop", expect.stringContaining("Shop"), ""]
    })
  })
})

describe("the severity of a kind", () => {
  it("is that of its facts", () => {
    const routed = Object.values<RenderableFact>(facts).filter(({ kind }) => Object.hasOwn(usualSeverity, kind))
    expect(routed.map((fact) => [fact.kind, severityOf(fact)])).toEqual(
      routed.map(({ kind }) => [kind, usualSeverity[kind as RoutedKind]])
    )
  })
})

describe("the key of an email", () => {
  it("is that of its fact; a digest has that of its transitions in any order", () => {
    expect(messageKey(down)).toBe(factKey(down))
    expect(messageKey(digest)).toMatch(/^digest:[0-9a-f]{32}$/u)
    const reversed = { ...digest, transitions: digest.transitions.toReversed() }
    expect(messageKey(reversed)).toBe(messageKey(digest))
    expect(messageKey({ ...reversed, transitions: reversed.transitions.slice(1) })).not.toBe(messageKey(digest))
  })
})

describe("a screenshot", () => {
  it("goes into the email, with words for those who do not see it", async () => {
    const email = composeEmail(down, ann, {
      screenshot: { contentType: "image/png", content: new Uint8Array([1, 2, 3]) }
    })
    const [file] = email.attachments ?? []
    expect(email.html).toContain(`<img src="cid:${file?.contentId}" alt="Screenshot of Shop"`)
    expect(validateEmail(email)).toEqual({ valid: true })
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message } = await transport.sendMail(toComposition(email, { name: null, address: "mon@example.com" }))
    expect(/^Content-ID: .*$/mu.exec(message.toString())?.[0]).toBe(`Content-ID: <${file?.contentId}>`)
  })
})

const report = (...domains: ReadonlyArray<Partial<typeof reportDomain>>) =>
  renderFact(
    {
      ...quietWeek,
      domains: domains.map((change, index) => ({ ...reportDomain, id: String(index), name: `d${index}`, ...change }))
    },
    utc
  )
const todo = (notice: ReturnType<typeof report>) =>
  notice.sections.find(({ title }) => title === "To do")?.rows.map(({ label, value }) => `${label}: ${value}`) ?? []

describe("the weekly report", () => {
  it("puts first what is most urgent, and leaves out what is paused or far away", () => {
    const notice = report(
      { certificateDaysLeft: 30 },
      { domainDaysLeft: 12 },
      { certificateDaysLeft: -2 },
      { isDown: true },
      { emailGrade: "F" },
      { certificateDaysLeft: 1, isPaused: true },
      { domainDaysLeft: 31 },
      { certificateValid: false }
    )
    expect(todo(notice)).toEqual([
      "d2: certificate expired 2 days ago",
      "d3: is down now",
      "d4: email health is F",
      "d7: certificate is not valid",
      "d1: registration expires in 12 days",
      "d0: certificate expires in 30 days"
    ])
    expect(notice.subject).toBe("Weekly report: 6 to do")
  })
  it("says in one line that there was no trouble", () => {
    expect(report({}, {})).toMatchObject({
      subject: "Weekly report: all well",
      tone: "up",
      lead: "No domain was down, and nothing is due in the next 30 days."
    })
  })
  it.each([
    ["a paused domain", [{}, { isPaused: true, uptimePercent: null }], [], "all well", "up", "No measured domain"],
    [
      "only paused domains",
      [{ isPaused: true, uptimePercent: null }],
      [],
      "nothing measured",
      "news",
      "No domain was m"
    ],
    ["a domain without checks", [{}, { uptimePercent: null }], [], "1 domain not measured", "warning", "No measured d"],
    ["no checks", [{ uptimePercent: null }], [], "1 domain not measured", "warning", "No domain was measured, and"],
    ["a page in error", [{}], [{ status: "error" }], "1 URL not readable", "warning", "No domain was down, and"],
    ["a paused page", [{}], [{ status: "error", isPaused: true }], "all well", "up", "No domain was down, and"],
    ["nothing read", [], [{ status: "unknown" }], "nothing measured", "news", "No domain was down, and"]
  ] as const)("calls a week well only as far as somebody watched: %s", (_, domains, urls, subject, tone, lead) => {
    const notice = renderFact(
      {
        ...quietWeek,
        domains: domains.map((change) => ({ ...reportDomain, ...change })),
        urls: urls.map((change) => ({ ...prices, changes: 0, summaries: [], ...change }))
      },
      utc
    )
    expect(notice).toMatchObject({ subject: `Weekly report: ${subject}`, tone })
    expect(notice.lead.startsWith(lead)).toBe(true)
  })
  it("says of what nobody could read or measure neither that it was fine nor that it did not change", () => {
    const { sections } = renderFact(
      {
        ...quietWeek,
        domains: [{ ...reportDomain, uptimePercent: null, incidentsBefore: 2, responseP95Ms: null, emailGrade: null }],
        urls: (["unknown", "error", "active"] as const).map((status) => ({
          ...prices,
          status,
          changes: 0,
          summaries: []
        }))
      },
      utc
    )
    expect(sections.slice(0, 2).map(({ rows }) => rows.map(({ value }) => value))).toEqual([
      ["not measured; certificate expires in 61 days; registration expires in 200 days"],
      ["not measured", "cannot be checked now", "no changes"]
    ])
  })
  it("keeps to one screen", () => {
    const notice = report(...Array.from({ length: 500 }, () => ({ incidents: 1, downSeconds: 60, uptimePercent: 99 })))
    expect(notice.sections.map(({ rows, more }) => [rows.length, more])).toEqual([
      [12, "and 488 more domains"],
      [3, null]
    ])
    expect(notice.subject).toBe("Weekly report: 500 incidents")
  })
  it("is not for WhatsApp", () => expect(whatsAppText(quietWeek, utc)).toBeNull())
})

describe("a webhook payload", () => {
  it("has the fact with its kind, its title and its message", () => {
    expect(webhookPayload(up, { id: "d1", createdAt: "2026-11-21T14:17:55.000Z", link })).toEqual({
      id: "d1",
      type: "status_change",
      createdAt: "2026-11-21T14:17:55.000Z",
      data: {
        kind: "up",
        change: "up",
        title: "UP Shop",
        message: "Shop is up again. It was down for 1 h 12 min.",
        domain: shop,
        incident: { ...up.incident, durationSeconds: 4_365 },
        link
      }
    })
    expect(webhookPayload(down, { id: "d1", createdAt: "2026-11-21T13:06:10.000Z" }).data["incident"]).toMatchObject({
      resolvedAt: null,
      durationSeconds: 61
    })
  })
  it("has the test event as well", () => {
    expect(webhookPayload({ type: "test", domain: shop }, { id: "t1", createdAt: "2026-11-21T00:00:00.000Z" })).toEqual(
      { id: "t1", type: "test", createdAt: "2026-11-21T00:00:00.000Z", data: { domain: shop } }
    )
  })
  it("always fits into a delivery", () => {
    const name = "é".repeat(5_000)
    const week = { ...quietWeek, domains: Array.from({ length: 1_000 }, () => ({ ...reportDomain, name, url: name })) }
    const payload = webhookPayload(week, { id: "n1", createdAt: "2026-11-21T00:00:00.000Z" })
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(60 * 1024)
    expect(JSON.stringify(payload).isWellFormed()).toBe(true)
  })
})
