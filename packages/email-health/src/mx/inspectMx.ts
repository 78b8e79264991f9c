import type { DnsAnswer, DnsErrorReason } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import { isPublicAddress, parseIpAddress, reverseDnsName } from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import { findDuplicates } from "../findDuplicates.ts"
import { lookUp } from "../DnsLookup.ts"
import { detectProvider } from "./detectProvider.ts"
import type { Unanswered } from "../Unanswered.ts"
import type { MxAddress, MxFacts, MxHost, MxHostStatus } from "./MxFacts.ts"

/** The most hosts that are checked, most preferred first. */
const MAX_HOSTS = 10
const MAX_ADDRESSES_PER_HOST = 4
const MAX_REVERSE = 9
const CONCURRENCY = 16

interface Addresses {
  readonly addresses: ReadonlyArray<string>
  readonly cname: string | null
  readonly failures: ReadonlyArray<DnsErrorReason>
}

const addressesOf = Effect.fnUntraced(function* (resolver: Resolver, host: string) {
  const [four, six] = yield* Effect.all([lookUp(resolver, host, "A"), lookUp(resolver, host, "AAAA")], {
    concurrency: 2
  })
  const found = [...(four.answer?.records ?? []), ...(six.answer?.records ?? [])].map(({ address }) => address)
  return {
    addresses: [...new Set(found)].slice(0, MAX_ADDRESSES_PER_HOST),
    cname: four.answer?.cnames.at(-1) ?? six.answer?.cnames.at(-1) ?? null,
    failures: [four.failure, six.failure].filter((reason) => reason !== null && reason !== "BadName")
  } satisfies Addresses
})

const statusOf = (host: string, { addresses, failures }: Addresses): MxHostStatus => {
  if (parseIpAddress(host) !== null) return "address"
  if (addresses.length > 0) return "ok"
  return failures.length > 0 ? "unknown" : "unresolvable"
}

interface Resolved {
  readonly host: MxHost
  readonly unanswered: ReadonlyArray<Unanswered>
}

const NOTHING: Addresses = { addresses: [], cname: null, failures: [] }

const notAsked = (address: string): MxAddress => ({
  address,
  public: isPublicAddress(address),
  reverse: "not_asked",
  name: null
})

const resolveHost = Effect.fnUntraced(function* (resolver: Resolver, exchange: string, preference: number) {
  const found = parseIpAddress(exchange) === null ? yield* addressesOf(resolver, exchange) : NOTHING
  const host: MxHost = {
    host: exchange,
    preference,
    status: statusOf(exchange, found),
    cname: found.cname,
    provider: detectProvider(exchange)?.name ?? null,
    addresses: found.addresses.map(notAsked)
  }
  return {
    host,
    unanswered: found.addresses.length > 0 ? [] : found.failures.map((reason) => ({ name: exchange, reason }))
  } satisfies Resolved
})

const reverseOf = Effect.fnUntraced(function* (resolver: Resolver, given: MxAddress) {
  const parsed = parseIpAddress(given.address)
  if (parsed === null) return given
  const { answer, failure } = yield* lookUp(resolver, reverseDnsName(parsed), "PTR")
  if (failure !== null) return { ...given, reverse: "unknown" } satisfies MxAddress
  const name = answer.records[0]?.target ?? null
  if (name === null) return { ...given, reverse: "no_name" } satisfies MxAddress
  const back = yield* lookUp(resolver, name, parsed.family === 4 ? "A" : "AAAA")
  const confirmed =
    back.answer?.records.some((record) => parseIpAddress(record.address)?.value === parsed.value) === true
  const reverse = confirmed ? "confirmed" : back.failure !== null && back.failure !== "BadName" ? "unknown" : "mismatch"
  return { ...given, reverse, name } satisfies MxAddress
})

const withReverse = Effect.fnUntraced(function* (resolver: Resolver, hosts: ReadonlyArray<MxHost>) {
  const asked = new Set(
    hosts
      .flatMap(({ addresses }) => addresses)
      .filter((address) => address.public)
      .slice(0, MAX_REVERSE)
  )
  return yield* Effect.forEach(
    hosts,
    (host) =>
      Effect.map(
        Effect.forEach(
          host.addresses,
          (address) => (asked.has(address) ? reverseOf(resolver, address) : Effect.succeed(address)),
          { concurrency: CONCURRENCY }
        ),
        (addresses): MxHost => ({ ...host, addresses })
      ),
    { concurrency: CONCURRENCY }
  )
})

const NO_FACTS: MxFacts = {
  kind: "unknown",
  hosts: [],
  published: [],
  literalNames: new Map(),
  ownAddresses: [],
  mixed: false,
  duplicates: [],
  uncheckedHosts: 0,
  provider: null,
  alias: null,
  authenticated: null,
  unanswered: []
}

const withoutMx = Effect.fnUntraced(function* (resolver: Resolver, domain: string, answer: DnsAnswer<"MX">) {
  const facts: MxFacts = { ...NO_FACTS, alias: answer.cnames.at(-1) ?? null, authenticated: answer.authenticated }
  if (answer.status === "nxdomain" && answer.cnames.length === 0)
    return { ...facts, kind: "nxdomain" } satisfies MxFacts
  const { addresses, failures } = yield* addressesOf(resolver, domain)
  if (addresses.length === 0 && failures.length > 0)
    return { ...facts, unanswered: failures.map((reason) => ({ name: domain, reason })) } satisfies MxFacts
  return {
    ...facts,
    kind: addresses.length > 0 ? "implicit" : "none",
    ownAddresses: addresses.map(notAsked)
  } satisfies MxFacts
})

/** Returns the names of the mail hosts that are published as addresses, from reverse DNS. */
const namesOfLiterals = Effect.fnUntraced(function* (resolver: Resolver, hosts: ReadonlyArray<MxHost>) {
  const literals = hosts.filter(({ host, status }) => status === "address" && isPublicAddress(host))
  const named = yield* Effect.forEach(literals, ({ host }) => reverseOf(resolver, notAsked(host)), {
    concurrency: CONCURRENCY
  })
  return new Map(
    named.flatMap(({ address, name, reverse }) =>
      reverse === "confirmed" && name !== null ? [[address, name] as const] : []
    )
  )
})

const publishedAs = ({ exchange, preference }: { readonly exchange: string; readonly preference: number }): string =>
  `${preference} ${exchange}.`

export const inspectMx = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const { answer, failure } = yield* lookUp(resolver, domain, "MX")
  if (failure !== null) return { ...NO_FACTS, unanswered: [{ name: domain, reason: failure }] } satisfies MxFacts
  if (answer.records.length === 0) return yield* withoutMx(resolver, domain, answer)
  const named = answer.records
    .filter(({ exchange }) => exchange !== "")
    .toSorted((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : 1))
  const preferences = new Map(named.toReversed().map(({ exchange, preference }) => [exchange, preference]))
  const unique = [...new Set(named.map(({ exchange }) => exchange))]
  const resolved = yield* Effect.forEach(
    unique.slice(0, MAX_HOSTS),
    (exchange) => resolveHost(resolver, exchange, preferences.get(exchange) ?? 0),
    { concurrency: CONCURRENCY }
  )
  const hosts = yield* withReverse(
    resolver,
    resolved.map(({ host }) => host)
  )
  return {
    kind: named.length === 0 ? "null" : "hosts",
    hosts,
    published: answer.records.map(publishedAs),
    literalNames: yield* namesOfLiterals(resolver, hosts),
    ownAddresses: [],
    mixed: named.length > 0 && named.length < answer.records.length,
    duplicates: findDuplicates(named.map(({ exchange }) => exchange)),
    uncheckedHosts: Math.max(0, unique.length - MAX_HOSTS),
    provider: hosts.map(({ host }) => detectProvider(host)).find((provider) => provider !== null) ?? null,
    alias: answer.cnames.at(-1) ?? null,
    authenticated: answer.authenticated,
    unanswered: resolved.flatMap(({ unanswered }) => unanswered)
  } satisfies MxFacts
})
