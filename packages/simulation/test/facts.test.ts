import type { Zone } from "@mon/dns"
import { DnsError, makeZoneResolver, type Resolver } from "@mon/dns/effect"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  CampaignFacts,
  type CampaignFactsSettings,
  simulate,
  SimulationError,
  type SimulationProgress
} from "../src/effect.ts"
import { mailClass } from "./campaigns.ts"

const ZONE = {
  "google.example.com": {
    MX: [{ preference: 1, exchange: "smtp.google.com" }],
    TXT: ["v=spf1 include:_spf.google.com ~all", "other"]
  },
  "_dmarc.google.example.com": { TXT: ["v=DMARC1; p=quarantine"] },
  "bank.example.com": {
    MX: [
      { preference: 10, exchange: "mxa-1.gslb.pphosted.com" },
      { preference: 20, exchange: "mxb-1.gslb.pphosted.com" }
    ],
    TXT: ["v=spf1 include:spf.bank.example.com -all", "MS=ms123456"]
  },
  "spf.bank.example.com": { TXT: ["v=spf1 include:spf.protection.outlook.com -all"] },
  "autodiscover.bank.example.com": { CNAME: ["autodiscover.outlook.com"] },
  "selector1._domainkey.bank.example.com": { CNAME: ["selector1-bank._domainkey.bank.onmicrosoft.com"] },
  "own.example.com": { MX: [{ preference: 10, exchange: "mx.own.example.com" }] },
  "mx.own.example.com": { A: ["192.0.2.1"] },
  "lost.example.com": { MX: [{ preference: 10, exchange: "mx.lost.example.com" }] },
  "null.example.com": { MX: [{ preference: 0, exchange: "" }] },
  "implicit.example.com": { AAAA: ["2001:db8::1"] },
  "empty.example.com": { TXT: ["hello"] },
  "down.example.com": { fail: "ServFail" },
  "halfway.example.com": { MX: [{ preference: 1, exchange: "smtp.google.com" }], TXT: { fail: "Timeout" } }
} satisfies Zone

const QUIET: CampaignFactsSettings = { lists: [] }

const withFacts = <A, E>(
  zone: Zone | Resolver,
  use: Effect.Effect<A, E, CampaignFacts>,
  settings = QUIET
): Promise<A> => Effect.runPromise(Effect.provide(use, CampaignFacts.layerMemory(zone, settings)))

const prospect = (domain: string, zone: Zone | Resolver = ZONE) =>
  withFacts(
    zone,
    Effect.flatMap(CampaignFacts, (facts) => facts.prospectFacts(domain))
  )
const sender = (domain: string, zone: Zone, settings = QUIET) =>
  withFacts(
    zone,
    Effect.flatMap(CampaignFacts, (facts) => facts.senderFacts(domain)),
    settings
  )

describe("a prospect's domain", () => {
  test("at a known mailbox takes three queries", async () => {
    const resolver = makeZoneResolver(ZONE)
    expect(await prospect("google.example.com", resolver)).toEqual({
      version: 1,
      domain: "google.example.com",
      mail: "hosts",
      mx: [{ exchange: "smtp.google.com", preference: 1 }],
      reachable: null,
      spf: "v=spf1 include:_spf.google.com ~all",
      spfTargets: ["_spf.google.com"],
      dmarc: "quarantine",
      hints: [],
      unanswered: []
    })
    expect(resolver.queries).toHaveLength(3)
  })
  test("behind a gateway reveals its mailbox by nested SPF, keys and clients", async () =>
    expect(await prospect("bank.example.com")).toMatchObject({
      spfTargets: ["spf.bank.example.com", "spf.protection.outlook.com"],
      hints: [
        { by: "dkim", provider: "microsoft365" },
        { by: "autodiscover", provider: "microsoft365" },
        { by: "txt", provider: "microsoft365" }
      ]
    }))
  test.each([
    ["own.example.com", "hosts", true],
    ["lost.example.com", "hosts", false],
    ["null.example.com", "null", null],
    ["implicit.example.com", "none", true],
    ["empty.example.com", "none", false],
    ["nowhere.example.com", "nxdomain", null],
    ["down.example.com", "unknown", null]
  ])("%s: mail %s, reachable %s", async (domain, mail, reachable) =>
    expect(await prospect(domain)).toMatchObject({ mail, reachable })
  )
  test("lists queries without an answer", async () => {
    expect((await prospect("halfway.example.com")).unanswered).toEqual(["TXT halfway.example.com Timeout"])
    expect((await prospect("down.example.com")).unanswered).toEqual([
      "MX down.example.com ServFail",
      "TXT down.example.com ServFail"
    ])
  })
  test("does not treat an invalid name as a DNS fault", async () =>
    expect(
      (
        await prospect("bad.example.com", {
          "bad.example.com": {
            MX: [{ preference: 1, exchange: "mxa-1.gslb.pphosted.com" }],
            TXT: [`v=spf1 include:${"a".repeat(70)}.example include:a..b -all`]
          }
        })
      ).unanswered
    ).toEqual([]))
  test("is complete when every query fails once", async () => {
    const zone = makeZoneResolver(ZONE)
    const asked = new Set<string>()
    const flaky: Resolver = {
      query: (name, type) =>
        Effect.suspend(() => {
          const key = `${type} ${name}`
          if (asked.has(key)) return zone.query(name, type)
          asked.add(key)
          return Effect.fail(new DnsError({ queryName: name, type, server: null, reason: "ServFail", detail: "" }))
        })
    }
    expect(await prospect("bank.example.com", flaky)).toEqual(await prospect("bank.example.com"))
  })
})

describe("a sender", () => {
  const SENDING: Zone = {
    ...ZONE,
    "out.example.net": {
      MX: [{ preference: 1, exchange: "smtp.google.com" }],
      TXT: ["v=spf1 include:_spf.google.com +all"],
      A: ["192.0.2.9"]
    },
    "_spf.google.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 ~all"] },
    "bare.example.net": { MX: [{ preference: 1, exchange: "bare.mail.protection.outlook.com" }] }
  }
  test("is a reduced report, with the records that fix it", async () => {
    const facts = await sender("out.example.net", SENDING)
    expect(facts).toMatchObject({
      domain: "out.example.net",
      mail: "hosts",
      mxHosts: ["smtp.google.com"],
      spf: { status: "pass_all", targets: ["_spf.google.com"] },
      dmarc: { status: "missing" },
      website: true,
      ageDays: null
    })
    expect(facts.fixes).toContainEqual({
      code: "dmarc_missing",
      type: "TXT",
      host: "_dmarc.out.example.net",
      value: "v=DMARC1; p=none; rua=mailto:postmaster@out.example.net"
    })
    // No policy is enforced, so `~all` makes no email fail.
    expect(facts.fixes).toContainEqual({
      code: "spf_pass_all",
      type: "TXT",
      host: "out.example.net",
      value: "v=spf1 include:_spf.google.com ~all"
    })
    expect(await sender("bare.example.net", SENDING)).toMatchObject({
      spf: { status: "missing" },
      dkim: { status: "missing" },
      website: false
    })
  })
  test("has the age that a register reports", async () =>
    expect(
      await sender("out.example.net", SENDING, {
        ...QUIET,
        registration: () => Effect.succeed({ ageDays: 12, until: "2027-01-01T00:00:00.000Z" })
      })
    ).toMatchObject({ ageDays: 12, registeredUntil: "2027-01-01T00:00:00.000Z" }))
  test("without any answer is unknown, not broken", async () =>
    expect(
      await sender("down.example.com", {
        "down.example.com": { fail: "ServFail" },
        "*.down.example.com": { fail: "ServFail" }
      })
    ).toMatchObject({
      incomplete: true,
      mail: "unknown",
      spf: { status: "unknown" },
      dkim: { status: "unknown" },
      dmarc: { status: "unknown" },
      website: null
    }))
})

describe("a simulation", () => {
  const input = {
    sendingDomains: ["google.example.com"],
    prospectEntries: ["a@bank.example.com", "b@own.example.com", "c@gmail.com", "d@null.example.com"]
  }

  test("reports its progress", async () => {
    const seen: Array<SimulationProgress> = []
    const { plan, results } = await withFacts(
      ZONE,
      simulate(input, { mailClass, onProgress: (progress) => void seen.push(progress) })
    )
    expect(plan.credits).toBe(4)
    expect(seen.map(({ done }) => done)).toEqual([0, 1, 2, 3, 4, 4, 4])
    expect(seen.at(-1)).toEqual({ phase: "done", done: 4, total: 4 })
    expect(results.breakdown.byClassification.map(({ id, prospects }) => [id, prospects])).toEqual([
      ["valid", 2],
      ["dead", 1],
      ["free_mailbox", 1]
    ])
  })
  test("is rejected without a sender, and beyond the limits", async () => {
    const refused = (sendingDomains: ReadonlyArray<string>, prospectEntries: ReadonlyArray<string>) =>
      withFacts(ZONE, Effect.flip(simulate({ sendingDomains, prospectEntries }, { mailClass })))
    expect(await refused(["gmail.com"], ["a@example.com"])).toMatchObject({
      _tag: "SimulationError",
      reason: "NoSender"
    })
    expect(
      await refused(
        ["example.com"],
        Array.from({ length: 10_001 }, () => "x")
      )
    ).toBeInstanceOf(SimulationError)
  })
})

describe("over a real DNS server with delays, losses, failures and silence", () => {
  const COUNT = 600
  let server: DnsServer

  beforeAll(async () => {
    server = await startDnsServer()
    for (let index = 0; index < COUNT; index++)
      server.zone.set(`d${index}.example.com`, {
        MX: [{ preference: 1, exchange: "smtp.google.com" }],
        TXT: ["v=spf1 include:_spf.google.com ~all"]
      })
    server.zone.delay("*", 15)
    for (const index of [7, 107, 207]) server.zone.fail(`d${index}.example.com`, "SERVFAIL")
    for (const index of [8, 108]) server.zone.fail(`d${index}.example.com`, "DROP")
    for (const index of [9, 109]) server.zone.fail(`d${index}.example.com`, "TRUNCATE")
  })
  afterAll(() => server.close())

  test("a burst loses no answer, and only failed queries are unknown", async () => {
    const domains = Array.from({ length: COUNT }, (_, index) => `d${index}.example.com`)
    const lookUp = Effect.flatMap(CampaignFacts, (facts) =>
      Effect.forEach(domains, facts.prospectFacts, { concurrency: 64 })
    )
    const found = await Effect.runPromise(
      Effect.provide(lookUp, CampaignFacts.layer({ ...QUIET, dns: { servers: [server.address], timeoutMs: 400 } }))
    )
    const failed = found.filter(({ unanswered }) => unanswered.length > 0)
    expect(failed.map(({ domain, mail }) => [domain, mail])).toEqual(
      [7, 8, 107, 108, 207].map((index) => [`d${index}.example.com`, "unknown"])
    )
    expect(
      failed
        .flatMap(({ unanswered }) => unanswered.map((text) => text.split(" ")[2]))
        .filter((reason) => reason === "Timeout")
    ).toHaveLength(4)
    expect(found.filter(({ mx, spf }) => mx[0]?.exchange === "smtp.google.com" && spf !== null)).toHaveLength(COUNT - 5)
  })
})
