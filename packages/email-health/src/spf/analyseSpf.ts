import type { Resolver } from "@mon/dns/effect"
import {
  ADDRESS_BITS,
  type Cidr,
  countAddresses,
  formatCidr,
  formatIpAddress,
  mergeCidrs
} from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { joinChunks } from "../DnsText.ts"
import {
  type CorrectedSpf,
  correctSlips,
  hasSwallowedAll,
  isNearMiss,
  mergeRecords,
  readSpf,
  withoutErrors
} from "./SpfCorrection.ts"
import { MAX_LOOKUP_TERMS, MAX_VOID_LOOKUPS } from "./SpfLimits.ts"
import { isSpf, parseSpf } from "./SpfRecord.ts"
import { nodesOf, otherwiseOf, passingNetworks, type SpfNode, toTree, type ResolvedNode } from "./SpfTree.ts"
import { fetchSpfDraft, fetchSpfTree } from "./fetchSpfTree.ts"
import type { SpfAnalysis, SpfPermerrorCause, VoidTerm } from "./SpfAnalysis.ts"
import { lostNames } from "./voidTerms.ts"

/** Formats a network for an SPF record: a single address has no prefix length. */
const formatNetwork = (cidr: Cidr): string =>
  cidr.prefix === ADDRESS_BITS[cidr.address.family] ? formatIpAddress(cidr.address) : formatCidr(cidr)

const voidsOf = (nodes: ReadonlyArray<ResolvedNode>): ReadonlyArray<VoidTerm> =>
  nodes.flatMap(({ domain, resolved }) =>
    resolved.flatMap(({ text, name, void: empty, child }) => {
      const families = ([4, 6] as const).filter((family) => empty[family])
      return child === null && name !== null && families.length > 0 ? [{ domain, term: text, name, families }] : []
    })
  )

const BREAK_OF_STATUS: Partial<Readonly<Record<SpfNode["status"], SpfPermerrorCause>>> = {
  multiple: "multiple",
  syntax: "syntax",
  loop: "loop",
  cut: "too_many_lookups"
}

const breaksOf = (root: ResolvedNode, voids: ReadonlyArray<VoidTerm>): SpfAnalysis["breaks"] => {
  const nodes = nodesOf(root)
  const byNode = nodes.flatMap(({ domain, status, via, errors }) => {
    const code = status === "none" && via !== null ? "no_record" : BREAK_OF_STATUS[status]
    return code === undefined ? [] : [{ code, at: domain, detail: errors[0]?.message ?? via ?? "" }]
  })
  const crowded = nodes.flatMap(({ domain, resolved }) =>
    resolved
      .filter(({ tooManyHosts }) => tooManyHosts)
      .map(({ text }) => ({ code: "too_many_hosts" as const, at: domain, detail: text }))
  )
  const lost = lostNames(root, voids)
  return [
    ...byNode,
    ...crowded,
    ...(root.lookups > MAX_LOOKUP_TERMS
      ? [{ code: "too_many_lookups" as const, at: root.domain, detail: String(root.lookups) }]
      : []),
    ...(lost.length > MAX_VOID_LOOKUPS
      ? [{ code: "too_many_voids" as const, at: root.domain, detail: lost.map(({ name }) => name).join(", ") }]
      : [])
  ]
}

const MANY = BigInt(Number.MAX_SAFE_INTEGER)

/** Returns the record that the owner meant; null if the intent is unclear or the record has no mistake. */
const correctedOf = (
  records: ReadonlyArray<string>,
  nearMisses: ReadonlyArray<string>,
  root: ResolvedNode
): CorrectedSpf | null => {
  const [record] = records
  if (records.length > 1) return mergeRecords(records)
  if (record === undefined) return nearMisses.length === 0 ? null : mergeRecords(nearMisses)
  if (root.errors.length > 0 || hasSwallowedAll(record)) {
    const rest = withoutErrors(record)
    return readSpf(record) ?? (rest === null ? null : { text: rest, incomplete: true })
  }
  const right = correctSlips(record)
  return right === record || parseSpf(right).errors.length > 0 ? null : { text: right, incomplete: false }
}

const conclude = (domain: string, texts: ReadonlyArray<string>, root: ResolvedNode): SpfAnalysis => {
  const nodes = nodesOf(root)
  const records = texts.filter(isSpf)
  const nearMisses = texts.filter(isNearMiss)
  const voids = voidsOf(nodes)
  const cidrs = passingNetworks(root)
  const count = countAddresses(cidrs, 4)
  const corrected = correctedOf(records, nearMisses, root)
  return {
    domain,
    record: records.length === 1 ? (records[0] ?? null) : null,
    parsed: root.parsed,
    records,
    nearMisses,
    tree: toTree(root),
    root,
    draft: null,
    lookups: root.lookups,
    voids,
    breaks: breaksOf(root, voids),
    networks: mergeCidrs(cidrs).map(formatNetwork),
    ipv4Addresses: Number(count > MANY ? MANY : count),
    dynamic: nodes.some(
      ({ status, resolved }) =>
        status === "dynamic" || resolved.some(({ name, text }) => name === null || /^[+?~-]?ptr/i.test(text))
    ),
    otherwise: otherwiseOf(root),
    corrected: corrected?.text ?? null,
    incompleteCorrection: corrected?.incomplete === true,
    unanswered: nodes.flatMap(({ domain: name, failure, resolved }) => [
      ...(failure === null || failure === "BadName" ? [] : [{ name, reason: failure }]),
      ...resolved.flatMap((term) =>
        term.failure === null || term.failure === "BadName" || term.name === null
          ? []
          : [{ name: term.name, reason: term.failure }]
      )
    ])
  }
}

/**
 * Analyses a domain's SPF record, the corrected record, and all records to which they refer. The result lists DNS
 * faults in `unanswered`.
 */
export const analyseSpf = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const result = yield* Effect.result(resolver.query(domain, "TXT"))
  const texts = Result.isSuccess(result) ? result.success.records.map(joinChunks) : []
  const analysis = conclude(domain, texts, yield* fetchSpfTree(resolver, domain))
  if (analysis.corrected === null) return analysis
  return { ...analysis, draft: yield* fetchSpfDraft(resolver, domain, analysis.corrected) }
})
