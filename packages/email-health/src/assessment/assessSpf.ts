import { type Cidr, countAddresses } from "@mon/public-net/policy"
import { findDuplicates } from "../findDuplicates.ts"
import { finding, type FindingData } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { MAX_LOOKUP_TERMS, MAX_VOID_LOOKUPS } from "../spf/SpfLimits.ts"
import { namesPrivateNetwork } from "../spf/privateNetworks.ts"
import { networkHasHostBits, type SpfRecord } from "../spf/SpfRecord.ts"
import { isSlip } from "../spf/SpfCorrection.ts"
import { openFamilies, type SpfNode } from "../spf/SpfTree.ts"
import { lostNames } from "../spf/voidTerms.ts"
import { type DomainFacts, type Assessment, unanswered } from "./Assessment.ts"
import type { SpfAnalysis, SpfPermerrorCause } from "../spf/SpfAnalysis.ts"

/** The longest record, in octets, that is safe within a 512-octet answer (RFC 7208 section 3.4). */
const SAFE_OCTETS = 450
const ANSWER_OCTETS = 512
/**
 * The most IPv4 addresses that a record's own networks may contain, as many as a /12. Larger networks are probably a
 * mistake.
 */
const WIDE = 2n ** 20n
/**
 * The most octets of TXT data that fit in a UDP answer (RFC 9715 section 3.1 recommends 1400; the usual EDNS size is
 * 1232).
 */
const UDP_OCTETS = 1232
const NEAR = [9, 10]
const MANY = 8

const BREAKS: { readonly [Code in Exclude<SpfPermerrorCause, "syntax">]: FindingCode } = {
  multiple: "spf_multiple",
  loop: "spf_loop",
  no_record: "spf_no_record",
  too_many_lookups: "spf_too_many_lookups",
  too_many_voids: "spf_too_many_voids",
  too_many_hosts: "spf_too_many_hosts"
}

const errorsIn = (node: SpfNode): ReadonlyArray<FindingData> => [
  ...node.errors
    .slice(0, 10)
    .map(({ offset, term, message }) => finding("spf_syntax", { at: node.domain, offset, term, detail: message })),
  ...node.children.flatMap(errorsIn)
]

const clientsOf = (lost: SpfAnalysis["voids"]): string =>
  lost.every(({ families }) => families.includes(4)) ? "" : " for senders with IPv6"

const breaks = (spf: SpfAnalysis): ReadonlyArray<FindingData> => [
  ...errorsIn(spf.tree),
  ...spf.breaks.flatMap(({ code, at, detail }) => {
    if (code === "syntax") return []
    const lost = lostNames(spf.root, spf.voids)
    const count = code === "multiple" ? spf.records.length : code === "too_many_voids" ? lost.length : spf.lookups
    return [
      finding(BREAKS[code], {
        at,
        detail,
        count,
        domain: at,
        names: lost.map(({ name }) => name).join(", "),
        clients: clientsOf(lost)
      })
    ]
  })
]

const ending = ({ domain, spf, dmarc }: DomainFacts): ReadonlyArray<FindingData> => {
  const { otherwise, parsed, root } = spf
  if (parsed === null) return []
  const open = openFamilies(root)
  if (open.length > 0) return [finding("spf_pass_all", { domain, clients: open.includes(4) ? "" : " with IPv6" })]
  const ended = parsed.redirect !== null || parsed.mechanisms.some(({ name }) => name === "all")
  if (otherwise === "neutral") return [finding(ended ? "spf_neutral" : "spf_no_all", { domain })]
  // If DMARC is unknown, a policy may exist, so the policy counts as enforced.
  const enforced = dmarc.status === "unknown" || (dmarc.effective !== null && dmarc.effective.domain !== "none")
  return otherwise === "softfail" ? [finding(enforced ? "spf_softfail" : "spf_softfail_alone", { domain })] : []
}

const ownNetworks = ({ mechanisms }: SpfRecord): ReadonlyArray<Cidr> =>
  mechanisms.flatMap(({ network, qualifier }) =>
    network !== null && qualifier === "+" && network.prefix > 0 ? [network] : []
  )

const repeatedTerms = ({ mechanisms }: SpfRecord): ReadonlyArray<string> =>
  findDuplicates(mechanisms.map(({ text }) => text.toLowerCase().replace(/^\+/, "")))

const style = (parsed: SpfRecord): ReadonlyArray<FindingData> => {
  const all = parsed.mechanisms.findIndex(({ name }) => name === "all")
  const mistakes = parsed.terms.filter(isSlip)
  const octets = parsed.text.length
  const wide = countAddresses(ownNetworks(parsed), 4)
  return [
    ...mistakes.map(({ text }) => finding("spf_slip", { term: text })),
    ...(all < 0 ? [] : parsed.mechanisms.slice(all + 1))
      .slice(0, 3)
      .map(({ text }) => finding("spf_after_all", { term: text })),
    ...(all >= 0 && parsed.terms.some(({ kind, name }) => kind === "modifier" && name === "redirect")
      ? [finding("spf_redirect_ignored")]
      : []),
    ...repeatedTerms(parsed)
      .slice(0, 5)
      .map((term) => finding("spf_duplicate", { term })),
    ...parsed.mechanisms
      .filter(namesPrivateNetwork)
      .slice(0, 5)
      .map(({ text }) => finding("spf_private", { term: text })),
    ...parsed.mechanisms
      .filter(networkHasHostBits)
      .slice(0, 5)
      .map(({ text }) => finding("spf_host_bits", { term: text })),
    ...(wide > WIDE ? [finding("spf_wide", { count: String(wide) })] : []),
    ...(octets > ANSWER_OCTETS
      ? [finding("spf_too_long", { count: octets })]
      : octets > SAFE_OCTETS
        ? [finding("spf_long", { count: octets })]
        : [])
  ]
}

const nodes = (node: SpfNode): ReadonlyArray<SpfNode> => [node, ...node.children.flatMap(nodes)]

const limits = (spf: SpfAnalysis): ReadonlyArray<FindingData> => {
  const values = { count: spf.lookups }
  const lost = spf.voids.filter(({ families }) => families.includes(4))
  const near = lostNames(spf.root, spf.voids)
  const pointers = nodes(spf.tree).flatMap(({ domain, terms }) =>
    terms.filter(({ text }) => /^[+?~-]?ptr(?:[:/]|$)/i.test(text)).map(({ text }) => ({ at: domain, term: text }))
  )
  return [
    ...(NEAR.includes(spf.lookups)
      ? [finding("spf_lookups_near", values)]
      : spf.lookups === MANY
        ? [finding("spf_lookups_many", values)]
        : []),
    ...(near.length === MAX_VOID_LOOKUPS
      ? [finding("spf_voids_near", { names: near.map(({ name }) => name).join(", "), clients: clientsOf(near) })]
      : []),
    ...lost.slice(0, MAX_LOOKUP_TERMS).map(({ domain, term }) => finding("spf_void", { at: domain, term })),
    ...pointers.slice(0, 3).map((pointer) => finding("spf_ptr", pointer))
  ]
}

const absent = ({ domain, spf }: DomainFacts): ReadonlyArray<FindingData> => [
  finding("spf_missing", { domain }),
  ...spf.nearMisses.slice(0, 3).map((text) => finding("spf_near_miss", { record: text }))
]

export const assessSpf = (facts: DomainFacts): Assessment => {
  const { domain, spf, texts } = facts
  const failures = unanswered(spf.unanswered, "spf_unanswered", "spf_budget")
  const senderId = texts.some((text) => /^spf2\.0\//i.test(text)) ? [finding("spf_sender_id")] : []
  const octets = texts.reduce((sum, text) => sum + text.length, 0)
  const large = octets > UDP_OCTETS ? [finding("spf_large_answer", { domain, count: octets })] : []
  if (spf.tree.status === "unknown") return { findings: failures, known: false }
  if (spf.records.length === 0) return { findings: [...absent(facts), ...senderId, ...large, ...failures], known: true }
  const broken = breaks(spf)
  const valid = spf.parsed !== null && spf.parsed.errors.length === 0
  const details = valid && spf.parsed !== null ? [...style(spf.parsed), ...limits(spf)] : []
  // A definite error makes the result certain, even if other parts of the include tree are unknown.
  return {
    findings: [...broken, ...ending(facts), ...details, ...senderId, ...large, ...failures],
    known: broken.length > 0 || spf.unanswered.length === 0
  }
}
