import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { joinChunks } from "../DnsText.ts"
import { parseTagList, valueOf } from "../TagList.ts"
import { lookUp } from "../DnsLookup.ts"
import { parseMtaStsPolicy } from "./mtaSts.ts"
import type { DaneHost, ExtraFacts, FetchPolicy, TextRecordStatus } from "./ExtraFacts.ts"

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
