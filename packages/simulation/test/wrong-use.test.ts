import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as api from "../src/index.ts"

const plan = api.planCampaign(
  { sendingDomains: ["sender.example.com"], prospectEntries: ["bob@example.com"] },
  () => "none"
)
const prospectFacts = { ...api.unknownFacts("example.com"), mx: [{ exchange: "mx.example.com", preference: 1 }] }
const evaluation = api.evaluateCampaign(plan, { prospects: new Map(), senders: new Map() })
const [outcome] = evaluation.prospects()
const segment = { family: "google", mailbox: "google", role: "none", bounce: "ordinary" }

const TRIED: Readonly<Record<string, TriedFunction>> = {
  campaignCsv: { call: (rows: never) => [...api.campaignCsv(rows)], args: () => [[outcome]], depth: 0 },
  campaignCsvHeader: { call: api.campaignCsvHeader, args: () => [] },
  campaignCsvLine: { call: api.campaignCsvLine, args: () => [outcome], depth: 0, loose: ["[0]"] },
  csvLine: { call: api.csvLine, args: () => [["a", 1, true, null]] },
  senderCsv: {
    call: (results: never) => [...api.senderCsv(results)],
    args: () => [{ senders: evaluation.results.senders }],
    depth: 2,
    loose: ["[0]", "[0].senders[0]"]
  },
  suggestionCsv: {
    call: (results: never) => [...api.suggestionCsv(results)],
    args: () => [{ suggestions: evaluation.results.suggestions }],
    depth: 2,
    loose: ["[0]", "[0].suggestions[0]"]
  },
  evaluateCampaign: {
    call: api.evaluateCampaign,
    args: () => [
      plan,
      { prospects: new Map([["example.com", prospectFacts]]), senders: new Map() },
      { mailboxesPerSender: 1, dailyPerMailbox: 10, days: 5 }
    ],
    depth: 1,
    loose: ["[0]"],
    anything: ["[0].rejectedSenders", "[0].credits"]
  },
  unknownFacts: { call: api.unknownFacts, args: () => ["example.com", ["MX SERVFAIL"]] },
  parseDomainFacts: {
    call: api.parseDomainFacts,
    args: () => [prospectFacts],
    depth: 0,
    loose: ["[0]"],
    anything: ["[0]"]
  },
  parseSenderFacts: { call: api.parseSenderFacts, args: () => [null], anything: ["[0]"] },
  unknownSender: { call: api.unknownSender, args: () => ["example.com"] },
  routeFlow: {
    call: api.routeFlow,
    args: () => [
      {
        supply: [3, 2],
        capacity: [4, 1],
        cost: [
          [1, 5],
          [2, 3]
        ]
      }
    ]
  },
  predictOutcome: { call: api.predictOutcome, args: () => [api.CLEAN_SENDER, segment] },
  planCampaign: {
    call: api.planCampaign,
    args: () => [{ sendingDomains: ["a.example"], prospectEntries: ["b@example.com"] }, () => "none"]
  },
  parseProspect: { call: api.parseProspect, args: () => ["bob@example.com"] },
  providerOfHost: { call: api.providerOfHost, args: () => ["mx.example.com"] },
  recogniseReceiver: { call: api.recogniseReceiver, args: () => [prospectFacts], loose: ["[0]", "[0].mx[0]"] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
