import type { IncidentToPost } from "@mon/core-store"
import { type DiagnosisFacts, readDiagnosisFacts } from "@mon/diagnosis"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { postDraft } from "../src/statusPages/postDraft.ts"

const target = { url: "https://www.customer.example/admin?token=s3cret", domain: "customer.example" }
const at = "2026-11-23T05:53:00Z"

const incidentOf = (facts: unknown, more: Partial<IncidentToPost> = {}): IncidentToPost => ({
  id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  monitorName: "internal-shop-01",
  startedAt: new Date(at),
  resolvedAt: null,
  isRecovering: false,
  isAcknowledged: false,
  diagnosisFacts: facts,
  components: [{ id: "p1", name: "Checkout" }],
  ...more
})

const english = { language: "en", timezone: "Europe/Berlin" } as const
const german = { language: "de", timezone: "Europe/Berlin" } as const

const expired: DiagnosisFacts = {
  at,
  target,
  check: { outcome: "dns_nxdomain" },
  registration: { outcome: "registered", expiresAt: "2026-11-20T00:00:00Z", registrar: "Blamed Registrar" }
}
const refused: DiagnosisFacts = { at, target, check: { outcome: "connect_refused", address: "203.0.113.7" } }
const expiredCertificate: DiagnosisFacts = {
  at,
  target,
  check: { outcome: "tls_handshake" },
  certificate: { problems: ["expired"], validTo: "2026-11-22T00:00:00Z", issuer: "Blamed CA" }
}
const wall: DiagnosisFacts = {
  at,
  target,
  check: { outcome: "http_status", statusCode: 403 },
  page: { body: "Just a moment...", headers: { "cf-mitigated": "challenge" } }
}

describe("a draft of a post about an incident", () => {
  it("names the affected components, since when, and what readers may know about the cause", () => {
    expect(postDraft(english, incidentOf(expired))).toEqual({
      incidentId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
      monitorName: "internal-shop-01",
      title: "Problem with Checkout",
      state: "identified",
      impact: "major",
      body: "There has been a problem with Checkout since 23 Nov 2026, 06:53 CET. The likely cause is a problem with our domain name.",
      startedAt: "2026-11-23T05:53:00.000Z",
      componentIds: ["p1"]
    })
    const bodies = [refused, expiredCertificate].map((facts) => postDraft(english, incidentOf(facts)).body)
    expect(bodies[0]).toContain("a problem with the connection to our servers")
    expect(bodies[1]).toContain("a problem with encrypted connections")
  })

  it("says nothing of a cause that is not known, or if only our checks fail", () => {
    const own: DiagnosisFacts = { at, target, check: { outcome: "connect_refused" }, network: { state: "away" } }
    for (const facts of [
      null,
      "nonsense",
      { at },
      { at, target, check: { outcome: "http_status", statusCode: 418 } },
      wall,
      own
    ]) {
      const { body, state } = postDraft(english, incidentOf(facts))
      expect([state, body]).toEqual([
        "investigating",
        "There has been a problem with Checkout since 23 Nov 2026, 06:53 CET."
      ])
    }
  })

  it("says that somebody works on it only after somebody has acknowledged the incident", () => {
    for (const facts of [expired, null]) {
      expect(postDraft(english, incidentOf(facts, { isAcknowledged: true })).body).toMatch(
        /\. We are working on it\.$/u
      )
      expect(postDraft(english, incidentOf(facts)).body).not.toMatch(/\bwe\b/iu)
    }
  })

  it("follows the incident until it is over", () => {
    const recovering = postDraft(english, incidentOf(refused, { isRecovering: true }))
    expect([recovering.state, recovering.body]).toEqual([
      "monitoring",
      "There has been a problem with Checkout since 23 Nov 2026, 06:53 CET. It seems to be fixed. We are monitoring the result. The cause was a problem with the connection to our servers."
    ])
    const over = postDraft(english, incidentOf(null, { resolvedAt: new Date("2026-11-23T07:10:00Z") }))
    expect([over.state, over.body]).toEqual([
      "resolved",
      "The problem with Checkout is resolved. It lasted from 23 Nov 2026, 06:53 CET to 23 Nov 2026, 08:10 CET."
    ])
  })

  it("is in the language of the page", () => {
    const texts = [
      postDraft(german, incidentOf(expired)),
      postDraft(german, incidentOf(null)),
      postDraft(german, incidentOf(refused, { isRecovering: true })),
      postDraft(german, incidentOf(refused, { resolvedAt: new Date("2026-11-23T07:10:00Z") }))
    ]
    expect(texts[0]?.title).toBe("Störung: Checkout")
    expect(texts.map(({ body }) => body)).toMatchInlineSnapshot(`
      [
        "Störung: Checkout. Beginn: 23. Nov. 2026, 06:53 MEZ. Die wahrscheinliche Ursache ist ein Problem mit unserem Domainnamen.",
        "Störung: Checkout. Beginn: 23. Nov. 2026, 06:53 MEZ.",
        "Störung: Checkout. Beginn: 23. Nov. 2026, 06:53 MEZ. Sie scheint behoben zu sein. Wir beobachten das Ergebnis. Die Ursache war ein Problem mit der Verbindung zu unseren Servern.",
        "Die Störung ist behoben: Checkout. Beginn: 23. Nov. 2026, 06:53 MEZ. Ende: 23. Nov. 2026, 08:10 MEZ. Die Ursache war ein Problem mit der Verbindung zu unseren Servern.",
      ]
    `)
  })

  it("lists at most ten components, and says how many others there are", () => {
    const components = Array.from({ length: 200 }, (_, index) => ({ id: `p${index}`, name: `Part ${index}` }))
    const { body, componentIds, title } = postDraft(english, incidentOf(null, { components }))
    expect(title).toContain("Part 9 and 190 others")
    expect(body).toContain("Part 8, Part 9 and 190 others since")
    expect(componentIds).toHaveLength(200)
  })

  it("contains nothing of what was seen, whatever that is, and fits into a post", () => {
    const canary = fc.stringMatching(/^[a-z0-9]{6,12}$/u).map((text) => `zq${text}`)
    const check = fc.record(
      {
        outcome: fc.constantFrom(
          "dns_nxdomain",
          "connect_refused",
          "connect_timeout",
          "connect_reset",
          "tls_handshake",
          "http_status",
          "header_timeout",
          "expectation_failed",
          "redirect_loop"
        ),
        statusCode: fc.constantFrom(null, 403, 404, 500, 502, 503, 504),
        location: canary,
        address: canary,
        tlsError: canary,
        finalUrl: canary.map((text) => `https://${text}.example/`),
        expectations: canary.map((expected) => [{ kind: "text" as const, expected, actual: expected, holds: false }])
      },
      { requiredKeys: ["outcome"] }
    )
    const facts = fc.record(
      {
        at: fc.constant(at),
        target: canary.map((text) => ({ url: `https://${text}.example/${text}`, domain: `${text}.example` })),
        check,
        page: canary.map((text) => ({ body: `Fatal error: ${text}`, headers: { server: text } })),
        registration: canary.map((registrar) => ({ outcome: "registered" as const, registrar, expiresAt: at })),
        certificate: canary.map((text) => ({ problems: ["expired"], subject: text, issuer: text, validTo: at })),
        deployments: canary.map((name) => [{ at, name }]),
        edits: canary.map((field) => [{ at, fields: [field] }])
      },
      { requiredKeys: ["at", "target", "check"] }
    )
    const names = fc.array(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }).filter((name) => !name.includes("zq")),
      {
        minLength: 1,
        maxLength: 200
      }
    )
    const states = new Set<string>()
    fc.assert(
      fc.property(
        fc.record({ seen: facts, monitorName: canary, names, isRecovering: fc.boolean() }),
        fc.constantFrom(english, german),
        ({ isRecovering, monitorName, names: all, seen }, page) => {
          expect(readDiagnosisFacts(seen)).not.toBeNull()
          const components = all.map((name, index) => ({ id: `p${index}`, name }))
          const draft = postDraft(page, incidentOf(seen, { monitorName, isRecovering, components }))
          states.add(draft.state)
          expect(`${draft.title} ${draft.body}`).not.toContain("zq")
          expect([...draft.title].length).toBeLessThanOrEqual(150)
          expect(draft.title.isWellFormed()).toBe(true)
          expect([...draft.body].length).toBeLessThanOrEqual(10_000)
        }
      ),
      { numRuns: 300 }
    )
    expect([...states].toSorted()).toEqual(["identified", "investigating", "monitoring"])
  })
})
