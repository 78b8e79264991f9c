import {
  type CampaignFactSet,
  type CampaignInput,
  type DomainFacts,
  type MailClassOf,
  type SenderFacts,
  unknownFacts,
  unknownSender
} from "../src/index.ts"

/** Returns a class from the name alone, so that tests need no list. */
export const mailClass: MailClassOf = (domain) =>
  domain === "gmail.com" || domain === "yahoo.com"
    ? "free"
    : domain === "mailinator.com"
      ? "disposable"
      : domain === "proton.me"
        ? "privacy"
        : "none"

export const prospectFacts = (domain: string, exchange: string | null, more: Partial<DomainFacts> = {}): DomainFacts =>
  exchange === null
    ? { ...unknownFacts(domain), mail: "nxdomain", ...more }
    : { ...unknownFacts(domain), mail: "hosts", mx: [{ exchange, preference: 10 }], ...more }

/** Returns the facts about a sender without problems. */
export const senderFacts = (domain: string, more: Partial<SenderFacts> = {}): SenderFacts => ({
  ...unknownSender(domain),
  incomplete: false,
  score: 100,
  grade: "A",
  mail: "hosts",
  mxHosts: ["aspmx.l.google.com"],
  spf: { status: "ok", record: "v=spf1 include:_spf.google.com ~all", lookups: 4, targets: ["_spf.google.com"] },
  dkim: { status: "found", selectors: ["google"] },
  dmarc: { status: "enforced", policy: "reject", record: "v=DMARC1; p=reject" },
  listings: [],
  website: true,
  ageDays: 900,
  ...more
})

const HOSTS: ReadonlyArray<string | null> = [
  "aspmx.l.google.com",
  "example-com.mail.protection.outlook.com",
  "mx1.example.org",
  "mxa-0012.gslb.pphosted.com",
  "eu-smtp-inbound-1.mimecast.com",
  "d1.ess.barracudanetworks.com",
  "mx.zoho.eu",
  "mail.mailspamprotection.com",
  null,
  "mx.b-io.co",
  "route1.mx.cloudflare.net",
  "mx1.emailsrvr.com"
]
const SPF = ["spf.protection.outlook.com", "_spf.google.com", "sendgrid.net"]
const LOCALS = ["ann", "bob", "info", "sales", "noreply", "c.d", "eve"]

const pick = <A>(list: ReadonlyArray<A>, index: number): A => list[index % list.length]!

/** Returns a campaign of 10,000 entries over 3,000 domains with 50 senders that all differ. */
export const largeCampaign = (): {
  readonly input: CampaignInput
  readonly facts: CampaignFactSet
  readonly mailClass: MailClassOf
} => {
  const domains = Array.from({ length: 3000 }, (_, index) => `company-${index}.example.com`)
  const senders = Array.from({ length: 50 }, (_, index) => `outreach-${index}.example.net`)
  const spfStates = ["ok", "missing", "broken", "pass_all", "unknown"] as const
  const dkimStates = ["found", "missing", "weak", "unknown"] as const
  const dmarcStates = ["enforced", "none", "missing", "broken", "unknown"] as const
  return {
    mailClass,
    input: {
      sendingDomains: senders,
      prospectEntries: Array.from({ length: 10_000 }, (_, index) =>
        `${pick(LOCALS, index)}.${Math.floor(index / 3000)}@${pick(domains, index)}`.replace(
          /^(info|sales|noreply)\.\d+/,
          "$1"
        )
      )
    },
    facts: {
      prospects: new Map(
        domains.map((domain, index) => [
          domain,
          prospectFacts(domain, pick(HOSTS, index * 7 + (index % 5)), {
            spfTargets: [pick(SPF, index)],
            dmarc: index % 2 === 0 ? "none" : null
          })
        ])
      ),
      senders: new Map(
        senders.map((domain, index) => [
          domain,
          senderFacts(domain, {
            spf: { status: pick(spfStates, index), record: null, lookups: null, targets: [pick(SPF, index)] },
            dkim: { status: pick(dkimStates, index), selectors: [] },
            dmarc: { status: pick(dmarcStates, index + 2), policy: null, record: null },
            ageDays: 10 + index * 20,
            website: index % 3 !== 0,
            mxHosts: [pick(["aspmx.l.google.com", "x.mail.protection.outlook.com", "mx.example.net"], index)]
          })
        ])
      )
    }
  }
}
