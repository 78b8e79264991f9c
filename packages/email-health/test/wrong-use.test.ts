import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import { makeAddressPolicy } from "@mon/public-net"
import { Socket } from "node:net"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { makeListHealth } from "../src/blacklist/ListHealth.ts"
import * as api from "../src/index.ts"
import { inspectDomain } from "../src/inspectDomain.ts"

const zone = { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }
const [list] = api.OPEN_LISTS
const { signal } = new AbortController()
const { facts } = await Effect.runPromise(
  inspectDomain({
    resolver: makeZoneResolver(zone),
    health: makeListHealth(),
    domain: "example.com",
    selectors: [],
    lists: [],
    transport: null,
    startTls: false,
    deadlineMs: 5_000,
    onProgress: () => {}
  })
)
const record = api.parseDmarc("v=DMARC1; p=none")
const looseFacts = ["[0]", ...Object.keys(facts).map((name) => `[0].${name}`)]
/** The fields of a DMARC record that the tested function does not read. The function reads only the policies. */
const unreadTags = ["text", "policyIsImplied", "testing", "psd", "dkimAlignment", "spfAlignment"]
  .concat("aggregate", "failure", "percent", "warnings")
  .map((name) => `[0].${name}`)

const TRIED: Readonly<Record<string, TriedFunction>> = {
  checkEmailHealth: {
    call: api.checkEmailHealth,
    args: () => [
      "example.com",
      {
        zone,
        lists: [],
        listKeys: { surbl: false },
        deadlineMs: 1_000,
        transport: null,
        startTls: false,
        selectors: ["s1"],
        fresh: true,
        repair: { reportsReviewed: false, reportAddress: "a@example.com", noEmail: false },
        onProgress: () => {},
        signal
      }
    ],
    depth: 2,
    loose: ["[1].zone"],
    anything: ["[1].zone.example.com"]
  },
  checkSpf: {
    call: api.checkSpf,
    args: () => [
      { ip: "192.0.2.1", sender: "a@example.com", helo: "a.example", receiver: "b", now: 0 },
      { zone, signal }
    ],
    depth: 2,
    loose: ["[1].zone"]
  },
  keyedLists: { call: api.keyedLists, args: () => [{ spamhaus: "abcd", abusix: "abcd", barracuda: true }] },
  readListAnswer: {
    call: api.readListAnswer,
    args: () => [list, ["127.0.0.2"]],
    depth: 1,
    loose: ["[0]", "[0].codes", "[0].bits"]
  },
  buildReport: {
    call: api.buildReport,
    args: () => [facts, { checkedAt: 0, queries: 1 }, { reportsReviewed: true }],
    depth: 1,
    loose: looseFacts
  },
  planRepair: {
    call: api.planRepair,
    args: () => [facts, [{ code: "spf_missing", values: {} }], { reportsReviewed: true }],
    depth: 1,
    loose: [...looseFacts, "[1][0]"]
  },
  parseDkimKey: { call: api.parseDkimKey, args: () => ["v=DKIM1; p="] },
  correctDkim: { call: api.correctDkim, args: () => ["v=DKIM1; p="] },
  correctDmarc: { call: api.correctDmarc, args: () => ["v=DMARC1; p=none"] },
  parseDmarc: { call: api.parseDmarc, args: () => ["v=DMARC1; p=none"] },
  policyFor: {
    call: api.policyFor,
    args: () => [record.ok ? record.record : null, "domain"],
    depth: 1,
    loose: ["[0]"],
    anything: unreadTags
  },
  parseDomainInput: { call: api.parseDomainInput, args: () => ["example.com"] },
  parseMtaStsPolicy: { call: api.parseMtaStsPolicy, args: () => ["version: STSv1"] },
  parseBimi: { call: api.parseBimi, args: () => ["v=BIMI1; l="] },
  parseTlsRpt: { call: api.parseTlsRpt, args: () => ["v=TLSRPTv1; rua=mailto:a@example.com"] },
  logoProblems: { call: api.logoProblems, args: () => ["<svg/>"] },
  openTransport: {
    call: api.openTransport,
    args: () => [{ policy: makeAddressPolicy(), connect: () => new Socket(), extraCa: [], helo: "mon.example.com" }],
    depth: 1,
    loose: ["[0].policy"]
  },
  notContacted: { call: api.notContacted, args: () => ["timeout"] },
  detectProvider: { call: api.detectProvider, args: () => ["mx.example.com"] },
  gradeOf: { call: api.gradeOf, args: () => [90] },
  correctSpf: { call: api.correctSpf, args: () => ["v=spf1 -all"] },
  parseSpf: { call: api.parseSpf, args: () => ["v=spf1 -all"] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
