import type { DnsErrorReason, RecordType } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import { type Cidr, parseIpAddress } from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import { joinChunks } from "../DnsText.ts"
import { lookUp, type DnsLookup } from "../DnsLookup.ts"
import { expandDomain, isDynamic, type MacroString, usesLetter } from "./MacroString.ts"
import { MAX_HOSTS_PER_TERM } from "./SpfLimits.ts"
import { isSpf, type Mechanism, type Modifier, parseSpf, type SpfRecord } from "./SpfRecord.ts"
import { EVERYTHING, type SpfNodeStatus, type ResolvedNode, type ResolvedTerm } from "./SpfTree.ts"

/** The most terms of one record that are looked up. Receivers stop after ten lookups. */
const MAX_TERMS_FOLLOWED = 40
/** The longest chain of records that is followed. Receivers stop after ten lookups. */
const MAX_DEPTH = 12
const CONCURRENCY = 16

const LOOKUP_MECHANISMS: ReadonlySet<string> = new Set(["include", "a", "mx", "ptr", "exists"])
const FOUND = { 4: false, 6: false }

const isEmpty = <T extends RecordType>(lookup: DnsLookup<T>): boolean =>
  lookup.answer !== null && lookup.answer.records.length === 0

const networksIn = (lookup: DnsLookup<"A"> | DnsLookup<"AAAA">, { prefixes }: Mechanism): ReadonlyArray<Cidr> =>
  (lookup.answer?.records ?? []).flatMap((record) => {
    const address = parseIpAddress(record.address)
    return address === null ? [] : [{ address, prefix: prefixes[address.family] }]
  })

type TermLookup = Pick<ResolvedTerm, "void" | "failure" | "tooManyHosts" | "networks">

const lookUpHost = Effect.fnUntraced(function* (resolver: Resolver, mechanism: Mechanism, name: string) {
  const [four, six] = yield* Effect.all([lookUp(resolver, name, "A"), lookUp(resolver, name, "AAAA")], {
    concurrency: 2
  })
  // Some servers drop AAAA queries (RFC 4074 section 4.1), so an answer for IPv4 is enough.
  const onlySix = four.failure === null && (four.answer?.records.length ?? 0) > 0
  return {
    void: { 4: isEmpty(four), 6: isEmpty(six) },
    failure: onlySix ? null : (four.failure ?? six.failure),
    tooManyHosts: false,
    networks: [...networksIn(four, mechanism), ...networksIn(six, mechanism)]
  }
})

const lookUpMxHosts = Effect.fnUntraced(function* (resolver: Resolver, mechanism: Mechanism, name: string) {
  const lookup = yield* lookUp(resolver, name, "MX")
  const hosts = [...new Set((lookup.answer?.records ?? []).map(({ exchange }) => exchange))].filter(
    (exchange) => exchange !== ""
  )
  const termLookup = yield* Effect.forEach(
    hosts.slice(0, MAX_HOSTS_PER_TERM),
    (host) => lookUpHost(resolver, mechanism, host),
    { concurrency: CONCURRENCY }
  )
  const empty = isEmpty(lookup)
  return {
    void: { 4: empty, 6: empty },
    failure: lookup.failure ?? termLookup.find(({ failure }) => failure !== null)?.failure ?? null,
    tooManyHosts: (lookup.answer?.records.length ?? 0) > MAX_HOSTS_PER_TERM,
    networks: termLookup.flatMap(({ networks }) => networks)
  }
})

/**
 * Looks up the host name of an exists term that does not depend on the message. If the name has an address, every
 * server passes.
 */
const lookUpName = (resolver: Resolver, name: string): Effect.Effect<TermLookup> =>
  Effect.map(lookUp(resolver, name, "A"), (lookup) => ({
    void: { 4: isEmpty(lookup), 6: isEmpty(lookup) },
    failure: lookup.failure,
    tooManyHosts: false,
    networks: lookup.failure === null && !isEmpty(lookup) ? EVERYTHING : []
  }))

const NOTHING: TermLookup = { void: FOUND, failure: null, tooManyHosts: false, networks: [] }

const lookUpTerm = (resolver: Resolver, mechanism: Mechanism, name: string): Effect.Effect<TermLookup> => {
  if (mechanism.name === "a") return lookUpHost(resolver, mechanism, name)
  if (mechanism.name === "mx") return lookUpMxHosts(resolver, mechanism, name)
  return mechanism.name === "exists" ? lookUpName(resolver, name) : Effect.succeed(NOTHING)
}

const domainOnly = (domain: string) => ({
  domain,
  address: { family: 4 as const, value: 0n },
  local: "",
  senderDomain: "",
  helo: "",
  receiver: "",
  now: 0,
  validated: ""
})

const nameOf = (spec: MacroString | null, domain: string): string | null => {
  if (spec === null) return domain
  return isDynamic(spec) ? null : expandDomain(spec, domainOnly(domain)).toLowerCase()
}

const leaf = (
  domain: string,
  via: string | null,
  status: SpfNodeStatus,
  failure: DnsErrorReason | null = null,
  record: string | null = null
): ResolvedNode => ({
  domain,
  via,
  status,
  failure,
  record,
  errors: [],
  lookups: 0,
  terms: [],
  children: [],
  parsed: null,
  resolved: []
})

const specOf = (term: Mechanism | Modifier): MacroString | null =>
  term.kind === "mechanism" ? term.domain : term.value

const resolveTerm = Effect.fnUntraced(function* (
  resolver: Resolver,
  term: Mechanism | Modifier,
  domain: string,
  path: ReadonlyArray<string>
) {
  const spec = specOf(term)
  const name = nameOf(spec, domain)
  const leads = term.kind === "modifier" || term.name === "include"
  const child: ResolvedNode | null = leads
    ? name === null
      ? leaf(spec?.text ?? "", term.text, "dynamic")
      : yield* fetchSpfTree(resolver, name, term.text, path)
    : null
  const termLookup = name === null || term.kind === "modifier" ? NOTHING : yield* lookUpTerm(resolver, term, name)
  const ownLookups = spec !== null && usesLetter(spec, "p") ? 2 : 1
  return {
    ...termLookup,
    term,
    text: term.text,
    name,
    child,
    lookups: ownLookups + (child?.lookups ?? 0)
  } satisfies ResolvedTerm
})

const lookupTerms = (record: SpfRecord): ReadonlyArray<Mechanism | Modifier> => {
  const all = record.mechanisms.findIndex(({ name }) => name === "all")
  const used = all < 0 ? record.mechanisms : record.mechanisms.slice(0, all)
  return [
    ...used.filter(({ name }) => LOOKUP_MECHANISMS.has(name)),
    ...(record.redirect === null ? [] : [record.redirect])
  ]
}

const resolveRecord = Effect.fnUntraced(function* (
  resolver: Resolver,
  record: SpfRecord,
  domain: string,
  via: string | null,
  path: ReadonlyArray<string>
) {
  const asking = lookupTerms(record)
  const resolved = yield* Effect.forEach(
    asking.slice(0, MAX_TERMS_FOLLOWED),
    (term) => resolveTerm(resolver, term, domain, path),
    { concurrency: CONCURRENCY }
  )
  const unfollowed = Math.max(0, asking.length - MAX_TERMS_FOLLOWED)
  const lookups = resolved.reduce((sum, { lookups: cost }) => sum + cost, unfollowed)
  const status = record.errors.length > 0 ? "syntax" : "ok"
  return { ...leaf(domain, via, status, null, record.text), errors: record.errors, lookups, parsed: record, resolved }
})

/**
 * Fetches a record and all records to which it refers, in parallel. Always returns a tree, even if records are broken.
 */
export const fetchSpfTree = (
  resolver: Resolver,
  domain: string,
  via: string | null = null,
  path: ReadonlyArray<string> = []
): Effect.Effect<ResolvedNode> => {
  if (path.includes(domain)) return Effect.succeed(leaf(domain, via, "loop"))
  if (path.length >= MAX_DEPTH) return Effect.succeed(leaf(domain, via, "cut"))
  return Effect.flatMap(lookUp(resolver, domain, "TXT"), (lookup): Effect.Effect<ResolvedNode> => {
    if (lookup.answer === null)
      return Effect.succeed(leaf(domain, via, lookup.failure === "BadName" ? "none" : "unknown", lookup.failure))
    const records = lookup.answer.records.map(joinChunks).filter(isSpf)
    const [text] = records
    if (text === undefined) return Effect.succeed(leaf(domain, via, "none"))
    if (records.length > 1) return Effect.succeed(leaf(domain, via, "multiple", null, text))
    return resolveRecord(resolver, parseSpf(text), domain, via, [...path, domain])
  })
}

/** Returns the tree of a record that is not published yet. */
export const fetchSpfDraft = (resolver: Resolver, domain: string, text: string): Effect.Effect<ResolvedNode> =>
  resolveRecord(resolver, parseSpf(text), domain, null, [domain])
