import type { DnsErrorReason } from "@mon/dns"
import { type Cidr, mergeCidrs } from "@mon/public-net/policy"
import type { Mechanism, Modifier, SpfSyntaxError, SpfRecord } from "./SpfRecord.ts"

/** The state of one domain in the include tree. */
export type SpfNodeStatus =
  | "ok"
  | "none"
  | "multiple"
  | "syntax"
  /** The state of a domain that includes itself. */
  | "loop"
  /** The state of a record whose name depends on the message. */
  | "dynamic"
  /** The state of a record that is deeper in the tree than the limit allows. */
  | "cut"
  | "unknown"

/** A term that queries the DNS, and its cost. */
export interface SpfTermCost {
  readonly text: string
  /** The queried name; null if it depends on the message. */
  readonly name: string | null
  /** The lookups of the term and of its branch that RFC 7208 section 4.6.4 counts. */
  readonly lookups: number
  /** Whether the query finds no records, separately for IPv4 clients and for IPv6 clients. */
  readonly void: { readonly 4: boolean; readonly 6: boolean }
  /** The reason why the DNS did not answer; null if it answered. */
  readonly failure: DnsErrorReason | null
  /** Whether the term is an mx term with more hosts than receivers accept. */
  readonly tooManyHosts: boolean
}

/** A record, and the records to which it refers. */
export interface SpfNode {
  readonly domain: string
  /** The term that refers to this record; null for the root. */
  readonly via: string | null
  readonly status: SpfNodeStatus
  readonly record: string | null
  readonly errors: ReadonlyArray<SpfSyntaxError>
  /** The number of lookups of this record and its descendants. */
  readonly lookups: number
  readonly terms: ReadonlyArray<SpfTermCost>
  readonly children: ReadonlyArray<SpfNode>
}

/** A node with its parsed record, before the report is built. */
export interface ResolvedNode extends SpfNode {
  readonly parsed: SpfRecord | null
  readonly failure: DnsErrorReason | null
  readonly resolved: ReadonlyArray<ResolvedTerm>
}

export interface ResolvedTerm extends SpfTermCost {
  readonly term: Mechanism | Modifier
  readonly networks: ReadonlyArray<Cidr>
  readonly child: ResolvedNode | null
}

/** Returns all nodes of a tree, the root first. */
export const nodesOf = (node: ResolvedNode): ReadonlyArray<ResolvedNode> => [
  node,
  ...node.resolved.flatMap(({ child }) => (child === null ? [] : nodesOf(child)))
]

const RESULTS = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const

/** Returns the result for a message that matches no term; null if there is no record. */
export const otherwiseOf = ({ parsed, resolved }: ResolvedNode): (typeof RESULTS)[keyof typeof RESULTS] | null => {
  if (parsed === null) return null
  const all = parsed.mechanisms.find(({ name }) => name === "all")
  if (all !== undefined) return RESULTS[all.qualifier]
  if (parsed.redirect === null) return "neutral"
  const child = resolved.find(({ term }) => term === parsed.redirect)?.child
  return child ? otherwiseOf(child) : null
}

export const EVERYTHING: ReadonlyArray<Cidr> = [
  { address: { family: 4, value: 0n }, prefix: 0 },
  { address: { family: 6, value: 0n }, prefix: 0 }
]

export const networksOfTerm = (node: ResolvedNode, mechanism: Mechanism): ReadonlyArray<Cidr> => {
  if (mechanism.qualifier !== "+") return []
  if (mechanism.name === "all") return EVERYTHING
  if (mechanism.network !== null) return [mechanism.network]
  const resolved = node.resolved.find(({ term }) => term === mechanism)
  return resolved === undefined ? [] : resolved.child === null ? resolved.networks : passingNetworks(resolved.child)
}

/**
 * Returns the networks that at least one term allows. Ignores terms that depend on the message, and does not subtract
 * networks that earlier terms deny.
 */
export const passingNetworks = (node: ResolvedNode): ReadonlyArray<Cidr> => {
  const record = node.parsed
  if (record === null || record.errors.length > 0) return []
  const all = record.mechanisms.findIndex(({ name }) => name === "all")
  const used = all < 0 ? record.mechanisms : record.mechanisms.slice(0, all + 1)
  const redirected = node.resolved.find(({ term }) => term === record.redirect)?.child
  return [
    ...used.flatMap((mechanism) => networksOfTerm(node, mechanism)),
    ...(redirected ? passingNetworks(redirected) : [])
  ]
}

/**
 * Returns the networks whose prefix is shorter than `length` after merging. Most lists have no such network, so the
 * slow merge runs only if there can be one.
 */
const shorterThan = (networks: ReadonlyArray<Cidr>, length: number): ReadonlyArray<Cidr> => {
  const share = networks.reduce((sum, { prefix }) => sum + 2 ** -prefix, 0)
  return share < 2 ** (1 - length) ? [] : mergeCidrs(networks).filter(({ prefix }) => prefix < length)
}

/** Returns the address families in which every server passes. */
export const openFamilies = (node: ResolvedNode): ReadonlyArray<Cidr["address"]["family"]> =>
  shorterThan(otherwiseOf(node) === "pass" ? EVERYTHING : passingNetworks(node), 1).map(({ address }) => address.family)

/**
 * The shortest prefix length of an address block that a registry assigns. No owner of mail servers has a network with a
 * shorter prefix.
 */
const MIN_PREFIX = 8

/** Whether networks contain more addresses than any owner of mail servers can have. */
export const areWide = (networks: ReadonlyArray<Cidr>): boolean => shorterThan(networks, MIN_PREFIX).length > 0

/**
 * Whether a record, with the records to which it refers, names no server, because it allows nobody or everybody. An
 * included record counts as naming a provider's servers, unless it is one of the terms that together allow everybody.
 */
export const namesNobody = (node: ResolvedNode, open = openFamilies(node)): boolean => {
  const { parsed, resolved, status } = node
  if (parsed === null || status !== "ok") return false
  const isEverybodys = (network: Cidr): boolean => open.includes(network.address.family) && areWide([network])
  const all = parsed.mechanisms.findIndex(({ name }) => name === "all")
  const used = all < 0 ? parsed.mechanisms : parsed.mechanisms.slice(0, all)
  return [...used, ...(parsed.redirect === null ? [] : [parsed.redirect])].every((term) => {
    const child = resolved.find((one) => one.term === term)?.child ?? null
    if (child !== null && !namesNobody(child, open)) return false
    if (term.kind === "modifier") return child !== null
    const networks = networksOfTerm(node, term)
    return networks.length > 0 && networks.every(isEverybodys)
  })
}

const MAX_ERRORS = 20

export const toTree = ({ domain, via, status, record, errors, lookups, resolved }: ResolvedNode): SpfNode => ({
  domain,
  via,
  status,
  record,
  errors: errors.slice(0, MAX_ERRORS),
  lookups,
  terms: resolved.map(({ text, name, lookups: cost, void: empty, failure, tooManyHosts }) => ({
    text,
    name,
    lookups: cost,
    void: empty,
    failure,
    tooManyHosts
  })),
  children: resolved.flatMap(({ child }) => (child === null ? [] : [toTree(child)]))
})
