import { ADDRESS_BITS, type Cidr, formatCidr, formatIpAddress, mergeCidrs } from "@mon/public-net/policy"
import { isSlip } from "../spf/SpfCorrection.ts"
import { isPrivateNetwork } from "../spf/privateNetworks.ts"
import type { Mechanism, Modifier } from "../spf/SpfRecord.ts"
import { areWide, networksOfTerm, passingNetworks, type ResolvedNode, type ResolvedTerm } from "../spf/SpfTree.ts"

export const MAX_NETWORKS = 400

export interface Part {
  readonly text: string
  readonly lookups: number
  /** The number of names in the term's branch that have no records for IPv4 clients. */
  readonly voids: number
  /**
   * The number of names in the term's branch that have no records for IPv6 clients. Default: the number for IPv4
   * clients.
   */
  readonly voids6?: number
  /** The networks that can replace the term; null if the term cannot be flattened. */
  readonly networks: ReadonlyArray<Cidr> | null
  /** The terms of the included record, if they can replace the include and save a lookup; otherwise null. */
  readonly inner: ReadonlyArray<Part> | null
  /** Whether the term allows more addresses than any owner of mail servers can have. */
  readonly wide: boolean
}

/** The parts of the new record that replace one or more terms of the old record. */
export interface Kept {
  readonly parts: ReadonlyArray<Part>
  readonly notes: ReadonlyArray<string>
  /** Whether the new record may lack servers that the owner wanted to allow. */
  readonly lost: boolean
}

const isEverything = ({ prefix }: Cidr): boolean => prefix === 0

const plain = (text: string, networks: ReadonlyArray<Cidr>): Part => ({
  text,
  lookups: 0,
  voids: 0,
  networks: null,
  inner: null,
  wide: areWide(networks)
})

const networkTerm = (cidr: Cidr): string =>
  `ip${cidr.address.family}:${
    cidr.prefix === ADDRESS_BITS[cidr.address.family] ? formatIpAddress(cidr.address) : formatCidr(cidr)
  }`

/** Converts networks to terms. Merges the networks, and leaves out private networks, which receivers never see. */
export const networkParts = (networks: ReadonlyArray<Cidr>): ReadonlyArray<Part> =>
  mergeCidrs(networks.filter((network) => !isPrivateNetwork(network))).map((network) =>
    plain(networkTerm(network), [network])
  )

const BROKEN: ReadonlySet<string> = new Set(["none", "multiple", "syntax", "loop", "cut"])

/** Whether a branch contains an error at which receivers stop the evaluation. */
const isBroken = (node: ResolvedNode): boolean =>
  BROKEN.has(node.status) ||
  node.resolved.some(({ child, tooManyHosts }) => tooManyHosts || (child !== null && isBroken(child)))

/** Whether the networks of a branch are complete: no term depends on the message, and the DNS answered every query. */
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

/**
 * Whether every IPv4 server passes before receivers reach a term at which they stop the evaluation. Receivers evaluate
 * terms from left to right, and the first match decides (RFC 7208 section 4.6.2).
 */
export const opensBeforeItBreaks = (node: ResolvedNode): boolean => {
  if (node.parsed === null || node.status !== "ok") return false
  const allowed: Array<Cidr> = []
  const isOpen = (): boolean => mergeCidrs(allowed).some(isEverything)
  for (const mechanism of node.parsed.mechanisms) {
    const resolved = node.resolved.find(({ term }) => term === mechanism)
    const child = resolved?.child ?? null
    if (mechanism.name === "all") return mechanism.qualifier === "+" || isOpen()
    if (child !== null && opensBeforeItBreaks(child)) return mechanism.qualifier === "+" || isOpen()
    if (resolved?.tooManyHosts === true || (child !== null && isBroken(child))) return isOpen()
    if (mechanism.qualifier === "+") allowed.push(...networksOfTerm(node, mechanism))
  }
  if (isOpen()) return true
  const target = node.resolved.find(({ term }) => term === node.parsed?.redirect)?.child ?? null
  return target !== null && opensBeforeItBreaks(target)
}

const usedMechanisms = ({ parsed }: ResolvedNode): ReadonlyArray<Mechanism> => {
  const mechanisms = parsed?.mechanisms ?? []
  const all = mechanisms.findIndex(({ name }) => name === "all")
  return all < 0 ? mechanisms : mechanisms.slice(0, all)
}

/** Whether a branch denies some servers before other servers pass. A list of networks cannot express this. */
const denies = (node: ResolvedNode): boolean =>
  usedMechanisms(node).some(({ qualifier }) => qualifier !== "+") ||
  node.resolved.some(({ child }) => child !== null && denies(child))

const isHost = ({ term }: ResolvedTerm): boolean =>
  term.kind === "mechanism" && (term.name === "a" || term.name === "mx")

const flattenable = (resolved: ResolvedTerm): ReadonlyArray<Cidr> | null => {
  const { child, failure, networks, term, tooManyHosts } = resolved
  if (term.kind === "mechanism" && term.qualifier !== "+") return null
  if (child !== null) return isComplete(child) && !denies(child) ? passingNetworks(child) : null
  return isHost(resolved) && failure === null && !tooManyHosts ? networks : null
}

const isVoidFor = (family: 4 | 6, { void: empty, failure, child, name }: ResolvedTerm): boolean =>
  child === null && name !== null && failure === null && empty[family]

const voidsIn = (node: ResolvedNode, family: 4 | 6): number =>
  node.resolved.reduce(
    (sum, term) => sum + (isVoidFor(family, term) ? 1 : 0) + (term.child ? voidsIn(term.child, family) : 0),
    0
  )

const LEADS: ReadonlySet<string> = new Set(["include", "a", "mx", "ptr", "exists"])
const PREFIXES = /(?:\/\d+)?(?:\/\/\d+)?$/

/**
 * Returns a term with its domain, so that another record can contain it; null if the term depends on the record that
 * contains it.
 */
const textAt = (mechanism: Mechanism, resolved: ResolvedTerm | undefined, at: string | null): string | null => {
  if (at === null || !LEADS.has(mechanism.name)) return mechanism.text
  const sign = mechanism.qualifier === "+" ? "" : mechanism.qualifier
  const prefixes = mechanism.name === "a" || mechanism.name === "mx" ? (PREFIXES.exec(mechanism.text)?.[0] ?? "") : ""
  if (mechanism.domain === null) return `${sign}${mechanism.name}:${at}${prefixes}`
  if (resolved !== undefined && resolved.name !== null) return `${sign}${mechanism.name}:${resolved.name}${prefixes}`
  const named = mechanism.text.replaceAll(/%\{d\}/gi, at)
  return /%\{d/i.test(named) ? null : named
}

/**
 * Returns the terms of a working record as parts of another record; null if the terms would have a different meaning
 * there.
 */
const innerParts = (node: ResolvedNode): ReadonlyArray<Part> | null => {
  if (node.status !== "ok" || node.parsed === null || usedMechanisms(node).some(({ qualifier }) => qualifier !== "+"))
    return null
  const kept = keepTerms(node, node.domain)
  if (kept === null) return null
  const followed = node.parsed.redirect === null ? null : keepRedirect(node)
  return [...kept.parts, ...(followed?.parts ?? [])]
}

/** Whether the servers that a branch allows depend on the message. */
const dependsOnMessage = (node: ResolvedNode): boolean =>
  node.resolved.some(
    ({ child, name, term }) =>
      name === null ||
      (term.kind === "mechanism" && (term.name === "exists" || term.name === "ptr")) ||
      (child !== null && dependsOnMessage(child))
  )

const leftOut = (note: string, lost = true): Kept => ({ parts: [], notes: [note], lost })

/** Returns the readable networks of a branch with an error at which receivers stop the evaluation. */
const readableNetworks = (text: string, networks: ReadonlyArray<Cidr>, why: string): Kept => {
  const parts = networkParts(networks.filter((network) => !isEverything(network))).slice(0, MAX_NETWORKS)
  return {
    parts,
    notes: [`${why} ${parts.length === 0 ? `"${text}" is omitted.` : "The term's networks are listed instead."}`],
    lost: true
  }
}

/**
 * Whether the hosts of a term have only private addresses, which receivers never see. If so, the owner's servers are at
 * other addresses.
 */
const hidesServers = (resolved: ResolvedTerm): boolean => {
  const { child, failure, name, networks } = resolved
  if (child !== null) return child.resolved.some(hidesServers)
  return isHost(resolved) && name !== null && failure === null && networks.every(isPrivateNetwork)
}

/** Returns the parts of the new record that replace a term with a DNS query. */
const keepLookup = (resolved: ResolvedTerm, text: string, root: string): Kept => {
  const { child, lookups, tooManyHosts } = resolved
  const isPassing = resolved.term.kind === "modifier" || resolved.term.qualifier === "+"
  const networks = child === null ? resolved.networks : passingNetworks(child)
  const wide = isPassing && areWide(networks)
  if (isVoidFor(4, resolved) && isVoidFor(6, resolved)) return leftOut(`"${text}" finds no records, so it is omitted.`)
  if (tooManyHosts) return readableNetworks(text, networks, `"${text}" has more mail hosts than receivers query.`)
  const open = wide && mergeCidrs(networks).some(isEverything)
  if (open && (child === null || !isBroken(child))) return leftOut(`"${text}" allows every server, so it is omitted.`)
  if (child === null) {
    const voids = isVoidFor(4, resolved) ? 1 : 0
    return {
      parts: [
        {
          text,
          lookups,
          voids,
          voids6: isVoidFor(6, resolved) ? 1 : 0,
          networks: flattenable(resolved),
          inner: null,
          wide
        }
      ],
      notes: [],
      lost: hidesServers(resolved)
    }
  }
  if (child.status === "none") return leftOut(`"${text}" leads to a name without an SPF record, so it is omitted.`)
  if (child.status === "loop")
    return leftOut(`"${text}" leads back to this record, so it is omitted.`, child.domain !== root)
  if (isBroken(child)) {
    const why = `The record behind "${text}" is broken, and only the owner of ${child.domain} can repair it.`
    const readable = dependsOnMessage(child) ? innerParts(child) : null
    return readable === null
      ? readableNetworks(text, networks, why)
      : { parts: readable, notes: [`${why} The other terms of that record are listed instead.`], lost: true }
  }
  const inner = isPassing ? innerParts(child) : null
  return {
    parts: [
      {
        text,
        lookups,
        voids: voidsIn(child, 4),
        voids6: voidsIn(child, 6),
        networks: flattenable(resolved),
        inner,
        wide
      }
    ],
    notes: [],
    lost: hidesServers(resolved)
  }
}

const keepMechanism = (node: ResolvedNode, mechanism: Mechanism, at: string | null): Kept | null => {
  const { network } = mechanism
  if (network !== null && isEverything(network)) return { parts: [], notes: [], lost: false }
  if (network !== null && isPrivateNetwork(network))
    return leftOut(`"${mechanism.text}" is a private network, which no receiver can see.`, false)
  const resolved = node.resolved.find(({ term }) => term === mechanism)
  const text = textAt(mechanism, resolved, at)
  if (text === null) return null
  if (resolved !== undefined) return keepLookup(resolved, text, node.domain)
  return {
    parts: [{ ...plain(text, networksOfTerm(node, mechanism)), lookups: LEADS.has(mechanism.name) ? 1 : 0 }],
    notes: [],
    lost: false
  }
}

const join = (kept: ReadonlyArray<Kept>): Kept => ({
  parts: kept.flatMap(({ parts }) => parts),
  notes: kept.flatMap(({ notes }) => notes),
  lost: kept.some(({ lost }) => lost)
})

/**
 * Returns the parts of the new record that replace the mechanisms of a record, up to its "all". If `at`, the domain of
 * the record, is given, the parts are written so that the record of another domain can contain them. Null means that
 * this is impossible.
 */
export const keepTerms = (node: ResolvedNode, at: string | null): Kept | null => {
  const kept = usedMechanisms(node).map((mechanism) => keepMechanism(node, mechanism, at))
  return kept.some((one) => one === null) ? null : join(kept.flatMap((one) => (one === null ? [] : [one])))
}

/**
 * Returns the parts of the new record that replace a redirect: an include of the same record. Null if there is no
 * redirect.
 */
export const keepRedirect = (node: ResolvedNode): Kept | null => {
  const redirect = node.parsed?.redirect ?? null
  const resolved = node.resolved.find(({ term }) => term === redirect)
  if (redirect === null || resolved === undefined) return null
  return keepLookup(resolved, `include:${resolved.name ?? redirect.value.text}`, node.domain)
}

/** Returns the modifiers that remain: all except the redirect, and except mechanisms that were written as modifiers. */
export const keepModifiers = (node: ResolvedNode): ReadonlyArray<string> =>
  (node.parsed?.terms ?? [])
    .filter((term): term is Modifier => term.kind === "modifier" && term.name !== "redirect" && !isSlip(term))
    .map(({ text }) => text)

export const once = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => [
  ...new Map(parts.map((part) => [part.text.toLowerCase().replace(/^\+/, ""), part])).values()
]
