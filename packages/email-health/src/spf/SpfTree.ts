import type { DnsErrorReason } from "@mon/dns"
import { type Cidr, mergeCidrs } from "@mon/public-net/policy"
import type { Mechanism, Modifier, SpfSyntaxError, SpfRecord } from "./SpfRecord.ts"

/** The state of one domain in the include tree. */
export type SpfNodeStatus =
  | "ok"
  | "none"
  | "multiple"
  | "syntax"
  /** The domain includes itself. */
  | "loop"
  /** The name depends on the message. */
  | "dynamic"
  /** Deeper than the limit. */
  | "cut"
  | "unknown"

/** A term that queries the DNS, and its cost. */
export interface SpfTermCost {
  readonly text: string
  /** The queried name; null when it depends on the message. */
  readonly name: string | null
  /** Lookups of RFC 7208 section 4.6.4, including those of the branch. */
  readonly lookups: number
  /** Whether it finds no records for IPv4 clients and for IPv6 clients. */
  readonly void: { readonly 4: boolean; readonly 6: boolean }
  /** The reason for which the DNS did not answer; null if it answered. */
  readonly failure: DnsErrorReason | null
  /** An mx term with more hosts than receivers accept. */
  readonly tooManyHosts: boolean
}

/** A record and the records that it refers to. */
export interface SpfNode {
  readonly domain: string
  /** The term that refers to it; null for the root. */
  readonly via: string | null
  readonly status: SpfNodeStatus
  readonly record: string | null
  readonly errors: ReadonlyArray<SpfSyntaxError>
  /** Lookups of this record and its descendants. */
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

/** All nodes, the root first. */
export const nodesOf = (node: ResolvedNode): ReadonlyArray<ResolvedNode> => [
  node,
  ...node.resolved.flatMap(({ child }) => (child === null ? [] : nodesOf(child)))
]

const RESULTS = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const

/** The result for a message that matches no term; null when there is no record. */
export const otherwiseOf = ({ parsed, resolved }: ResolvedNode): (typeof RESULTS)[keyof typeof RESULTS] | null => {
  if (parsed === null) return null
  const all = parsed.mechanisms.find(({ name }) => name === "all")
  if (all !== undefined) return RESULTS[all.qualifier]
  if (parsed.redirect === null) return "neutral"
  const child = resolved.find(({ term }) => term === parsed.redirect)?.child
  return child ? otherwiseOf(child) : null
}

/** All addresses. */
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
 * Networks that some term allows. Terms that depend on the message are ignored, and earlier terms that deny are not
 * subtracted.
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

/** Networks with a prefix shorter than this, after merging. Few networks have any, and merging many takes long. */
const shorterThan = (networks: ReadonlyArray<Cidr>, length: number): ReadonlyArray<Cidr> => {
  const share = networks.reduce((sum, { prefix }) => sum + 2 ** -prefix, 0)
  return share < 2 ** (1 - length) ? [] : mergeCidrs(networks).filter(({ prefix }) => prefix < length)
}

/** The families of addresses of which every server passes. */
export const openFamilies = (node: ResolvedNode): ReadonlyArray<Cidr["address"]["family"]> =>
  shorterThan(otherwiseOf(node) === "pass" ? EVERYTHING : passingNetworks(node), 1).map(({ address }) => address.family)

/** Registries get blocks with this prefix length, so no owner of servers has a network with a shorter one. */
const MIN_PREFIX = 8

/** Whether networks have more addresses than any owner of servers has. */
export const areWide = (networks: ReadonlyArray<Cidr>): boolean => shorterThan(networks, MIN_PREFIX).length > 0

/**
 * Whether a record names no server: it allows nobody or everybody, also by the records that it refers to. A record that
 * an include refers to shows a provider, unless it is part of what allows everybody.
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

/** The most syntax errors of one record that are reported. */
const MAX_ERRORS = 20

/** The tree as it is reported. */
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
