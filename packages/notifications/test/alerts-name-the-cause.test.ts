import { assert, describe, it } from "@effect/vitest"
import type { RenderableFact } from "@mon/alerts"
import { deliveredFact } from "../src/index.ts"
import { diagnosedFact, diagnosisOf } from "../src/deliveries/deliveredFact.ts"

const at = "2026-11-21T13:05:09.000Z"
const data = {
  monitor: { id: "7", name: "Shop", url: "https://shop.example.com/" },
  incident: {
    id: "8",
    startedAt: at,
    resolvedAt: null,
    triggerStatusCode: null,
    resolutionStatusCode: null,
    triggerError: { code: "connect_refused", message: "The server refused the connection." }
  }
}
const facts = { check: { outcome: "connect_refused" }, target: { host: "shop.example.com" }, network: { state: "ok" } }

const delivery = (diagnosisFacts: unknown) => ({
  isDigest: false,
  notifications: [
    { type: "status_change", kind: "down", key: "7:8:down", data, createdAt: new Date(at), diagnosisFacts } as const
  ]
})

const causeIn = (fact: RenderableFact | null) => (fact?.kind === "down" ? fact.incident.diagnosis : undefined)

const broken: typeof diagnosisOf = () => {
  throw new Error("a fault of the rules")
}

describe("the fact of an alert", () => {
  it("names the cause of its incident, in the language of the recipient", () => {
    assert.deepInclude(causeIn(deliveredFact(delivery(facts))), {
      class: "connection_refused",
      title: "Nothing is listening on the port",
      confidence: 0.75
    })
    assert.strictEqual(causeIn(deliveredFact(delivery(facts), "de"))?.title, "Auf dem Port läuft kein Dienst")
  })

  it("names the worker's own network if it was in doubt, whatever else the facts show", () => {
    const doubtful = { ...facts, network: { state: "in_doubt" }, registration: { outcome: "not_registered" } }
    const titles = {
      en: "The monitoring worker's own network may be down",
      de: "Das Netz des Überwachungs-Workers ist zweifelhaft"
    }
    for (const language of ["en", "de"] as const) {
      const cause = causeIn(deliveredFact(delivery(doubtful), language))
      assert.deepInclude(cause, { class: "own_network", title: titles[language] })
      assert.lengthOf(cause?.evidence ?? [], 1)
    }
  })

  it("stays as it is without facts, with facts of another release, and if the cause is not known", () => {
    const plain = deliveredFact(delivery(null))
    for (const unusable of [
      undefined,
      { check: 7 },
      { later: true },
      "text",
      { check: { outcome: "connect_timeout" } }
    ])
      assert.deepStrictEqual(deliveredFact(delivery(unusable)), plain)
  })

  it("is delivered without a cause if the diagnosis throws", () => {
    const plain = deliveredFact(delivery(null))
    if (plain === null) return assert.fail("no fact")
    assert.strictEqual(diagnosedFact(plain, facts, "en", broken), plain)
  })

  it("names the cause of changed records and of bad email health", () => {
    const rests = {
      subject: "email",
      mail: { mx: [] },
      mailBefore: { mx: [{ preference: 10, host: "mx.example.com" }] }
    }
    const changed = {
      kind: "dns_changed",
      state: "dns_changed",
      monitor: data.monitor,
      changeId: "9",
      detectedAt: at,
      added: [],
      removed: ["MX example.com 10 mx.example.com"]
    } as const
    const bad = {
      kind: "email_health_alert",
      monitor: data.monitor,
      score: 20,
      grade: "F",
      previousGrade: "A",
      checkedAt: at,
      newListings: [],
      findings: []
    } as const
    const diagnosis = diagnosisOf(rests, "en")
    if (diagnosis === null) return assert.fail("not known")
    assert.strictEqual(diagnosis.class, "mx_moved")
    for (const fact of [changed, bad]) {
      assert.deepInclude(diagnosedFact(fact, rests, "en"), { diagnosis })
      assert.strictEqual(diagnosedFact(fact, null, "en"), fact)
      assert.strictEqual(diagnosedFact(fact, { mail: 7 }, "en"), fact)
      assert.strictEqual(diagnosedFact(fact, rests, "en", broken), fact)
    }
  })

  it("names the cause of a page that could not be checked", () => {
    const fact = { kind: "page_error", monitor: data.monitor, at, statusCode: null, error: null } as const
    const diagnosis = diagnosisOf(facts, "de") ?? assert.fail("not known")
    assert.deepStrictEqual(diagnosedFact(fact, facts, "de"), { ...fact, diagnosis })
    const doubtful = { ...facts, check: { outcome: "connect_timeout" }, network: { state: "in_doubt" } }
    for (const [stored, read] of [
      [null, diagnosisOf],
      [{ check: 7 }, diagnosisOf],
      [{ check: { outcome: "ok" } }, diagnosisOf],
      [facts, broken]
    ] as const)
      assert.strictEqual(diagnosedFact(fact, stored, "en", read), fact)
    const cause = diagnosedFact(fact, doubtful, "en")
    assert.strictEqual(cause.kind === "page_error" ? cause.diagnosis?.class : null, "own_network")
  })

  it("names what to do about a bad certificate", () => {
    const certificate = {
      subject: "CN=shop.example.com",
      issuer: "CN=R12",
      validTo: "2026-11-20T09:00:00.000Z",
      daysRemaining: -1,
      fingerprint256: "AB"
    }
    const fact = {
      kind: "certificate_invalid",
      monitor: data.monitor,
      problems: ["expired"],
      certificate,
      detectedAt: at
    } as const
    const named = diagnosedFact(fact, null, "en")
    assert.deepInclude(named.kind === "certificate_invalid" ? named.diagnosis : undefined, {
      class: "certificate_expired",
      title: "The certificate expired"
    })
    assert.strictEqual(diagnosedFact(fact, null, "en", broken), fact)
  })
})

describe("the weekly report", () => {
  const domain = {
    id: "7",
    name: "Shop",
    url: "https://shop.example.com/",
    isPaused: false,
    isDown: false,
    isFlapping: false,
    uptimePercent: 99,
    uptimePercentBefore: 100,
    incidents: 1,
    incidentsBefore: 0,
    downSeconds: 60,
    longestDownSeconds: 60,
    longestDownAt: at,
    longestDownCause: "connection_refused",
    responseP95Ms: null,
    responseP95MsBefore: null,
    certificateValid: null,
    certificateDaysLeft: null,
    domainDaysLeft: null,
    emailGrade: null,
    emailGradeBefore: null,
    checks: 1,
    checksMissed: 0
  }
  const titleOf = (longestDownCause: string | undefined, language: "en" | "de") => {
    const report = {
      membershipId: "1",
      accountId: "2",
      from: at,
      to: at,
      domains: [{ ...domain, longestDownCause }],
      urls: [],
      checks: 1,
      checksMissed: 0
    }
    const row = {
      type: "weekly_report",
      kind: "weekly_report",
      key: "w",
      data: JSON.parse(JSON.stringify(report)) as unknown,
      createdAt: new Date(at),
      diagnosisFacts: null
    } as const
    const fact = deliveredFact({ isDigest: false, notifications: [row] }, language)
    return fact?.kind === "weekly_report" ? fact.domains.map(({ longestDownTitle }) => longestDownTitle) : fact?.kind
  }

  it("names the likely cause of the longest downtime of a domain, in the language of the reader", () => {
    assert.deepStrictEqual(titleOf("connection_refused", "en"), ["Nothing is listening on the port"])
    assert.deepStrictEqual(titleOf("connection_refused", "de"), ["Auf dem Port läuft kein Dienst"])
  })

  it("names none if the cause is of a later release, or if an earlier release stored the report", () => {
    assert.deepStrictEqual(titleOf("a_later_class", "en"), [undefined])
    assert.deepStrictEqual(titleOf(undefined, "en"), [undefined])
  })
})
