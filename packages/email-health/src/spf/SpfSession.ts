import type { DnsAnswer, DnsError, RecordType } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import { type IpAddress, parseIpAddress, reverseDnsName } from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import { escapeName } from "../DnsText.ts"
import { endsInTopLabel, expandDomain, type MacroString, type MacroValues, usesLetter } from "./MacroString.ts"
import { MAX_HOSTS_PER_TERM, MAX_LOOKUP_TERMS, MAX_VOID_LOOKUPS } from "./SpfLimits.ts"
import type { SpfFault } from "./SpfOutcome.ts"

export interface SpfSession {
  readonly resolver: Resolver
  readonly values: Omit<MacroValues, "domain" | "validated">
  /** Whether the local-part is not ASCII. Terms that use such a local-part match nothing (RFC 8616 section 4). */
  readonly foreignLocal: boolean
  lookups: number
  voids: number
}

export const permerror = (code: SpfFault["code"], message: string): SpfFault => ({ result: "permerror", code, message })
const temperror = (error: DnsError): SpfFault => ({ result: "temperror", code: "dns", message: error.message })

/** Counts a term that queries the DNS. Returns a fault if the limit is exceeded. */
export const countLookup = (session: SpfSession): SpfFault | null =>
  ++session.lookups > MAX_LOOKUP_TERMS
    ? permerror("too_many_lookups", `More than ${MAX_LOOKUP_TERMS} terms query DNS.`)
    : null

const countVoid = (session: SpfSession): SpfFault | null =>
  ++session.voids > MAX_VOID_LOOKUPS
    ? permerror("too_many_voids", `More than ${MAX_VOID_LOOKUPS} terms have no DNS records.`)
    : null

/**
 * Queries the DNS. Returns null for a malformed name, which a macro may produce and which is not queried (RFC 7208
 * section 4.3).
 */
export const lookUp = <T extends RecordType>(
  session: SpfSession,
  name: string,
  type: T
): Effect.Effect<DnsAnswer<T> | null, SpfFault> =>
  endsInTopLabel(name)
    ? session.resolver
        .query(escapeName(name), type)
        .pipe(
          Effect.catch((error): Effect.Effect<DnsAnswer<T> | null, SpfFault> =>
            error.reason === "BadName" ? Effect.succeed(null) : Effect.fail(temperror(error))
          )
        )
    : Effect.succeed(null)

/** Queries the DNS for a term, and counts an empty answer as a void lookup (RFC 7208 section 4.6.4). */
export const lookUpForTerm = <T extends RecordType>(
  session: SpfSession,
  name: string,
  type: T
): Effect.Effect<DnsAnswer<T> | null, SpfFault> =>
  Effect.flatMap(lookUp(session, name, type), (answer) => {
    const fault = answer !== null && answer.records.length === 0 ? countVoid(session) : null
    return fault === null ? Effect.succeed(answer) : Effect.fail(fault)
  })

const isSame = (text: string, address: IpAddress): boolean => parseIpAddress(text)?.value === address.value

const ignoringTemperror = <A>(effect: Effect.Effect<A, SpfFault>, otherwise: A): Effect.Effect<A, SpfFault> =>
  effect.pipe(Effect.catch((fault) => (fault.result === "permerror" ? Effect.fail(fault) : Effect.succeed(otherwise))))

/**
 * Returns the client's names whose addresses include the client's address (RFC 7208 section 5.5). Ignores DNS faults.
 */
export const validatedNames = Effect.fnUntraced(function* (session: SpfSession) {
  const { address } = session.values
  const answer = yield* ignoringTemperror(lookUpForTerm(session, reverseDnsName(address), "PTR"), null)
  const names: Array<string> = []
  for (const { target } of (answer?.records ?? []).slice(0, MAX_HOSTS_PER_TERM)) {
    const back = yield* ignoringTemperror(lookUp(session, target, address.family === 4 ? "A" : "AAAA"), null)
    if (back?.records.some((record) => isSame(record.address, address))) names.push(target)
  }
  return names
})

export const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)

const preferred = (names: ReadonlyArray<string>, domain: string): string =>
  names.find((name) => name === domain) ?? names.find((name) => isWithin(name, domain)) ?? names[0] ?? "unknown"

/** Returns the macro values for a string. The client's name is looked up only if the string uses it. */
export const valuesFor = (
  session: SpfSession,
  spec: MacroString,
  domain: string
): Effect.Effect<MacroValues, SpfFault> => {
  const values = (validated: string): MacroValues => ({ ...session.values, domain, validated })
  if (!usesLetter(spec, "p")) return Effect.succeed(values("unknown"))
  const fault = countLookup(session)
  return fault === null
    ? Effect.map(validatedNames(session), (names) => values(preferred(names, domain.toLowerCase())))
    : Effect.fail(fault)
}

/** Returns the name that a term queries; null if the term cannot match (RFC 8616 section 4). */
export const targetOf = (
  session: SpfSession,
  spec: MacroString | null,
  domain: string
): Effect.Effect<string | null, SpfFault> => {
  if (spec === null) return Effect.succeed(domain)
  const only = spec.parts[0]
  if (spec.parts.length === 1 && typeof only === "string")
    return Effect.succeed(only.endsWith(".") ? only.slice(0, -1) : only)
  if (session.foreignLocal && (usesLetter(spec, "l") || usesLetter(spec, "s"))) return Effect.succeed(null)
  return Effect.map(valuesFor(session, spec, domain), (values) => expandDomain(spec, values))
}
