import { argumentError } from "@mon/bundled/arguments"
import type { Resolver } from "@mon/dns/effect"
import { inSameNetwork, type IpAddress, parseIpAddress, unmapIpv4 } from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import { joinChunks } from "../DnsText.ts"
import { endsInTopLabel, expand, parseExplanation, usesLetter } from "./MacroString.ts"
import { MAX_HOSTS_PER_TERM } from "./SpfLimits.ts"
import { isSpf, type Mechanism, type Modifier, parseSpf, type Qualifier, type SpfRecord } from "./SpfRecord.ts"
import {
  lookUp,
  lookUpForTerm,
  countLookup,
  isWithin,
  permerror,
  type SpfSession,
  targetOf,
  validatedNames,
  valuesFor
} from "./SpfSession.ts"
import type { SpfFault, SpfOutcome, SpfRequest, SpfResult } from "./SpfOutcome.ts"

interface Verdict {
  readonly result: SpfResult
  readonly term: string | null
  readonly exp: Modifier | null
  /** The domain of the record that decided the result. */
  readonly domain: string
}

const RESULT: { readonly [Sign in Qualifier]: SpfResult } = {
  "+": "pass",
  "-": "fail",
  "~": "softfail",
  "?": "neutral"
}
/**
 * The longest chain of records that is followed. It is long enough for the ten terms that may refer to another record.
 */
const MAX_DEPTH = 12
const FOREIGN = /[^\u0020-\u007e]/

const fetchRecord = Effect.fnUntraced(function* (session: SpfSession, domain: string) {
  const answer = yield* lookUp(session, domain, "TXT")
  const found: Array<string> = []
  for (const record of answer?.records ?? []) {
    const text = joinChunks(record)
    if (isSpf(text)) found.push(text)
  }
  if (found.length > 1)
    return yield* Effect.fail(permerror("multiple_records", `${domain} has ${found.length} SPF records.`))
  const [text] = found
  if (text === undefined) return null
  const record = parseSpf(text)
  const [error] = record.errors
  return error === undefined
    ? record
    : yield* Effect.fail(permerror("syntax", `${error.message} (in "${error.term}" of ${domain})`))
})

const anyMatches = (
  session: SpfSession,
  addresses: ReadonlyArray<{ readonly address: string }>,
  { prefixes }: Mechanism
): boolean => {
  const { address } = session.values
  return addresses.some((record) => {
    const parsed = parseIpAddress(record.address)
    return parsed !== null && inSameNetwork(address, parsed, prefixes[address.family])
  })
}

const familyOf = (address: IpAddress): "A" | "AAAA" => (address.family === 4 ? "A" : "AAAA")

const matchesHost = (session: SpfSession, mechanism: Mechanism, name: string) =>
  Effect.map(lookUpForTerm(session, name, familyOf(session.values.address)), (answer) =>
    anyMatches(session, answer?.records ?? [], mechanism)
  )

const matchesMx = Effect.fnUntraced(function* (session: SpfSession, mechanism: Mechanism, name: string) {
  const hosts = (yield* lookUpForTerm(session, name, "MX"))?.records ?? []
  if (hosts.length > MAX_HOSTS_PER_TERM)
    return yield* Effect.fail(permerror("too_many_hosts", `${name} has more than ${MAX_HOSTS_PER_TERM} MX records.`))
  for (const { exchange } of hosts.toSorted((a, b) => a.preference - b.preference)) {
    if (exchange === "") continue
    const answer = yield* lookUp(session, exchange, familyOf(session.values.address))
    if (anyMatches(session, answer?.records ?? [], mechanism)) return true
  }
  return false
})

const matchesPtr = (session: SpfSession, name: string): Effect.Effect<boolean, SpfFault> =>
  !endsInTopLabel(name)
    ? Effect.succeed(false)
    : Effect.map(validatedNames(session), (names) => names.some((found) => isWithin(found, name.toLowerCase())))

const matchesInclude = Effect.fnUntraced(function* (session: SpfSession, name: string, depth: number) {
  const verdict = yield* evaluate(session, name, depth + 1)
  if (verdict.result === "none")
    return yield* Effect.fail(permerror("no_record", `${name} is included but has no SPF record.`))
  return verdict.result === "pass"
})

const matchesNetwork = (session: SpfSession, { network }: Mechanism): boolean =>
  network !== null && inSameNetwork(session.values.address, network.address, network.prefix)

const asks: ReadonlySet<string> = new Set(["include", "a", "mx", "ptr", "exists"])

const matches = Effect.fnUntraced(function* (session: SpfSession, mechanism: Mechanism, domain: string, depth: number) {
  const fault = countLookup(session)
  if (fault !== null) return yield* Effect.fail(fault)
  const name = yield* targetOf(session, mechanism.domain, domain)
  if (name === null) return false
  switch (mechanism.name) {
    case "include":
      return yield* matchesInclude(session, name, depth)
    case "a":
      return yield* matchesHost(session, mechanism, name)
    case "mx":
      return yield* matchesMx(session, mechanism, name)
    case "ptr":
      return yield* matchesPtr(session, name)
    default:
      return ((yield* lookUpForTerm(session, name, "A"))?.records.length ?? 0) > 0
  }
})

const followRedirect = Effect.fnUntraced(function* (
  session: SpfSession,
  redirect: Modifier,
  domain: string,
  depth: number
) {
  const fault = countLookup(session)
  if (fault !== null) return yield* Effect.fail(fault)
  const name = yield* targetOf(session, redirect.value, domain)
  const verdict = name === null ? null : yield* evaluate(session, name, depth + 1)
  if (verdict === null || verdict.result === "none")
    return yield* Effect.fail(permerror("no_record", `"${redirect.text}" refers to a domain without an SPF record.`))
  return verdict
})

const evaluateRecord = Effect.fnUntraced(function* (
  session: SpfSession,
  record: SpfRecord,
  domain: string,
  depth: number
) {
  for (const mechanism of record.mechanisms) {
    const matched = asks.has(mechanism.name)
      ? yield* matches(session, mechanism, domain, depth)
      : mechanism.name === "all" || matchesNetwork(session, mechanism)
    if (matched) return { result: RESULT[mechanism.qualifier], term: mechanism.text, exp: record.exp, domain }
  }
  if (record.redirect !== null) return yield* followRedirect(session, record.redirect, domain, depth)
  return { result: "neutral" as const, term: null, exp: null, domain }
})

const evaluate = (session: SpfSession, domain: string, depth: number): Effect.Effect<Verdict, SpfFault> =>
  depth > MAX_DEPTH
    ? Effect.fail(permerror("too_many_lookups", "The records refer to each other in an endless loop."))
    : Effect.flatMap(fetchRecord(session, domain), (record): Effect.Effect<Verdict, SpfFault> =>
        record === null
          ? Effect.succeed({ result: "none", term: null, exp: null, domain })
          : evaluateRecord(session, record, domain, depth)
      )

const explain = Effect.fnUntraced(function* (session: SpfSession, { exp, domain }: Verdict) {
  if (exp === null) return null
  // The limits on lookups do not apply to explanations (RFC 7208 section 4.6.4).
  const free: SpfSession = { ...session, lookups: Number.NEGATIVE_INFINITY, voids: Number.NEGATIVE_INFINITY }
  const name = yield* targetOf(free, exp.value, domain)
  const records = name === null ? [] : ((yield* lookUp(free, name, "TXT"))?.records ?? [])
  const [record] = records
  if (record === undefined || records.length > 1) return null
  const parsed = parseExplanation(joinChunks(record))
  if (!parsed.ok || (free.foreignLocal && (usesLetter(parsed.value, "l") || usesLetter(parsed.value, "s")))) return null
  const text = expand(parsed.value, yield* valuesFor(free, parsed.value, domain))
  return text === "" ? null : text
})

interface Identity {
  readonly local: string
  readonly domain: string
}

const identityOf = ({ sender, helo }: SpfRequest): Identity => {
  if (sender === "") return { local: "postmaster", domain: helo ?? "" }
  const cut = sender.lastIndexOf("@")
  return { local: cut <= 0 ? "postmaster" : sender.slice(0, cut), domain: sender.slice(cut + 1) }
}

const isCheckable = (domain: string): boolean =>
  domain.includes(".") && !domain.startsWith("[") && !FOREIGN.test(domain)

/**
 * Evaluates SPF for a message: check_host() of RFC 7208 with macros, explanations and all limits. The result is
 * "temperror" if the DNS failed. Throws a TypeError if the IP address is invalid.
 */
export const evaluateSpf = (resolver: Resolver, request: SpfRequest): Effect.Effect<SpfOutcome> =>
  Effect.suspend(() => {
    const given = parseIpAddress(request.ip)
    if (given === null) throw argumentError(`checkSpf: request.ip ${JSON.stringify(request.ip)} is not an IP address.`)
    const { local, domain: named } = identityOf(request)
    const domain = named.endsWith(".") ? named.slice(0, -1) : named
    const { helo = "unknown", receiver = "unknown", now = 0 } = request
    const session: SpfSession = {
      resolver,
      values: { address: unmapIpv4(given), local, senderDomain: domain, helo, receiver, now },
      foreignLocal: FOREIGN.test(local),
      lookups: 0,
      voids: 0
    }
    const outcome = (found: Pick<SpfOutcome, "result" | "term" | "explanation" | "fault">): SpfOutcome => ({
      ...found,
      domain,
      lookups: session.lookups,
      voids: session.voids
    })
    const none = outcome({ result: "none", term: null, explanation: null, fault: null })
    if (!isCheckable(domain)) return Effect.succeed(none)
    return evaluate(session, domain, 0).pipe(
      Effect.flatMap((verdict) =>
        verdict.result === "fail"
          ? Effect.map(
              Effect.orElseSucceed(explain(session, verdict), () => null),
              (explanation) => outcome({ ...verdict, explanation, fault: null })
            )
          : Effect.succeed(outcome({ result: verdict.result, term: verdict.term, explanation: null, fault: null }))
      ),
      Effect.catch((fault) => Effect.succeed(outcome({ result: fault.result, term: null, explanation: null, fault })))
    )
  })
