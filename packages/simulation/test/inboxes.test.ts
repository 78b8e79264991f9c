import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { inboxesWith } from "../src/evaluate/inboxesWith.ts"
import { evaluateCampaign, planCampaign } from "../src/index.ts"
import { mailClass, prospectFacts, senderFacts } from "./campaigns.ts"

const RECEIVERS: Readonly<Record<string, string>> = {
  "google.example.com": "aspmx.l.google.com",
  "outlook.example.com": "example-com.mail.protection.outlook.com",
  "china.example.com": "example-com.mail.protection.partner.outlook.cn",
  "strict.example.com": "mxa-0012.gslb.pphosted.com",
  "own.example.com": "mx1.example.org",
  "forward.example.com": "route1.mx.cloudflare.net"
}
const LOCALS = ["ann", "info", "noreply", "bob", "sales"]

const prospects = new Map(Object.entries(RECEIVERS).map(([domain, host]) => [domain, prospectFacts(domain, host)]))
const everybody = [...prospects.keys()].flatMap((domain) => LOCALS.map((local) => `${local}@${domain}`))

const broken = senderFacts("sender.example.com", {
  spf: { status: "missing", record: null, lookups: null, targets: [] },
  dmarc: { status: "missing", policy: null, record: null }
})
const repaired = senderFacts("sender.example.com")

/** Evaluates a campaign, and returns the results as they are read from a store. */
const simulate = (senders: ReadonlyArray<ReturnType<typeof senderFacts>>, prospectEntries = everybody) => {
  const plan = planCampaign({ sendingDomains: senders.map(({ domain }) => domain), prospectEntries }, mailClass)
  const facts = { prospects, senders: new Map(senders.map((one) => [one.domain, one])) }
  return JSON.parse(JSON.stringify(evaluateCampaign(plan, facts).results)) as ReturnType<
    typeof evaluateCampaign
  >["results"]
}

describe("the inboxes of a stored campaign with other facts of a sender", () => {
  it("are those that a new simulation of the same list expects", () => {
    const [before, after] = [simulate([broken]), simulate([repaired])]
    const found = inboxesWith(before, repaired)
    expect(found?.emails).toBe(before.summary.assigned)
    expect(found?.before).toBe(Math.round(before.summary.expected.inbox))
    expect(found?.after).toBe(Math.round(after.summary.expected.inbox))
    expect(found?.after).toBeGreaterThan(found?.before ?? 0)
  })

  it("are the same with the same facts, whatever the list", () => {
    fc.assert(
      fc.property(fc.subarray(everybody, { minLength: 1 }), fc.boolean(), (entries, isBroken) => {
        const sender = isBroken ? broken : repaired
        const found = inboxesWith(simulate([sender, senderFacts("other.example.net")], entries), sender)
        expect(found === null || found.before === found.after).toBe(true)
      })
    )
  })

  it("take website and age from the simulation, because a check of email health does not ask for them", () => {
    const young = senderFacts("sender.example.com", { ageDays: 10, website: false })
    const found = inboxesWith(simulate([young]), { ...young, ageDays: null, website: null })
    expect(found?.after).toBe(found?.before)
  })

  it("are not known for another version of the model, another sender, and what is not a result", () => {
    const results = simulate([broken])
    expect(inboxesWith({ ...results, modelVersion: "2024.1" }, repaired)).toBeNull()
    expect(inboxesWith(results, senderFacts("stranger.example.com"))).toBeNull()
    const inboxRate = 0.123_4
    expect(
      inboxesWith({ ...results, routing: results.routing.map((row) => ({ ...row, inboxRate })) }, repaired)
    ).toBeNull()
    for (const unreadable of [null, "x", 7, [], {}, { modelVersion: results.modelVersion, senders: {}, routing: 1 }])
      expect(inboxesWith(unreadable, repaired)).toBeNull()
  })
})
