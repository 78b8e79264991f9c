import type { DomainFacts } from "../assessment/Assessment.ts"
import type { FindingData } from "../rubric/Finding.ts"
import { type FindingCode, RUBRIC } from "../rubric/Rubric.ts"
import { MAX_LOOKUP_TERMS } from "../spf/SpfLimits.ts"
import { rotation, signingPlace } from "./dkimPlaces.ts"
import { draftSpf } from "./repairSpf.ts"
import type { RepairStep } from "./RepairPlan.ts"

interface Work {
  readonly title: string
  readonly text: (facts: DomainFacts) => string
}

const SIGN: Work = { title: "Sign your email with DKIM", text: signingPlace }
const ROTATE: Work = { title: "Replace the DKIM key", text: rotation }
const DELIST: Work = {
  title: "Get removed from the blacklists",
  text: () =>
    "Find out why the address or domain was listed, and stop the cause first. The report gives the removal page of each blacklist."
}
const REVERSE: Work = {
  title: "Set the reverse DNS of your mail hosts",
  text: () =>
    "The owner of the IP address, usually your hosting provider, must set a PTR record whose name resolves back to the address."
}
const HOSTS: Work = {
  title: "Give your mail hosts public addresses",
  text: () => "Ask whoever runs your mail hosts for the host names, and publish those as MX records."
}
const ALIAS: Work = {
  title: "Replace the domain's alias",
  text: ({ domain, mx }) =>
    `${domain} is an alias (CNAME) of ${mx.alias}, and a name with an alias can have no other records (RFC 1034 section 3.6.2). Replace the alias with address records, then check again. Or, if ${mx.alias} is yours, change its records instead.`
}

const costs = ({ spf }: DomainFacts): string => {
  const terms = spf.root.resolved.filter(({ lookups }) => lookups > 0)
  return terms.length === 0
    ? ""
    : ` Lookups: ${terms.map(({ lookups, text }) => `${lookups} (${text})`).join(" + ")} = ${spf.lookups} of ${MAX_LOOKUP_TERMS}.`
}

const SPF: Work = {
  title: "Work with your providers to repair the SPF record",
  text: (facts) =>
    `Mon does not know which servers the broken terms refer to, or cannot list them. Remove the terms that you no longer need, and ask the providers behind the other terms for a shorter include.${costs(facts)}`
}
const NAME_SENDERS: Work = {
  title: "List the servers that send your email",
  text: (facts) =>
    `The SPF record allows every server, so DNS does not show which servers send your email. Start with "${draftSpf(facts)}", and add your other servers and your providers' includes before you publish it. Servers that are not in the record will no longer pass SPF.`
}
const TEST_MODE: Work = {
  title: "Take your DKIM keys out of test mode",
  text: (facts) => `Receivers may ignore signatures made with a key in test mode (t=y). ${rotation(facts)}`
}
const DANGLING: Work = {
  title: "Finish setting up or remove DKIM aliases without a key",
  text: () =>
    "These aliases do not lead to a key. Finish the setup at the provider that asked for them, or remove them if you no longer use that provider."
}

/**
 * The shortest lifetime of a policy, in seconds. If the lifetime is less than a day, an attacker only has to wait until
 * the policy expires (RFC 8461 section 10.2).
 */
const POLICY_SECONDS = 86_400

/**
 * Returns the instructions for a policy file, followed by `end`. The policy has the mode of the published policy, or
 * "testing" if there is none.
 */
const policyText = ({ domain, extras, mx }: DomainFacts, end: string): string => {
  const hosts = mx.hosts.filter(({ addresses, status }) => status === "unknown" || addresses.some((at) => at.public))
  if (hosts.length === 0) return "First, give the domain a mail host with a public address."
  const { policy } = extras.mtaSts
  return [
    `Serve this text at https://mta-sts.${domain}/.well-known/mta-sts.txt:`,
    "version: STSv1",
    `mode: ${policy?.mode ?? "testing"}`,
    ...new Set(hosts.map(({ host }) => `mx: ${host}`)),
    `max_age: ${Math.max(policy?.maxAge ?? 0, POLICY_SECONDS)}`,
    end
  ].join("\n")
}

const policyFile = (facts: DomainFacts): string =>
  policyText(
    facts,
    `Then publish the TXT record _mta-sts.${facts.domain} with the value "v=STSv1; id=1". Change the id every time you change the text. When TLS reports show no failures, change the mode to "enforce".`
  )

const MTA_STS: Work = { title: "Publish an MTA-STS policy", text: policyFile }

const bimiPrerequisites = ({ dmarc, domain }: DomainFacts): string => {
  const policy = dmarc.effective?.domain ?? "none"
  const ready = (policy === "quarantine" || policy === "reject") && dmarc.effective?.subdomain !== "none"
  return [
    ready
      ? "The DMARC policy meets the requirement."
      : 'First, the DMARC policy of the domain and its subdomains must be "quarantine" or "reject".',
    "The logo must be a square SVG in the Tiny PS profile, at most 32 kB, at an https address.",
    "Gmail and Apple Mail also require a certificate (VMC or CMC) for the logo.",
    `Then publish the TXT record default._bimi.${domain} with the value "v=BIMI1; l=<address of the logo>; a=<address of the certificate>".`
  ].join(" ")
}

const BIMI: Work = { title: "Meet the BIMI requirements", text: bimiPrerequisites }

const POLICY: Work = {
  title: "Serve a valid MTA-STS policy",
  text: (facts) =>
    policyText(
      facts,
      `The web server must have a valid certificate for mta-sts.${facts.domain}, send the content type text/plain, and not redirect. Then change the id of the TXT record at _mta-sts.${facts.domain}.`
    )
}
const STARTTLS: Work = {
  title: "Encrypt incoming email",
  text: () =>
    "Enable STARTTLS on the mail host, with a certificate for its host name from a public CA. TLS 1.2 or later is required."
}
const TLSA: Work = {
  title: "Correct the TLSA records",
  text: () =>
    "Publish 3 1 1 TLSA records with the SHA-256 digest of the mail host's public key. Publish the new record before you change the key."
}
const LOGO: Work = {
  title: "Correct the BIMI logo",
  text: () =>
    "Export the logo as a square SVG in the tiny-ps profile, with a title and without scripts, images or references, and serve it over HTTPS. Gmail and Apple Mail also require a mark certificate."
}

const WORK: Partial<Readonly<Record<FindingCode, Work>>> = {
  domain_not_found: {
    title: "Check the domain name",
    text: ({ domain }) => `${domain} does not exist in DNS. Check the spelling, or register the domain.`
  },
  mx_alias: ALIAS,
  mx_implicit: HOSTS,
  mx_none_resolves: HOSTS,
  mx_all_private: HOSTS,
  mx_private: HOSTS,
  mx_unresolvable: HOSTS,
  mx_address_literal: HOSTS,
  mx_cname: HOSTS,
  mx_reverse: REVERSE,
  spf_pass_all: NAME_SENDERS,
  spf_missing: SPF,
  spf_near_miss: SPF,
  spf_multiple: SPF,
  spf_syntax: SPF,
  spf_loop: SPF,
  spf_no_record: SPF,
  spf_too_many_lookups: SPF,
  spf_too_many_voids: SPF,
  spf_too_many_hosts: SPF,
  spf_budget: SPF,
  spf_ptr: {
    title: 'Replace "ptr" in the SPF record',
    text: () => 'List the addresses of the servers that "ptr" stands for as ip4 and ip6 terms, and then remove it.'
  },
  spf_wide: {
    title: "Allow fewer addresses in the SPF record",
    text: () => "Replace the large networks with the addresses of the servers that send your email."
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
  dkim_only_testing: TEST_MODE,
  dkim_testing: TEST_MODE,
  dkim_dangling: DANGLING,
  dkim_not_published: DANGLING,
  dkim_wildcard: {
    title: "Remove the wildcard below _domainkey",
    text: () => "The wildcard matches every selector. Instead, publish one key for each selector that you use."
  },
  dkim_several_records: {
    title: "Publish one DKIM record for each selector",
    text: () => "Remove the records that your server does not sign with. With several records, the result is undefined."
  },
  listed_tier1: DELIST,
  listed_tier1_shared: DELIST,
  listed_tier2: DELIST,
  listed_tier2_shared: DELIST,
  listed_tier3: DELIST,
  mta_sts_missing: MTA_STS,
  mta_sts_policy: POLICY,
  mta_sts_host: POLICY,
  mta_sts_host_testing: POLICY,
  mta_sts_short: POLICY,
  mta_sts_certificate: STARTTLS,
  mta_sts_no_tls: STARTTLS,
  starttls_missing: STARTTLS,
  starttls_broken: STARTTLS,
  starttls_certificate: STARTTLS,
  dane_mismatch: TLSA,
  dane_unusable: TLSA,
  bimi_missing: BIMI,
  bimi_invalid: BIMI,
  bimi_logo: LOGO,
  bimi_certificate: LOGO
}

const isSerious = (code: FindingCode): boolean => {
  const severity = RUBRIC.get(code)?.severity
  return severity === "critical" || severity === "high"
}

/**
 * Returns the manual work that a finding requires. If the domain itself is an alias, MX and SPF records cannot be
 * published there, so the alias must be removed first.
 */
const workFor = ({ mx }: DomainFacts, code: FindingCode): Work | undefined => {
  const component = RUBRIC.get(code)?.component
  const needsName = ((component === "mx" || component === "spf") && isSerious(code)) || code === "dmarc_misplaced"
  return mx.alias !== null && needsName ? ALIAS : WORK[code]
}

/** Returns the manual steps for findings that no record can clear, one step for each kind of work. */
export const personSteps = (
  facts: DomainFacts,
  findings: ReadonlyArray<FindingData>,
  cleared: ReadonlySet<FindingCode> = new Set()
): ReadonlyArray<RepairStep> => {
  const all = [...new Set(findings.map(({ code }) => code))].filter((code) => !cleared.has(code))
  const codes = all.includes("domain_not_found") ? all.filter((code) => code === "domain_not_found") : all
  // If the SPF record allows everybody, the step for listing the domain's senders also replaces a broken record.
  const workOf = (code: FindingCode): Work | undefined => {
    const work = workFor(facts, code)
    return work === SPF && codes.includes("spf_pass_all") ? NAME_SENDERS : work
  }
  const works = [...new Set(codes.map(workOf))].filter((work) => work !== undefined)
  return works.map((work) => ({
    kind: "person",
    title: work.title,
    text: work.text(facts),
    records: [],
    findings: codes.filter((code) => workOf(code) === work),
    announces: []
  }))
}
