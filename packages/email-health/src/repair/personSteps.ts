import type { DomainFacts } from "../assessment/Assessment.ts"
import type { FindingData } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { RepairStep } from "./RepairPlan.ts"

/** Where people create DKIM keys, by mail provider. */
const DKIM_PLACES: Readonly<Record<string, string>> = {
  google:
    "In the Google Admin console, open Apps, Google Workspace, Gmail, Authenticate email. Generate a record with 2048 bits, publish it, and start authentication.",
  microsoft365:
    "In Microsoft Defender, open Email authentication settings, DKIM. Publish the two CNAME records shown there, and enable signing.",
  zoho: "In the Zoho Mail admin console, open Domains, Email Configuration, DKIM. Add a selector, publish the record, and verify it.",
  proton: "In Proton Mail, open Settings, Domain names, DKIM. Publish the three CNAME records shown there.",
  fastmail: "In Fastmail, open Settings, Domains. Publish the three CNAME records shown there.",
  icloud: "In iCloud settings, open Custom Email Domain. Publish the CNAME record sig1._domainkey shown there."
}

const OWN_SERVER =
  "Create a key of 2048 bits on the server that sends your email, publish its public part, and sign with it."

interface Work {
  readonly title: string
  readonly text: (facts: DomainFacts) => string
}

const dkimPlace = ({ mx }: DomainFacts): string =>
  mx.provider === null
    ? OWN_SERVER
    : (DKIM_PLACES[mx.provider.id] ??
      `${mx.provider.name} shows the DKIM records in its settings of the domain. ${OWN_SERVER}`)

const SIGN: Work = { title: "Sign your email with DKIM", text: dkimPlace }
const ROTATE: Work = {
  title: "Replace the DKIM key",
  text: (facts) =>
    `Create a new key with another selector, switch signing to it, and remove the old key a week later. ${dkimPlace(facts)}`
}
const DELIST: Work = {
  title: "Get removed from the blacklists",
  text: () =>
    "Find out why the address or domain was listed, and stop the cause first. Each blacklist names its removal page in the report."
}
const REVERSE: Work = {
  title: "Set the reverse DNS of your mail hosts",
  text: () =>
    "The owner of the IP address, usually your hosting provider, must set a PTR record whose name leads back to the address."
}
const HOSTS: Work = {
  title: "Give your mail hosts public addresses",
  text: () => "Ask whoever runs your mail hosts for their names, and publish them as MX records."
}

const WORK: Partial<Readonly<Record<FindingCode, Work>>> = {
  domain_not_found: {
    title: "Check the name of the domain",
    text: ({ domain }) => `${domain} does not exist in the DNS. Check the spelling, or register the domain.`
  },
  mx_none_resolves: HOSTS,
  mx_all_private: HOSTS,
  mx_private: HOSTS,
  mx_reverse: REVERSE,
  spf_pass_all: {
    title: "Name the servers that send your email",
    text: () =>
      "The SPF record allows every server. List the addresses of your own servers and the includes of your providers, and end the record in ~all. Mon cannot find them in DNS."
  },
  dkim_none: SIGN,
  dkim_selector_unknown: {
    title: "Name your DKIM selectors",
    text: () =>
      "DNS cannot list selectors. Find s= in the DKIM-Signature header of an email that you sent, and check again with that selector."
  },
  dkim_all_revoked: SIGN,
  dkim_none_usable: ROTATE,
  dkim_short_key: ROTATE,
  dkim_1024: ROTATE,
  dkim_weak_beside: ROTATE,
  dkim_malformed: ROTATE,
  dkim_malformed_beside: ROTATE,
  dkim_only_ed25519: ROTATE,
  dkim_wildcard: {
    title: "Remove the wildcard below _domainkey",
    text: () => "The wildcard answers for every selector. Publish one key for each selector that you use instead."
  },
  dkim_several_records: {
    title: "Publish one DKIM record for each selector",
    text: () => "Remove the records that your server does not sign with. With several records, the result is undefined."
  },
  listed_tier1: DELIST,
  listed_tier1_shared: DELIST,
  listed_tier2: DELIST,
  listed_tier2_shared: DELIST,
  listed_tier3: DELIST
}

/** What no record can repair: the next step of a person, once for each kind of work. */
export const personSteps = (
  facts: DomainFacts,
  findings: ReadonlyArray<FindingData>,
  cleared: ReadonlySet<FindingCode> = new Set()
): ReadonlyArray<RepairStep> => {
  const codes = [...new Set(findings.map(({ code }) => code))].filter(
    (code) => WORK[code] !== undefined && !cleared.has(code)
  )
  const works = [...new Set(codes.map((code) => WORK[code]))].filter((work) => work !== undefined)
  return works.map((work) => ({
    kind: "person",
    title: work.title,
    text: work.text(facts),
    records: [],
    findings: codes.filter((code) => WORK[code] === work),
    announces: []
  }))
}
