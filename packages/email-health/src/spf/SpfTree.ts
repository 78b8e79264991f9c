import type { DnsErrorReason } from "@mon/dns"
import type { Cidr } from "@mon/public-net"
import type { Mechanism, Modifier, SpfSyntaxError, SpfRecord } from "./SpfRecord.ts"

/** What the DNS holds at a domain of the tree. */
export type SpfNodeStatus =
  | "ok"
  | "none"
  | "multiple"
  | "syntax"
  /** The domain leads back to itself. */
  | "loop"
  /** The name depends on the message. */
  | "dynamic"
  /** Below what is followed at all. */
  | "cut"
  | "unknown"

/** A term that asks the DNS, and what it costs. */
export interface SpfTermCost {
  readonly text: string
  /** The name asked for; null when it depends on the message. */
  readonly name: string | null
  /** Lookups of RFC 7208 section 4.6.4, those of the branch included. */
  readonly lookups: number
  /** Finds nothing for IPv4 clients, for IPv6 clients. */
  readonly void: { readonly 4: boolean; readonly 6: boolean }
  /** Why the DNS did not answer; null when it did. */
  readonly failure: DnsErrorReason | null
  /** An mx term with more hosts than receivers take. */
  readonly tooManyHosts: boolean
}

/** A record and the records that it leads to. */
export interface SpfNode {
  readonly domain: string
  /** The term that leads here; null at the top. */
  readonly via: string | null
  readonly status: SpfNodeStatus
  readonly record: string | null
  readonly errors: ReadonlyArray<SpfSyntaxError>
  /** Lookups of this record and all below it. */
  readonly lookups: number
  readonly terms: ReadonlyArray<SpfTermCost>
  readonly children: ReadonlyArray<SpfNode>
}

/** A node while the tree is walked. */
export interface ResolvedNode extends SpfNode {
  readonly parsed: SpfRecord | null
  readonly failure: DnsErrorReason | null
  readonly walked: ReadonlyArray<ResolvedTerm>
}

export interface ResolvedTerm extends SpfTermCost {
  readonly term: Mechanism | Modifier
  readonly networks: ReadonlyArray<Cidr>
  readonly child: ResolvedNode | null
}

/** Every node, the top first. */
export const nodesOf = (node: ResolvedNode): ReadonlyArray<ResolvedNode> => [
  node,
  ...node.walked.flatMap(({ child }) => (child === null ? [] : nodesOf(child)))
]

const EVERYTHING: ReadonlyArray<Cidr> = [
  { address: { family: 4, value: 0n }, prefix: 0 },
  { address: { family: 6, value: 0n }, prefix: 0 }
]

const networksOfTerm = (node: ResolvedNode, mechanism: Mechanism): ReadonlyArray<Cidr> => {
  if (mechanism.qualifier !== "+") return []
  if (mechanism.name === "all") return EVERYTHING
  if (mechanism.network !== null) return [mechanism.network]
  const walked = node.walked.find(({ term }) => term === mechanism)
  return walked === undefined ? [] : walked.child === null ? walked.networks : passingNetworks(walked.child)
}

/** Networks that some term lets pass; terms that depend on the message are not in it, and terms before that say otherwise are not taken off. */
export const passingNetworks = (node: ResolvedNode): ReadonlyArray<Cidr> => {
  const record = node.parsed
  if (record === null || record.errors.length > 0) return []
  const all = record.mechanisms.findIndex(({ name }) => name === "all")
  const used = all < 0 ? record.mechanisms : record.mechanisms.slice(0, all + 1)
  const redirected = node.walked.find(({ term }) => term === record.redirect)?.child
  return [...used.flatMap((mechanism) => networksOfTerm(node, mechanism)), ...(redirected ? passingNetworks(redirected) : [])]
}

/** Faults of one record that are told. */
const MAX_ERRORS = 20

/** The tree without what only the walk needs. */
export const toTree = ({ domain, via, status, record, errors, lookups, walked }: ResolvedNode): SpfNode => ({
  domain,
  via,
  status,
  record,
  errors: errors.slice(0, MAX_ERRORS),
  lookups,
  terms: walked.map(({ text, name, lookups: cost, void: empty, failure, tooManyHosts }) => ({
    text,
    name,
    lookups: cost,
    void: empty,
    failure,
    tooManyHosts
  })),
  children: walked.flatMap(({ child }) => (child === null ? [] : [toTree(child)]))
})
