import { describe, expect, it } from "vitest"
import { composeEmail, type Fact, type Recipient, summarize, webhookPayload, whatsAppText } from "../src/index.ts"
import { digest, facts, incident, link, quietWeek, reportDomain, shop } from "./facts.ts"

const ann: Recipient = {
  to: "ann@example.org",
  timeZone: "Europe/Berlin",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: null,
  stopUrl: null
}
const delivery = { id: "d1", createdAt: "2026-11-21T13:06:10.000Z" }

const { checks, ...shared } = incident
const earlierIncident = { ...shared, durationSeconds: 60, checks: checks }
const { checks: ran, checksMissed: missed, ...week } = reportDomain

const earlier = (name: keyof typeof facts, type: Fact["type"], change?: string): Fact => {
  const { kind: _, ...data } = facts[name] as typeof facts.down
  const { monitor, ...rest } = data
  const subject = { [name.startsWith("page") ? "urlMonitor" : "domain"]: monitor }
  return { type, ...(change === undefined ? {} : { change }), ...rest, ...subject, link } as unknown as Fact
}

const pairs: ReadonlyArray<readonly [keyof typeof facts, Fact]> = [
  ["down", { type: "status_change", change: "down", domain: shop, incident: earlierIncident, link }],
  [
    "up",
    {
      type: "status_change",
      change: "up",
      domain: shop,
      incident: {
        ...earlierIncident,
        resolvedAt: facts.up.incident.resolvedAt,
        resolutionStatusCode: facts.up.incident.resolutionStatusCode
      },
      link
    }
  ],
  ["flapping", earlier("flapping", "status_change", "flapping")],
  ["page-changed", earlier("page-changed", "status_change", "url_changed")],
  ["page-error", earlier("page-error", "status_change", "url_error")],
  ["certificate-expiring", earlier("certificate-expiring", "ssl_expiry")],
  ["certificate-invalid", earlier("certificate-invalid", "ssl_invalid")],
  ["domain-expiring", earlier("domain-expiring", "domain_expiry")],
  ["email-health-alert", earlier("email-health-alert", "email_health_alert")],
  ["email-health-recovery", earlier("email-health-recovery", "email_health_recovery")]
]

describe("a fact in the form that the store writes today", () => {
  it.each(pairs)("says the same as the current one: %s", (name, fact) => {
    const current = facts[name]
    expect(composeEmail(fact, ann)).toEqual(composeEmail(current, ann, { link }))
    expect(summarize(fact)).toEqual(summarize(current))
    expect(whatsAppText(fact, "UTC")).toEqual(whatsAppText(current, "UTC"))
    expect(webhookPayload(fact, delivery)).toEqual(webhookPayload(current, { ...delivery, link }))
  })

  it("says the same of a week, and of a digest", () => {
    const fact: Fact = {
      type: "weekly_report",
      accountId: quietWeek.accountId,
      from: quietWeek.from,
      to: quietWeek.to,
      domains: [{ ...week, checks: ran, checksMissed: missed }],
      urls: [],
      checks: quietWeek.checks,
      checksMissed: quietWeek.checksMissed,
      link
    }
    expect(composeEmail(fact, ann).text).toBe(composeEmail(quietWeek, ann, { link }).text)
    const entries = digest.transitions.map(
      ({ incident: { id, resolvedAt, startedAt, triggerError }, kind, monitor }) => ({
        change: kind,
        domain: monitor,
        incidentId: id,
        at: resolvedAt ?? startedAt,
        reason: kind === "down" ? (triggerError?.message ?? null) : null
      })
    )
    const many: Fact = { type: "status_change", change: "digest", entries, link }
    expect(composeEmail(many, ann)).toEqual(composeEmail(digest, ann, { link }))
  })
})
