import type { DnsReason, RecordType } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import { type Cidr, parseIpAddress } from "@mon/public-net"
import * as Effect from "effect/Effect"
import { joinChunks } from "../DnsText.ts"
import { ask, type Told } from "../Told.ts"
import { expandDomain, isDynamic, type MacroString, usesLetter } from "./MacroString.ts"
import { MAX_HOSTS_PER_TERM } from "./SpfLimits.ts"
import { isSpf, type Mechanism, type Modifier, parseSpf, type SpfRecord } from "./SpfRecord.ts"
import type { SpfNodeStatus, WalkedNode, WalkedTerm } from "./SpfTree.ts"

/** Terms of one record that are looked up; receivers stop at ten. */
const MAX_TERMS_FOLLOWED = 40
/** Records that lead to each other; receivers stop at ten lookups. */
const MAX_DEPTH = 12
const CONCURRENCY = 16

const ASKS: ReadonlySet<string> = new Set(["include", "a", "mx", "ptr", "exists"])
const FOUND = { 4: false, 6: false }

const isEmpty = <T extends RecordType>(told: Told<T>): boolean =>
  told.answer !== null && told.answer.records.length === 0

const networksIn = (told: Told<"A"> | Told<"AAAA">, { prefixes }: Mechanism): ReadonlyArray<Cidr> =>
  (told.answer?.records ?? []).flatMap((record) => {
    const address = parseIpAddress(record.address)
    return address === null ? [] : [{ address, prefix: prefixes[address.family] }]
  })

type Looked = Pick<WalkedTerm, "void" | "failure" | "tooManyHosts" | "networks">

const lookAtHost = Effect.fnUntraced(function* (resolver: Resolver, mechanism: Mechanism, name: string) {
  const [four, six] = yield* Effect.all([ask(resolver, name, "A"), ask(resolver, name, "AAAA")], { concurrency: 2 })
  // Servers that drop AAAA questions are a known fault (RFC 4074 section 4.1); what answered over IPv4 is enough.
  const onlySix = four.failure === null && (four.answer?.records.length ?? 0) > 0
  return {
    void: { 4: isEmpty(four), 6: isEmpty(six) },
    failure: onlySix ? null : (four.failure ?? six.failure),
    tooManyHosts: false,
    networks: [...networksIn(four, mechanism), ...networksIn(six, mechanism)]
  }
})

const lookAtMx = Effect.fnUntraced(function* (resolver: Resolver, mechanism: Mechanism, name: string) {
  const told = yield* ask(resolver, name, "MX")
  const hosts = [...new Set((told.answer?.records ?? []).map(({ exchange }) => exchange))].filter(
    (exchange) => exchange !== ""
  )
  const looked = yield* Effect.forEach(
    hosts.slice(0, MAX_HOSTS_PER_TERM),
    (host) => lookAtHost(resolver, mechanism, host),
    { concurrency: CONCURRENCY }
  )
  const empty = isEmpty(told)
  return {
    void: { 4: empty, 6: empty },
    failure: told.failure ?? looked.find(({ failure }) => failure !== null)?.failure ?? null,
    tooManyHosts: (told.answer?.records.length ?? 0) > MAX_HOSTS_PER_TERM,
    networks: looked.flatMap(({ networks }) => networks)
  }
})

const lookAtName = (resolver: Resolver, name: string): Effect.Effect<Looked> =>
  Effect.map(ask(resolver, name, "A"), (told) => ({
    void: { 4: isEmpty(told), 6: isEmpty(told) },
    failure: told.failure,
    tooManyHosts: false,
    networks: []
  }))

const NOTHING: Looked = { void: FOUND, failure: null, tooManyHosts: false, networks: [] }

const lookAt = (resolver: Resolver, mechanism: Mechanism, name: string): Effect.Effect<Looked> => {
  if (mechanism.name === "a") return lookAtHost(resolver, mechanism, name)
  if (mechanism.name === "mx") return lookAtMx(resolver, mechanism, name)
  return mechanism.name === "exists" ? lookAtName(resolver, name) : Effect.succeed(NOTHING)
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
  failure: DnsReason | null = null,
  record: string | null = null
): WalkedNode => ({
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
  walked: []
})

const specOf = (term: Mechanism | Modifier): MacroString | null =>
  term.kind === "mechanism" ? term.domain : term.value

const walkTerm = Effect.fnUntraced(function* (
  resolver: Resolver,
  term: Mechanism | Modifier,
  domain: string,
  path: ReadonlyArray<string>
) {
  const spec = specOf(term)
  const name = nameOf(spec, domain)
  const leads = term.kind === "modifier" || term.name === "include"
  const child: WalkedNode | null = leads
    ? name === null
      ? leaf(spec?.text ?? "", term.text, "dynamic")
      : yield* walk(resolver, name, term.text, path)
    : null
  const looked = name === null || term.kind === "modifier" ? NOTHING : yield* lookAt(resolver, term, name)
  const ownLookups = spec !== null && usesLetter(spec, "p") ? 2 : 1
  return {
    ...looked,
    term,
    text: term.text,
    name,
    child,
    lookups: ownLookups + (child?.lookups ?? 0)
  } satisfies WalkedTerm
})

const termsThatAsk = (record: SpfRecord): ReadonlyArray<Mechanism | Modifier> => {
  const all = record.mechanisms.findIndex(({ name }) => name === "all")
  const used = all < 0 ? record.mechanisms : record.mechanisms.slice(0, all)
  return [...used.filter(({ name }) => ASKS.has(name)), ...(record.redirect === null ? [] : [record.redirect])]
}

const walkRecord = Effect.fnUntraced(function* (
  resolver: Resolver,
  record: SpfRecord,
  domain: string,
  via: string | null,
  path: ReadonlyArray<string>
) {
  const asking = termsThatAsk(record)
  const walked = yield* Effect.forEach(
    asking.slice(0, MAX_TERMS_FOLLOWED),
    (term) => walkTerm(resolver, term, domain, path),
    { concurrency: CONCURRENCY }
  )
  const unfollowed = Math.max(0, asking.length - MAX_TERMS_FOLLOWED)
  const lookups = walked.reduce((sum, { lookups: cost }) => sum + cost, unfollowed)
  const status = record.errors.length > 0 ? "syntax" : "ok"
  return { ...leaf(domain, via, status, null, record.text), errors: record.errors, lookups, parsed: record, walked }
})

/** Fetches a record and everything that it leads to, in parallel; a tree comes back whatever is wrong. */
export const walk = (
  resolver: Resolver,
  domain: string,
  via: string | null = null,
  path: ReadonlyArray<string> = []
): Effect.Effect<WalkedNode> => {
  if (path.includes(domain)) return Effect.succeed(leaf(domain, via, "loop"))
  if (path.length >= MAX_DEPTH) return Effect.succeed(leaf(domain, via, "cut"))
  return Effect.flatMap(ask(resolver, domain, "TXT"), (told): Effect.Effect<WalkedNode> => {
    if (told.answer === null)
      return Effect.succeed(leaf(domain, via, told.failure === "BadName" ? "none" : "unknown", told.failure))
    const records = told.answer.records.map(joinChunks).filter(isSpf)
    const [text] = records
    if (text === undefined) return Effect.succeed(leaf(domain, via, "none"))
    if (records.length > 1) return Effect.succeed(leaf(domain, via, "multiple", null, text))
    return walkRecord(resolver, parseSpf(text), domain, via, [...path, domain])
  })
}
