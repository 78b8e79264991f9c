import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { joinChunks } from "../DnsText.ts"
import { parseTagList, valueOf } from "../TagList.ts"
import { lookUp } from "../DnsLookup.ts"
import { type MtaStsPolicy, parseMtaStsPolicy } from "./mtaSts.ts"

/** Whether a TXT record is present and valid; `present` is null when unknown. */
export interface TextRecordStatus {
  readonly present: boolean | null
  readonly record: string | null
  readonly valid: boolean
}

/** The DANE records of a mail host (RFC 7672). */
export interface DaneHost {
  readonly host: string
  /** The number of usable TLSA records; null when unknown. */
  readonly records: number | null
  /** Whether DNSSEC validated them, without which they do not count (RFC 7672 section 2.2). */
  readonly authenticated: boolean | null
}

/** Facts that are reported but not scored. */
export interface ExtraFacts {
  readonly mtaSts: TextRecordStatus & {
    readonly policy: MtaStsPolicy | null
    /** Whether the policy file was requested. */ readonly fetched: boolean
  }
  readonly tlsRpt: TextRecordStatus
  readonly bimi: TextRecordStatus & { readonly logo: string | null; readonly certificate: string | null }
  readonly dane: ReadonlyArray<DaneHost>
  /** `signed`: the parent has a DS record; null when unknown. */
  readonly dnssec: { readonly signed: boolean | null; readonly validated: boolean | null }
}

/**
 * Fetches `https://mta-sts.<domain>/.well-known/mta-sts.txt` (RFC 8461 section 3.3); null when it does not exist or
 * cannot be fetched.
 */
export type FetchPolicy = (domain: string, signal: AbortSignal) => Promise<string | null>

/** The most hosts whose TLSA records are queried. */
const MAX_DANE_HOSTS = 10
const CONCURRENCY = 16
/** Milliseconds for the MTA-STS policy file. */
const FETCH_MS = 5000

const textAt = Effect.fnUntraced(function* (
  resolver: Resolver,
  name: string,
  version: RegExp,
  isValid: (text: string) => boolean
) {
  const { answer } = yield* lookUp(resolver, name, "TXT")
  if (answer === null) return { present: null, record: null, valid: false } satisfies TextRecordStatus
  const records = answer.records.map(joinChunks).filter((text) => version.test(text))
  const record = records[0] ?? null
  return {
    present: record !== null,
    record,
    valid: record !== null && records.length === 1 && isValid(record)
  } satisfies TextRecordStatus
})

const tag = (text: string, name: string): string => valueOf(parseTagList(text), name) ?? ""

const inspectMtaSts = Effect.fnUntraced(function* (
  resolver: Resolver,
  domain: string,
  fetchPolicy: FetchPolicy | null
) {
  const found = yield* textAt(resolver, `_mta-sts.${domain}`, /^v=STSv1\s*(?:;|$)/, (text) =>
    /^[a-z0-9]{1,32}$/i.test(tag(text, "id"))
  )
  if (found.present !== true || fetchPolicy === null) return { ...found, policy: null, fetched: false }
  const text = yield* Effect.tryPromise((signal) => fetchPolicy(domain, signal)).pipe(
    Effect.timeoutOption(FETCH_MS),
    Effect.map(Option.getOrNull),
    Effect.orElseSucceed(() => null)
  )
  return { ...found, policy: text === null ? null : parseMtaStsPolicy(text), fetched: true }
})

const inspectBimi = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const found = yield* textAt(resolver, `default._bimi.${domain}`, /^v=BIMI1\s*(?:;|$)/, (text) =>
    /^(?:https:\/\/\S+)?$/.test(tag(text, "l"))
  )
  const text = found.record ?? ""
  return { ...found, logo: tag(text, "l") || null, certificate: tag(text, "a") || null }
})

const inspectDane = Effect.fnUntraced(function* (resolver: Resolver, host: string) {
  const { answer } = yield* lookUp(resolver, `_25._tcp.${host}`, "TLSA")
  // Only DANE-TA and DANE-EE count for SMTP (RFC 7672 section 3.1).
  return {
    host,
    records: answer === null ? null : answer.records.filter(({ usage }) => usage === 2 || usage === 3).length,
    authenticated: answer?.authenticated ?? null
  } satisfies DaneHost
})

const inspectDnssec = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const [ds, soa] = yield* Effect.all([lookUp(resolver, domain, "DS"), lookUp(resolver, domain, "SOA")], {
    concurrency: 2
  })
  return {
    signed: ds.answer === null ? null : ds.answer.records.length > 0,
    validated: soa.answer?.authenticated ?? null
  }
})

/** Collects the facts that are not scored. */
export const inspectExtras = (
  resolver: Resolver,
  domain: string,
  hosts: ReadonlyArray<string>,
  fetchPolicy: FetchPolicy | null
): Effect.Effect<ExtraFacts> =>
  Effect.all(
    {
      mtaSts: inspectMtaSts(resolver, domain, fetchPolicy),
      tlsRpt: textAt(resolver, `_smtp._tls.${domain}`, /^v=TLSRPTv1\s*(?:;|$)/, (text) =>
        /^(?:mailto:|https:)\S+$/.test(tag(text, "rua"))
      ),
      bimi: inspectBimi(resolver, domain),
      dane: Effect.forEach(hosts.slice(0, MAX_DANE_HOSTS), (host) => inspectDane(resolver, host), {
        concurrency: CONCURRENCY
      }),
      dnssec: inspectDnssec(resolver, domain)
    },
    { concurrency: "unbounded" }
  )
