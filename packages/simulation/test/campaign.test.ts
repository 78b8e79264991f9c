import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type CampaignFactSet,
  type CampaignResults,
  evaluateCampaign,
  parseDomainFacts,
  parseSenderFacts,
  planCampaign,
  PREVIEW_ROWS,
  type ProspectOutcome,
  unknownFacts
} from "../src/index.ts"
import { largeCampaign, mailClass, prospectFacts, senderFacts } from "./campaigns.ts"

const FACTS: CampaignFactSet = {
  prospects: new Map(
    [
      prospectFacts("google.example.com", "aspmx.l.google.com"),
      prospectFacts("office.example.com", "x.mail.protection.outlook.com", { dmarc: "reject" }),
      prospectFacts("bank.example.com", "mxa-1.gslb.pphosted.com", { spfTargets: ["spf.protection.outlook.com"] }),
      prospectFacts("own.example.com", "mx.own.example.com", { reachable: true }),
      prospectFacts("lost.example.com", "mx.lost.example.com", { reachable: false }),
      prospectFacts("gone.example.com", null),
      prospectFacts("parked.example.com", "mx.b-io.co"),
      { ...unknownFacts("shy.example.com", ["MX shy.example.com Timeout"]) },
      { ...unknownFacts("null.example.com"), mail: "null" as const, mx: [{ exchange: "", preference: 0 }] },
      { ...unknownFacts("address.example.com"), mail: "none" as const, reachable: true },
      { ...unknownFacts("empty.example.com"), mail: "none" as const, reachable: false },
      {
        ...unknownFacts("silent.example.com"),
        mail: "none" as const,
        reachable: true,
        spf: "v=spf1 -all",
        dmarc: "reject" as const
      },
      prospectFacts("throw.example.com", "mail.mailinator.com")
    ].map((facts) => [facts.domain, facts])
  ),
  senders: new Map(
    [
      senderFacts("good.example.net"),
      senderFacts("bare.example.net", {
        mxHosts: ["x.mail.protection.outlook.com"],
        spf: { status: "missing", record: null, lookups: null, targets: [] },
        dkim: { status: "missing", selectors: [] },
        dmarc: { status: "missing", policy: null, record: null },
        ageDays: 400,
        fixes: [
          {
            code: "spf_missing",
            type: "TXT",
            host: "bare.example.net",
            value: "v=spf1 include:spf.protection.outlook.com ~all"
          }
        ]
      }),
      senderFacts("young.example.net", { ageDays: 5 })
    ].map((facts) => [facts.domain, facts])
  )
}
const SENDERS = ["good.example.net", "bare.example.net", "young.example.net"]
const DOMAINS = [...FACTS.prospects.keys(), "gmail.com", "mailinator.com", "nobody-asked.example.com"]
const LIST = DOMAINS.flatMap((domain) => [`ann@${domain}`, `info@${domain}`])

const evaluate = (
  prospectEntries: ReadonlyArray<string>,
  sendingDomains: ReadonlyArray<string> = SENDERS,
  options = {}
) => evaluateCampaign(planCampaign({ sendingDomains, prospectEntries }, mailClass), FACTS, options)

/** Returns the results without the fields that name rows. */
const unordered = ({ prospects: _prospects, ...rest }: CampaignResults) => rest

describe("classification", () => {
  test("follows the facts", () => {
    const rows = [...evaluate(DOMAINS.map((domain) => `ann@${domain}`)).prospects()]
    expect(Object.fromEntries(rows.map(({ domain, classification }) => [domain, classification]))).toEqual({
      "google.example.com": "valid",
      "office.example.com": "valid",
      "bank.example.com": "valid",
      "own.example.com": "valid",
      "lost.example.com": "dead",
      "gone.example.com": "dead",
      "parked.example.com": "parked",
      "shy.example.com": "unknown",
      "null.example.com": "dead",
      "address.example.com": "valid",
      "empty.example.com": "dead",
      "silent.example.com": "parked",
      "throw.example.com": "disposable",
      "gmail.com": "free_mailbox",
      "mailinator.com": "disposable",
      "nobody-asked.example.com": "unknown"
    })
  })
  test("has a row for every entry, in the order of the list", () => {
    const { prospects, results } = evaluate([
      "ann@google.example.com",
      "nope",
      "ANN@google.example.com",
      "ann@gmail.com"
    ])
    expect([...prospects()].map(({ row, classification, charged }) => [row, classification, charged])).toEqual([
      [1, "valid", true],
      [2, "invalid", false],
      [3, "duplicate", false],
      [4, "free_mailbox", false]
    ])
    expect(results.prospects).toMatchObject({ total: 4, truncated: false })
    expect(results.summary).toMatchObject({ prospects: 4, uniqueProspects: 2, uniqueDomains: 2, senders: 3 })
  })
})

describe("results", () => {
  const { prospects, results } = evaluate(LIST)
  const rows = [...prospects()]

  test("add up", () => {
    const { assigned, expected, unsent, uniqueProspects } = results.summary
    const dead = rows.filter(({ bounce }) => bounce === 1).length
    expect(assigned + unsent + dead).toBe(uniqueProspects)
    expect(expected.inbox + expected.spam + expected.reject + expected.bounce).toBeCloseTo(assigned + dead, 0)
    expect(results.senders.reduce((sum, { assignedProspects }) => sum + assignedProspects, 0)).toBe(assigned)
    expect(results.routing.reduce((sum, row) => sum + row.prospects, 0)).toBe(assigned)
    const counted = rows.filter(({ assignedSender, bounce }) => assignedSender !== null || bounce === 1)
    expect(counted.reduce((sum, { inbox }) => sum + (inbox ?? 0), 0)).toBeCloseTo(expected.inbox, 0)
    for (const part of [results.breakdown.byProvider, results.breakdown.byGateway])
      expect(part.reduce((sum, row) => sum + row.prospects, 0)).toBe(uniqueProspects)
    expect(results.breakdown.byClassification.reduce((sum, row) => sum + row.prospects, 0)).toBe(
      results.summary.prospects
    )
  })
  test("have parts whose shares sum to 1, whatever else is in the list", () => {
    const { byClassification, byGateway, byProvider } = evaluate([...LIST, ...LIST, "nope", "nope"]).results.breakdown
    for (const part of [byProvider, byGateway, byClassification])
      expect(part.reduce((sum, row) => sum + row.share, 0)).toBeCloseTo(1, 3)
  })
  test("count an operator's free mailboxes apart from its mail for companies", () => {
    const list = ["ann@google.example.com", "ann@gmail.com", "bob@gmail.com", "ann@yahoo.com"]
    const { byProvider } = evaluate(list).results.breakdown
    expect(byProvider.map((row) => [row.id, row.name, row.prospects]).toSorted()).toEqual([
      ["google", "Google Workspace", 1],
      ["google-free", "Gmail", 2],
      ["yahoo", "Yahoo / AOL / AT&T", 1]
    ])
  })
  test("have shares that sum to 1 for each row, and a range for the total", () => {
    for (const { bounce, inbox, reject, spam } of rows)
      expect((bounce ?? 0) + (inbox ?? 0) + (reject ?? 0) + (spam ?? 0)).toBeCloseTo(1, 9)
    const [low = 1, high = 0] = results.summary.range ?? []
    expect(low <= (results.summary.inboxRate ?? -1) && (results.summary.inboxRate ?? 2) <= high).toBe(true)
  })
  test("rank senders for this list, and assign nothing to one that is too young", () => {
    expect(results.senders.map(({ domain }) => domain)).toEqual([
      "good.example.net",
      "young.example.net",
      "bare.example.net"
    ])
    expect(results.senders[1]).toMatchObject({ dailyCapacity: 0, assignedProspects: 0, daysToSend: null })
    expect(results.senders[0]).toMatchObject({ provider: "google", rank: 1 })
  })
  test("suggest exact records with their gain, the largest first", () => {
    const many = evaluate(Array.from({ length: 200 }, (_, index) => `p${index}@own.example.com`)).results
    const spf = many.suggestions.find(({ id }) => id === "spf_missing")
    expect(spf).toMatchObject({
      domain: "bare.example.net",
      gainBasis: "rerouted",
      record: { type: "TXT", host: "bare.example.net", value: "v=spf1 include:spf.protection.outlook.com ~all" }
    })
    expect(spf?.expectedInboxGain).toBeGreaterThan(5)
    expect(many.suggestions.find(({ id }) => id === "dmarc_missing")?.record).toEqual({
      type: "TXT",
      host: "_dmarc.bare.example.net",
      value: "v=DMARC1; p=none; rua=mailto:dmarc-reports@bare.example.net"
    })
    expect(many.suggestions.find(({ id }) => id === "dkim_missing")?.record).toBeNull()
    const gains = many.suggestions.map(({ expectedInboxGain }) => expectedInboxGain)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    expect(many.suggestions.map(({ priority }) => priority)).toEqual(many.suggestions.map((_, index) => index + 1))
    expect(many.senders.find(({ domain }) => domain === "bare.example.net")?.issues).toEqual(
      expect.arrayContaining(["spf_missing", "dkim_missing", "dmarc_missing"])
    )
  })
  test("predict the gain that following a suggestion has", () => {
    const entries = Array.from({ length: 150 }, (_, index) => `p${index}@google.example.com`)
    const plan = planCampaign(
      { sendingDomains: ["good.example.net", "bare.example.net"], prospectEntries: entries },
      mailClass
    )
    const before = evaluateCampaign(plan, FACTS).results
    const bare = FACTS.senders.get("bare.example.net")
    const fixed = new Map(FACTS.senders).set("bare.example.net", {
      ...senderFacts("bare.example.net"),
      ...bare,
      dkim: { status: "found", selectors: [] }
    } as never)
    const after = evaluateCampaign(plan, { ...FACTS, senders: fixed }).results
    const gain = before.suggestions.find(({ id }) => id === "dkim_missing")?.expectedInboxGain ?? 0
    expect(after.summary.expected.inbox - before.summary.expected.inbox).toBeCloseTo(gain, 0)
  })
  test("list what the model does not cover", () => {
    expect(results.summary.statement).toContain("prediction")
    expect(results.dataQuality.notSeen).toEqual(expect.arrayContaining(["content", "warm-up", "list quality"]))
    expect(results.dataQuality).toMatchObject({ unknownDomains: 3, unansweredDomains: 1 })
  })
  test("are plain JSON", () => expect(JSON.parse(JSON.stringify(results))).toEqual(results))
  test("assign nothing without a sender with capacity", () => {
    const idle = evaluate(LIST, ["young.example.net"]).results
    expect(idle.summary).toMatchObject({ assigned: 0, dailyCapacity: 0, daysToSend: null })
    expect(idle.suggestions.map(({ id }) => id)).toContain("no_capacity")
  })
  test("leave the rest unsent within fewer days", () => {
    const entries = Array.from({ length: 300 }, (_, index) => `p${index}@google.example.com`)
    expect(evaluate(entries, ["good.example.net"], { days: 2 }).results.summary).toMatchObject({
      assigned: 120,
      unsent: 180,
      daysToSend: 5
    })
  })
  test("are empty for an empty list", () =>
    expect(evaluate([]).results.summary).toMatchObject({ prospects: 0, assigned: 0, inboxRate: null, range: null }))
})

const byEmail = (rows: Iterable<ProspectOutcome>) =>
  [...rows]
    .filter(({ classification }) => classification !== "duplicate")
    .map(({ row: _row, input: _input, ...rest }) => JSON.stringify({ ...rest, email: rest.email?.toLowerCase() }))
    .sort()

describe("the same input", () => {
  const entries = fc.shuffledSubarray([...LIST, "nope", "ann@google.example.com", "BOB@own.example.com"], {
    minLength: 5
  })

  test("gives the same bytes", () =>
    fc.assert(
      fc.property(entries, (list) => {
        const [one, other] = [evaluate(list), evaluate(list)]
        expect(JSON.stringify(one.results)).toBe(JSON.stringify(other.results))
        expect(JSON.stringify([...one.prospects()])).toBe(JSON.stringify([...other.prospects()]))
      }),
      { numRuns: 20 }
    ))

  test("in another order gives the same results, and every entry the same outcome", () =>
    fc.assert(
      fc.property(entries, fc.shuffledSubarray(SENDERS, { minLength: 3 }), (list, senders) => {
        const [one, other] = [evaluate(list), evaluate(list.toReversed(), senders)]
        expect(JSON.stringify(unordered(other.results))).toBe(JSON.stringify(unordered(one.results)))
        expect(byEmail(other.prospects())).toEqual(byEmail(one.prospects()))
      }),
      { numRuns: 30 }
    ))
})

test("facts can be stored as JSON, and anything else is rejected", () => {
  for (const facts of FACTS.prospects.values())
    expect(parseDomainFacts(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
  for (const facts of FACTS.senders.values()) expect(parseSenderFacts(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseDomainFacts(value)).toBeNull()
      expect(parseSenderFacts(value)).toBeNull()
    })
  )
  const [facts] = FACTS.prospects.values()
  expect(parseDomainFacts({ ...facts, version: 0 })).toBeNull()
  expect(parseDomainFacts({ ...facts, mx: [{ exchange: 1, preference: 0 }] })).toBeNull()
})

describe("10,000 entries over 3,000 domains with 50 different senders", () => {
  const { facts, input, mailClass: classOf } = largeCampaign()
  const { prospects, results, steps } = evaluateCampaign(planCampaign(input, classOf), facts)

  test("take a limited number of steps, with every gain computed by re-routing", () => {
    expect(steps).toBeLessThan(25_000_000)
    expect(results.suggestions.filter(({ gainBasis }) => gainBasis === "same_routing")).toEqual([])
  })
  test("are all available, and previewed in part", () => {
    expect(results.prospects.preview).toHaveLength(PREVIEW_ROWS)
    expect(results.prospects).toMatchObject({ truncated: true, total: 10_000 })
    let rows = 0
    for (const { row } of prospects()) expect(row).toBe(++rows)
    expect(rows).toBe(10_000)
  })
})

test("equal senders share equally, each within its capacity", () => {
  const entries = Array.from({ length: 101 }, (_, index) => `p${index}@google.example.com`)
  const twins = ["a.example.net", "b.example.net", "c.example.net"]
  const plan = planCampaign({ sendingDomains: twins, prospectEntries: entries }, mailClass)
  const { results } = evaluateCampaign(plan, {
    ...FACTS,
    senders: new Map(twins.map((domain) => [domain, senderFacts(domain)]))
  })
  expect(results.senders.map(({ assignedProspects }) => assignedProspects).sort()).toEqual([33, 34, 34])
})
