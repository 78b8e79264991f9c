import { ADDRESS_BITS, type Cidr, formatCidr, formatIpAddress, makeAddressPolicy, mergeCidrs } from "@mon/public-net"
import type { DomainFacts } from "../assessment/Assessment.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { MAX_LOOKUP_TERMS } from "../spf/SpfLimits.ts"
import { type Mechanism, type Modifier, parseSpf } from "../spf/SpfRecord.ts"
import { passingNetworks, type ResolvedNode, type ResolvedTerm } from "../spf/SpfTree.ts"
import { PROVIDER_INCLUDES, suggestSpf } from "./suggestSpf.ts"
import type { Change } from "./RepairPlan.ts"

/** The record length that is safe within a 512-octet answer (RFC 7208 section 3.4). */
const SAFE_OCTETS = 450
/** The most networks that a flattened record lists. */
const MAX_NETWORKS = 400

/** A term of the new record with what it costs. */
interface Part {
  readonly text: string
  readonly lookups: number
  /** The networks that can stand in for the term; null if the term cannot be flattened. */
  readonly networks: ReadonlyArray<Cidr> | null
}

/** The new record, the records that it includes, and what was done. */
export interface SpfRepair {
  readonly text: string
  readonly changes: ReadonlyArray<Change>
  /** Sentences that explain the new record. */
  readonly notes: ReadonlyArray<string>
  readonly lookups: number
}

const networkTerm = (cidr: Cidr): string =>
  `ip${cidr.address.family}:${
    cidr.prefix === ADDRESS_BITS[cidr.address.family] ? formatIpAddress(cidr.address) : formatCidr(cidr)
  }`

const POLICY = makeAddressPolicy()
const INSIDE: ReadonlySet<string> = new Set(["private-use", "loopback", "link-local", "unique-local"])

/** Whether a network lies inside somebody's own network, where no receiver can see it. */
const isInside = ({ network }: Mechanism): boolean => {
  if (network === null || network.prefix === 0) return false
  const verdict = POLICY.classify(formatIpAddress(network.address))
  return !verdict.public && INSIDE.has(verdict.use)
}

const isEverything = ({ network }: Mechanism): boolean => network !== null && network.prefix === 0

const BROKEN: ReadonlySet<string> = new Set(["none", "multiple", "syntax", "loop", "cut"])

/** Whether a branch makes receivers give up. */
const isBroken = (node: ResolvedNode): boolean =>
  BROKEN.has(node.status) ||
  node.resolved.some(({ child, tooManyHosts }) => tooManyHosts || (child !== null && isBroken(child)))

/** Whether the networks of a branch are complete: nothing depends on the message, and everything was answered. */
const isComplete = (node: ResolvedNode): boolean =>
  node.status === "ok" &&
  node.failure === null &&
  node.resolved.every(
    ({ term, name, failure, child }) =>
      name !== null &&
      failure === null &&
      !(term.kind === "mechanism" && (term.name === "exists" || term.name === "ptr")) &&
      (child === null || isComplete(child))
  )

/** A branch denies some servers before others pass, which a list of networks cannot say. */
const denies = (node: ResolvedNode): boolean =>
  (node.parsed?.mechanisms ?? []).some(({ name, qualifier }) => qualifier !== "+" && name !== "all") ||
  node.resolved.some(({ child }) => child !== null && denies(child))

const flattenable = (term: ResolvedTerm): ReadonlyArray<Cidr> | null => {
  const { child, term: source } = term
  if (source.kind === "mechanism" && source.qualifier !== "+") return null
  if (child !== null) return isComplete(child) && !denies(child) ? passingNetworks(child) : null
  const isHost = source.kind === "mechanism" && (source.name === "a" || source.name === "mx")
  return isHost && term.failure === null && !term.tooManyHosts ? term.networks : null
}

const isVoid = ({ void: empty, failure, child, name }: ResolvedTerm): boolean =>
  child === null && name !== null && failure === null && empty[4] && empty[6]

interface Kept {
  readonly parts: ReadonlyArray<Part>
  readonly notes: ReadonlyArray<string>
}

/** What stays of a term that queries the DNS. */
const keepLookup = (resolved: ResolvedTerm): Kept => {
  const { child, text, lookups, term } = resolved
  if (isVoid(resolved) && !(term.kind === "mechanism" && (term.name === "exists" || term.name === "ptr")))
    return { parts: [], notes: [`"${text}" finds no records, so it is left out.`] }
  const same = { parts: [{ text, lookups, networks: flattenable(resolved) }], notes: [] }
  if (child === null) return same
  if (child.status === "none") return { parts: [], notes: [`"${text}" leads to no SPF record, so it is left out.`] }
  if (child.status === "loop") return { parts: [], notes: [`"${text}" leads back to this record, so it is left out.`] }
  if (!isBroken(child)) return same
  const networks = mergeCidrs(passingNetworks(child)).slice(0, MAX_NETWORKS)
  return {
    parts: networks.map((network) => ({ text: networkTerm(network), lookups: 0, networks: null })),
    notes: [
      `The record behind "${text}" is broken, and only the owner of ${child.domain} can repair it. ${
        networks.length === 0 ? "It is left out." : "Its networks are listed instead."
      }`
    ]
  }
}

const keepMechanism = (node: ResolvedNode, mechanism: Mechanism): Kept => {
  if (mechanism.name === "all" || isEverything(mechanism)) return { parts: [], notes: [] }
  if (isInside(mechanism))
    return { parts: [], notes: [`"${mechanism.text}" is a private network, which no receiver can see.`] }
  const resolved = node.resolved.find(({ term }) => term === mechanism)
  return resolved === undefined
    ? { parts: [{ text: mechanism.text, lookups: 0, networks: null }], notes: [] }
    : keepLookup(resolved)
}

const once = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => [
  ...new Map(parts.map((part) => [part.text.toLowerCase().replace(/^\+/, ""), part])).values()
]

const total = (parts: ReadonlyArray<Part>): number => parts.reduce((sum, { lookups }) => sum + lookups, 0)

/** Replaces branches by their networks, the cheapest saving first, until the record is within the limit. */
const flatten = (parts: ReadonlyArray<Part>, spare: number): Kept => {
  let kept = parts
  const notes: Array<string> = []
  while (total(kept) + spare > MAX_LOOKUP_TERMS) {
    const candidates = kept.flatMap((part) =>
      part.networks === null || part.lookups === 0 || part.networks.length > MAX_NETWORKS ? [] : [part]
    )
    const [best] = candidates.toSorted(
      (a, b) => (a.networks?.length ?? 0) / a.lookups - (b.networks?.length ?? 0) / b.lookups || b.lookups - a.lookups
    )
    if (best === undefined) break
    const networks = mergeCidrs(best.networks ?? [])
    notes.push(
      `"${best.text}" costs ${best.lookups} lookups. Its ${networks.length} networks are listed instead. Update them when the owner changes them.`
    )
    kept = once(
      kept.flatMap((part) =>
        part === best ? networks.map((network) => ({ text: networkTerm(network), lookups: 0, networks: null })) : [part]
      )
    )
  }
  return { parts: kept, notes }
}

const ALL_OF = { pass: "~all", neutral: "~all", softfail: "~all", fail: "-all" } as const

/** The end of the new record. A record that allows everybody, or decides nothing, ends in "~all". */
const endOf = (node: ResolvedNode): string => {
  const all = node.parsed?.mechanisms.find(({ name }) => name === "all")
  if (all === undefined) return "~all"
  return all.qualifier === "-" ? ALL_OF.fail : ALL_OF.softfail
}

/** The include of the mailbox provider, for a record that allowed everybody; the draft names the other servers. */
const providerInclude = ({ mx }: DomainFacts): ReadonlyArray<Part> => {
  const include = mx.provider === null ? undefined : PROVIDER_INCLUDES[mx.provider.id]
  return include === undefined ? [] : [{ text: `include:${include}`, lookups: 1, networks: null }]
}

const split = (terms: ReadonlyArray<string>, fixed: number): ReadonlyArray<ReadonlyArray<string>> => {
  const groups: Array<Array<string>> = [[]]
  let octets = fixed
  for (const term of terms) {
    if (octets + term.length + 1 > SAFE_OCTETS) {
      groups.push([])
      octets = "v=spf1 -all".length
    }
    groups.at(-1)?.push(term)
    octets += term.length + 1
  }
  return groups
}

/** The most records that a long list is split into. */
const MAX_LISTS = 8

/** The terms within the limits of lookups and length; each list of networks costs one lookup more. */
const fit = (
  domain: string,
  parts: ReadonlyArray<Part>,
  behind: number,
  end: string,
  modifiers: ReadonlyArray<string>
) => {
  const attempt = (lists: number) => {
    const flat =
      total(parts) + behind + lists > MAX_LOOKUP_TERMS ? flatten(parts, behind + lists) : { parts, notes: [] }
    const laidOut = layOut(domain, flat.parts, end, modifiers)
    return { flat, laidOut, lookups: total(flat.parts) + behind + laidOut.extra }
  }
  const attempts = Array.from({ length: MAX_LISTS + 1 }, (_, lists) => lists)
  const fitting = attempts.find((lists) => attempt(lists).lookups <= MAX_LOOKUP_TERMS)
  return attempt(fitting ?? MAX_LISTS)
}

const FINDINGS: ReadonlyArray<FindingCode> = ["spf_too_long", "spf_long", "spf_too_many_lookups"]

const isNetwork = ({ text }: Part): boolean => /^ip[46]:/i.test(text)

/** Moves networks into records of their own when the record is too long for one answer. */
const layOut = (domain: string, parts: ReadonlyArray<Part>, end: string, rest: ReadonlyArray<string>) => {
  const text = ["v=spf1", ...parts.map((part) => part.text), ...rest, end].filter((term) => term !== "").join(" ")
  if (text.length <= SAFE_OCTETS) return { text, changes: [], extra: 0 }
  const others = parts.filter((part) => !isNetwork(part)).map((part) => part.text)
  const groups = split(
    parts.filter(isNetwork).map((part) => part.text),
    "v=spf1 -all".length
  )
  const names = groups.map((_, index) => `_spf-ip${index + 1}.${domain}`)
  const changes = groups.map((terms, index): Change => ({
    type: "TXT",
    host: names[index] ?? domain,
    values: [["v=spf1", ...terms, "-all"].join(" ")],
    replaces: [],
    findings: FINDINGS
  }))
  const main = ["v=spf1", ...others, ...names.map((name) => `include:${name}`), ...rest, end]
  return { text: main.filter((term) => term !== "").join(" "), changes, extra: groups.length }
}

const modifiersOf = (node: ResolvedNode): ReadonlyArray<Modifier> =>
  (node.parsed?.terms ?? []).flatMap((term) => (term.kind === "modifier" && term.name !== "redirect" ? [term] : []))

const changeTo = (facts: DomainFacts, text: string, findings: ReadonlyArray<FindingCode>): Change => ({
  type: "TXT",
  host: facts.domain,
  values: [text],
  replaces: [...facts.spf.records, ...facts.spf.nearMisses].filter((old) => old !== text),
  findings
})

/**
 * The SPF record that clears the findings, or null when nothing needs to change. Terms that make receivers give up are
 * left out, branches beyond the limit of lookups are flattened, and the networks of a long record move into records of
 * their own. The new record allows every server that passes today.
 */
export const repairSpf = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): SpfRepair | null => {
  const { spf, domain } = facts
  if (codes.length === 0 || spf.tree.status === "unknown") return null
  const node = spf.draft ?? spf.root
  if (node.parsed === null || node.parsed.errors.length > 0) {
    if (spf.records.length > 0) return null
    const text = suggestSpf(facts)
    return { text, notes: [], lookups: 0, changes: [changeTo(facts, text, codes)] }
  }
  const all = node.parsed.mechanisms.findIndex(({ name }) => name === "all")
  const used = all < 0 ? node.parsed.mechanisms : node.parsed.mechanisms.slice(0, all)
  const open = codes.includes("spf_pass_all")
  const named = open ? providerInclude(facts) : []
  // The mail hosts of a provider receive email. Its include lists the servers that send.
  const hadMx = spf.root.parsed?.mechanisms.some(({ name }) => name === "mx") === true
  const kept = used.map((mechanism) => keepMechanism(node, mechanism))
  const redirect = node.resolved.find(({ term }) => term === node.parsed?.redirect)
  const redirected = redirect === undefined ? null : keepLookup(redirect)
  // A redirect that leads nowhere, or that has to be flattened, ends here.
  const follows = redirect !== undefined && redirected?.parts[0]?.text === redirect.text
  const parts = once([
    ...kept.flatMap((part) => part.parts),
    ...(follows ? [] : (redirected?.parts ?? [])),
    ...named
  ]).filter(({ text }) => text !== "mx" || named.length === 0 || hadMx)
  // A record that allowed everybody needs its owner, unless mail hosts show who sends.
  if (open && !facts.mx.hosts.some(({ addresses, provider }) => addresses.length > 0 || provider !== null)) return null
  const behind = follows ? (redirect?.lookups ?? 0) : 0
  const end = follows ? (redirect?.text ?? "") : endOf(node)
  const modifiers = modifiersOf(node).map(({ text }) => text)
  const { flat, laidOut, lookups } = fit(domain, parts, behind, end, modifiers)
  if (parseSpf(laidOut.text).errors.length > 0 || (lookups > MAX_LOOKUP_TERMS && lookups >= spf.lookups)) return null
  if (laidOut.text === spf.record) return null
  return {
    text: laidOut.text,
    lookups,
    notes: [...kept, ...(redirected === null ? [] : [redirected]), flat].flatMap(({ notes }) => notes),
    changes: [changeTo(facts, laidOut.text, codes), ...laidOut.changes]
  }
}
