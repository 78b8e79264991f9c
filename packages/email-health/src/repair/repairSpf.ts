import { type DomainFacts, isUnused } from "../assessment/Assessment.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { MAX_LOOKUP_TERMS, MAX_VOID_LOOKUPS } from "../spf/SpfLimits.ts"
import { namesPrivateNetwork } from "../spf/privateNetworks.ts"
import { hasSwallowedAll, swallowedEnds } from "../spf/SpfCorrection.ts"
import { parseSpf } from "../spf/SpfRecord.ts"
import { nodesOf, openFamilies, otherwiseOf, type ResolvedNode } from "../spf/SpfTree.ts"
import { lostNames } from "../spf/voidTerms.ts"
import { layOutSpf, type SpfLayout } from "./spfLayout.ts"
import { type Kept, keepModifiers, keepRedirect, keepTerms, once, opensBeforeItBreaks, type Part } from "./spfTerms.ts"
import { ownServers, suggestSpf } from "./suggestSpf.ts"
import type { Change } from "./RepairPlan.ts"

export interface SpfRepair {
  /** The changes. The change of the domain's own record comes first. */
  readonly changes: ReadonlyArray<Change>
  readonly notes: ReadonlyArray<string>
  /** Whether the published record allows everybody and the new record does not. */
  readonly closes: boolean
}

/** The record lengths, in octets, above which there are findings (RFC 7208 section 3.4). */
const SAFE_OCTETS = 450
const ANSWER_OCTETS = 512

/**
 * Whether receivers can use the published record. A record does not count as usable if "-all" was read as part of its
 * last name.
 */
const worksToday = ({ spf }: DomainFacts): boolean =>
  spf.record !== null && spf.breaks.length === 0 && !hasSwallowedAll(spf.record)

/**
 * Whether every server passes SPF today. If so, a new record that lists servers makes email from all other servers
 * fail, and only the owner knows which servers send the domain's email.
 */
const allowsEverybody = (facts: DomainFacts): boolean => {
  const { root } = facts.spf
  return openFamilies(root).length > 0 && (worksToday(facts) || opensBeforeItBreaks(root))
}

/**
 * Whether receivers may act on email that fails DMARC. With relaxed alignment, email from the organization and from
 * names below the domain also depends on this domain's SPF record.
 */
const isEnforced = ({ dmarc: { effective, organizationPolicy, status } }: DomainFacts): boolean =>
  status === "unknown" ||
  [organizationPolicy ?? "none", ...Object.values(effective ?? {})].some((policy) => policy !== "none")

/**
 * Returns the record on which the repair is based. For a domain that sends no email, returns the published record, so
 * that the correction of a mistake cannot allow servers to send for the domain.
 */
const startOf = (facts: DomainFacts): ResolvedNode | null => {
  const { spf } = facts
  const node = isUnused(facts) ? spf.root : (spf.draft ?? spf.root)
  return node.parsed === null || node.parsed.errors.length > 0 ? null : node
}

const NOTHING: Kept = { parts: [], notes: [], lost: false }

const ownPart = (facts: DomainFacts): ReadonlyArray<Part> => {
  const text = ownServers(facts)
  const own = facts.mx.ownAddresses.map(({ address }) => (address.includes(":") ? 6 : 4))
  const voidsOf = (family: 4 | 6): number => (text === "a" && !own.includes(family) ? 1 : 0)
  return text === null
    ? []
    : [{ text, lookups: 1, voids: voidsOf(4), voids6: voidsOf(6), networks: null, inner: null, wide: false }]
}

interface Composed extends SpfLayout {
  readonly kept: Kept
}

/**
 * Returns the last term of the new record. The last term is "-all" only if the owner meant "-all", and if receivers
 * apply "-all" today or no term was lost. In all other cases, "-all" would make receivers reject servers that they do
 * not reject today.
 */
const endOf = (facts: DomainFacts, node: ResolvedNode | null, lost: boolean): "-all" | "~all" => {
  if (allowsEverybody(facts)) return "~all"
  const meant = node === null ? null : otherwiseOf(node)
  const { otherwise, root, voids } = facts.spf
  // The query for a term with macros finds no record if the macros do not match the server. Such a query counts towards
  // the limit.
  const asked = nodesOf(root).flatMap(({ resolved }) => resolved.filter(({ name }) => name === null)).length
  const mayBreak = asked > 0 && voids.length + asked > MAX_VOID_LOOKUPS
  const failsToday = worksToday(facts) && otherwise === "fail" && !mayBreak
  return meant === "fail" && (failsToday || !lost) ? "-all" : "~all"
}

/** Explains why the owner's "-all" had no effect, and when the owner can publish it again. */
const swallowedNotes = ({ spf }: DomainFacts, end: "-all" | "~all"): ReadonlyArray<string> =>
  (spf.record === null ? [] : swallowedEnds(spf.record)).map(
    (term) =>
      `In "${term}", "-all" has no space before it, so receivers read it as part of the name.${end === "-all" ? "" : ' End the record in "-all" again when it names all your servers.'}`
  )

/** Whether names without IPv6 addresses make receivers reject the domain's IPv6 senders. */
const breaksIpv6 = ({ spf }: DomainFacts): boolean =>
  [spf.root, ...(spf.draft === null ? [] : [spf.draft])].some((root) =>
    lostNames(root, spf.voids).some(({ families }) => !families.includes(4))
  )

const composeSpf = (facts: DomainFacts): Composed => {
  const { spf, domain } = facts
  const node = startOf(facts)
  const terms = (node === null ? null : keepTerms(node, null)) ?? NOTHING
  const redirect = (node === null ? null : keepRedirect(node)) ?? NOTHING
  const lost = node === null || spf.incompleteCorrection || terms.lost || redirect.lost
  const end = endOf(facts, node, lost)
  const open = allowsEverybody(facts)
  const named = once([...terms.parts, ...redirect.parts]).filter(({ wide }) => !open || !wide)
  const isClosed = ["fail", "softfail"].includes((node && otherwiseOf(node)) ?? "")
  const unnamed =
    open || spf.otherwise === "pass" || (named.length === 0 && (!isClosed || (lost && !worksToday(facts))))
  const parts = unnamed ? once([...named, ...ownPart(facts)]) : named
  const modifiers = node === null ? [] : keepModifiers(node)
  const layout = layOutSpf(domain, parts, [...modifiers, end], breaksIpv6(facts))
  const kept = { parts, notes: [...swallowedNotes(facts, end), ...terms.notes, ...redirect.notes], lost }
  return { ...layout, text: withRedirect(layout.text, node, end, lost), kept }
}

/** Restores a redirect if the record to which it leads ends in the same way as the new record. */
const withRedirect = (text: string, node: ResolvedNode | null, end: "-all" | "~all", lost: boolean): string => {
  const redirect = node?.parsed?.redirect ?? null
  const resolved = node?.resolved.find(({ term }) => term === redirect)
  if (redirect === null || resolved?.child == null) return text
  const include = ` include:${resolved.name ?? redirect.value.text}`
  const meant = otherwiseOf(resolved.child)
  const same = meant === null ? !lost : meant === (end === "-all" ? "fail" : "softfail")
  const before = text.slice(0, -end.length - 1)
  if (!same || !before.includes(include) || parseSpf(before).mechanisms.at(-1)?.text !== include.trim()) return text
  return before.replace(include, ` ${redirect.text}`)
}

/** Returns a draft of a new record, for the owner of a record that allows everybody. */
export const draftSpf = (facts: DomainFacts): string => composeSpf(facts).text

const clears = (code: FindingCode, { lookups, text, voids }: SpfLayout): boolean => {
  if (code === "spf_too_many_lookups") return lookups <= MAX_LOOKUP_TERMS
  if (code === "spf_void") return voids === 0
  if (code === "spf_voids_near") return voids < MAX_VOID_LOOKUPS
  if (code === "spf_private") return !parseSpf(text).mechanisms.some(namesPrivateNetwork)
  if (code === "spf_long") return text.length <= SAFE_OCTETS
  return code !== "spf_too_long" || text.length <= ANSWER_OCTETS
}

const changeTo = (facts: DomainFacts, text: string, findings: ReadonlyArray<FindingCode>): Change => {
  const senderId = facts.texts.filter((old) => /^spf2\.0\//i.test(old))
  const old = [...facts.spf.records, ...facts.spf.nearMisses]
  return {
    type: "TXT",
    host: facts.domain,
    values: old.length === 1 && old[0] === text ? [] : [text],
    replaces: [...old.filter((value) => value !== text), ...senderId],
    findings
  }
}

const onlySenderId = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): SpfRepair | null =>
  codes.includes("spf_sender_id") && facts.spf.record !== null
    ? { changes: [changeTo(facts, facts.spf.record, ["spf_sender_id"])], notes: [], closes: false }
    : null

/**
 * Returns the SPF record that clears the findings, or null if nothing needs to change or only the owner knows the
 * change. The record leaves out terms that make receivers give up. It contains the networks of branches that exceed the
 * limits instead of these branches, and moves the networks of a long record to separate records. Every server that
 * passes today also passes with the new record, and the new record rejects no server that is not rejected today. If the
 * old record allows everybody, only the second rule applies: such a record is replaced only while no policy makes
 * receivers act on email that fails.
 */
export const repairSpf = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): SpfRepair | null => {
  const { spf } = facts
  if (codes.length === 0 || spf.tree.status === "unknown") return null
  const closes = allowsEverybody(facts)
  if (closes && isEnforced(facts)) return onlySenderId(facts, codes)
  if (spf.records.length === 0 && spf.draft === null)
    return { notes: [], changes: [changeTo(facts, suggestSpf(facts), codes)], closes: false }
  const composed = composeSpf(facts)
  const fits = composed.lookups <= MAX_LOOKUP_TERMS && composed.voids <= MAX_VOID_LOOKUPS
  if (!fits || parseSpf(composed.text).errors.length > 0 || composed.text === spf.record)
    return onlySenderId(facts, codes)
  const cleared = codes.filter((code) => clears(code, composed))
  if (cleared.length === 0) return null
  return {
    notes: [...composed.kept.notes, ...composed.notes],
    closes,
    changes: [
      changeTo(facts, composed.text, cleared),
      ...composed.changes.map((list) => ({ ...list, findings: list.findings.filter((code) => cleared.includes(code)) }))
    ]
  }
}
