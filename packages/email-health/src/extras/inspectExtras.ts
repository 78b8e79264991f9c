import type { Resolver } from "@mon/dns/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { joinChunks } from "../DnsText.ts"
import { lookUp } from "../DnsLookup.ts"
import { type HttpsAnswer, type MailHostContact, notContacted, type Transport } from "../network/Transport.ts"
import { parseTagList, valueOf } from "../TagList.ts"
import { checkLogo, checkMarkCertificate, MAX_LOGO_BYTES, MAX_PEM_BYTES, NOT_CHECKED } from "./bimi.ts"
import { isUsableTlsa, judgeDane } from "./dane.ts"
import type { BimiFacts, DaneHost, ExtraFacts, MailHostTls, MtaStsFacts, TextRecordStatus } from "./ExtraFacts.ts"
import { MAX_POLICY_BYTES, readPolicyAnswer } from "./mtaSts.ts"
import { parseBimi } from "./parseBimi.ts"
import { parseTlsRpt } from "./tlsRpt.ts"

/** The most hosts that are contacted, or whose TLSA records are queried. */
const MAX_HOSTS = 10
const CONCURRENCY = 16
const FETCH_MS = 5_000
const CONTACT_MS = 8_000

interface ExtrasPlan {
  readonly resolver: Resolver
  readonly domain: string
  readonly hosts: ReadonlyArray<string>
  /** Null to check only the DNS. */
  readonly transport: Transport | null
  readonly startTls: boolean
  /** The time at which all connections must end, in milliseconds since the epoch. */
  readonly until: number
}

const NO_ANSWER: HttpsAnswer = { ok: false, fault: "not_checked", detail: "There was no answer in time." }

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

/** Contacts a host within a time limit, but not beyond the deadline of the check. A rejection counts as no answer. */
const within = <A>(
  milliseconds: number,
  until: number,
  contact: (signal: AbortSignal) => Promise<A>,
  noAnswer: A
): Effect.Effect<A> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const left = Math.min(milliseconds, until - now)
    if (left <= 0) return Effect.succeed(noAnswer)
    return Effect.tryPromise(contact).pipe(
      Effect.timeoutOption(left),
      Effect.map(Option.getOrElse(() => noAnswer)),
      Effect.orElseSucceed(() => noAnswer)
    )
  })

const get = ({ transport, until }: ExtrasPlan, url: string, maxBytes: number): Effect.Effect<HttpsAnswer> =>
  transport === null
    ? Effect.succeed(NO_ANSWER)
    : within(FETCH_MS, until, (signal) => transport.get(url, { maxBytes, signal }), NO_ANSWER)

const inspectMtaSts = Effect.fnUntraced(function* (plan: ExtrasPlan) {
  const { domain, resolver, transport } = plan
  const found = yield* textAt(resolver, `_mta-sts.${domain}`, /^v=STSv1\s*(?:;|$)/, (text) =>
    /^[a-z0-9]{1,32}$/i.test(valueOf(parseTagList(text), "id") ?? "")
  )
  if (found.present !== true || transport === null)
    return { ...found, policy: null, fetched: false, fault: null } satisfies MtaStsFacts
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  const read = readPolicyAnswer(yield* get(plan, url, MAX_POLICY_BYTES))
  return {
    ...found,
    policy: read.ok ? read.policy : null,
    fetched: true,
    fault: read.ok ? null : read.fault
  } satisfies MtaStsFacts
})

const inspectTlsRpt = Effect.fnUntraced(function* ({ domain, resolver }: ExtrasPlan) {
  const found = yield* textAt(
    resolver,
    `_smtp._tls.${domain}`,
    /^v=TLSRPTv1\s*(?:;|$)/,
    (text) => parseTlsRpt(text) !== null
  )
  return { ...found, addresses: (found.valid ? parseTlsRpt(found.record ?? "") : null) ?? [] }
})

const inspectBimi = Effect.fnUntraced(function* (plan: ExtrasPlan) {
  const { domain, resolver, transport } = plan
  const found = yield* textAt(
    resolver,
    `default._bimi.${domain}`,
    /^v=BIMI1\s*(?:;|$)/,
    (text) => parseBimi(text) !== null
  )
  const record = found.record === null ? null : parseBimi(found.record)
  const logo = record?.logo ?? null
  const certificate = record?.certificate ?? null
  const facts = { ...found, logo, certificate, declined: record?.declined ?? false }
  const now = yield* Clock.currentTimeMillis
  const [logoCheck, certificateCheck] = yield* Effect.all(
    [
      logo === null || transport === null
        ? Effect.succeed(NOT_CHECKED)
        : Effect.map(get(plan, logo, MAX_LOGO_BYTES), checkLogo),
      certificate === null || transport === null
        ? Effect.succeed(NOT_CHECKED)
        : Effect.map(get(plan, certificate, MAX_PEM_BYTES), (answer) => checkMarkCertificate(answer, domain, now))
    ],
    { concurrency: 2 }
  )
  return { ...facts, logoCheck, certificateCheck } satisfies BimiFacts
})

const inspectHost = Effect.fnUntraced(function* (plan: ExtrasPlan, host: string) {
  const { resolver, transport, until } = plan
  const startTls = plan.startTls ? (transport?.startTls ?? null) : null
  const contacted =
    startTls === null ? null : within(CONTACT_MS, until, (signal) => startTls(host, signal), notContacted("timeout"))
  const [{ answer }, contact] = yield* Effect.all(
    [lookUp(resolver, `_25._tcp.${host}`, "TLSA"), contacted ?? Effect.succeed(notContacted(null))],
    { concurrency: 2 }
  )
  const records = answer?.records ?? null
  const authenticated = answer?.authenticated ?? null
  const { certificate, protocol, reason, status }: MailHostContact = contact
  const tls: MailHostTls = {
    host,
    status,
    reason: contacted === null ? "not_requested" : reason,
    protocol,
    certificate
  }
  const dane: DaneHost = {
    host,
    records: records?.filter(isUsableTlsa).length ?? null,
    authenticated,
    status: judgeDane(records, authenticated, contact)
  }
  return { tls, dane }
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

export const inspectExtras = (plan: ExtrasPlan): Effect.Effect<ExtraFacts> =>
  Effect.map(
    Effect.all(
      {
        mtaSts: inspectMtaSts(plan),
        tlsRpt: inspectTlsRpt(plan),
        bimi: inspectBimi(plan),
        hosts: Effect.forEach(plan.hosts.slice(0, MAX_HOSTS), (host) => inspectHost(plan, host), {
          concurrency: CONCURRENCY
        }),
        dnssec: inspectDnssec(plan.resolver, plan.domain)
      },
      { concurrency: "unbounded" }
    ),
    ({ hosts, ...facts }) => ({
      ...facts,
      mailHosts: hosts.map(({ tls }) => tls),
      dane: hosts.map(({ dane }) => dane)
    })
  )
