import type { DnsAnswer, DnsErrorReason, RecordType, TxtData } from "@mon/dns"
import { type Resolver, withDeadline } from "@mon/dns/effect"
import { parseDmarc } from "@mon/email-health"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  type DomainFacts,
  FACTS_VERSION,
  type MailboxHint,
  type MailHost,
  type MailStatus
} from "../facts/DomainFacts.ts"
import { byText } from "../plan/planCampaign.ts"
import { providerOfHost } from "../receiver/providers.ts"
import { bestHosts } from "../receiver/recogniseReceiver.ts"
import { makeHostTable } from "../receiver/HostTable.ts"
import { spfHintOf, spfTargets } from "../receiver/spfIncludes.ts"

/** The maximum number of mail hosts of unknown operators whose addresses are queried. */
const MAX_OWN_HOSTS = 2
/** The maximum number of SPF records that are read in addition to the domain's own record. */
const MAX_NESTED = 3
/** The maximum numbers of returned mail hosts, of characters in a text, and of SPF targets. */
const MAX_HOSTS = 20
const MAX_TEXT = 1024
const MAX_TARGETS = 40

/** The mailbox provider for each target of an autodiscover alias or a DKIM key's alias. */
const ALIAS_TARGETS = makeHostTable<string>([
  ["autodiscover.outlook.com", "microsoft365"],
  ["onmicrosoft.com", "microsoft365"],
  ["dkim.mail.microsoft", "microsoft365"]
])

const SPF = /^v=spf1(?: |$)/i
const MICROSOFT_TEXT = /^MS=ms\d+$/i

const textOf = ({ chunks }: TxtData): string => chunks.join("")

type Answered<T extends RecordType> =
  | { readonly answer: DnsAnswer<T>; readonly failure: null }
  | { readonly answer: null; readonly failure: DnsErrorReason }

/** DNS failures that a second query may resolve. */
const TRANSIENT: ReadonlySet<DnsErrorReason> = new Set(["Timeout", "ServFail", "Refused", "Network"])
/** The time limit for all queries about one domain, in milliseconds. */
const PROSPECT_DEADLINE_MS = 15_000

/** Returns a function that queries the DNS, never fails, and retries transient failures once. */
const makeQuery = (resolver: Resolver) => {
  const unanswered: Array<string> = []
  const query = <T extends RecordType>(name: string, type: T): Effect.Effect<Answered<T>> =>
    Effect.map(
      Effect.result(
        Effect.retry(resolver.query(name, type), { times: 1, while: ({ reason }) => TRANSIENT.has(reason) })
      ),
      (result): Answered<T> => {
        if (Result.isSuccess(result)) return { answer: result.success, failure: null }
        // An invalid name in a record does not mean that the DNS failed.
        if (result.failure.reason !== "BadName") unanswered.push(`${type} ${name} ${result.failure.reason}`)
        return { answer: null, failure: result.failure.reason }
      }
    )
  return { query, unanswered }
}

type Query = ReturnType<typeof makeQuery>["query"]

const readMx = ({ answer }: Answered<"MX">): { readonly mail: MailStatus; readonly mx: ReadonlyArray<MailHost> } => {
  if (answer === null) return { mail: "unknown", mx: [] }
  if (answer.status === "nxdomain") return { mail: "nxdomain", mx: [] }
  const mx = answer.records
    .map(({ exchange, preference }) => ({ exchange, preference }))
    .sort((a, b) => a.preference - b.preference || byText(a.exchange, b.exchange))
    .slice(0, MAX_HOSTS)
  if (mx.length === 0) return { mail: "none", mx }
  const hosts = mx.filter(({ exchange }) => exchange !== "")
  return hosts.length === 0 ? { mail: "null", mx } : { mail: "hosts", mx: hosts }
}

/**
 * Returns whether a name has an address; null if the query for one address family got no answer and the name has no
 * address in the other family.
 */
const hasAddress = Effect.fnUntraced(function* (query: Query, name: string) {
  const result = yield* Effect.all([query(name, "A"), query(name, "AAAA")], { concurrency: 2 })
  if (result.some(({ answer }) => answer !== null && answer.records.length > 0)) return true
  return result.some(({ answer }) => answer === null) ? null : false
})

const reachable = Effect.fnUntraced(function* (
  query: Query,
  domain: string,
  mail: MailStatus,
  mx: ReadonlyArray<MailHost>
) {
  if (mail === "none") return yield* hasAddress(query, domain)
  if (mail !== "hosts" || mx.some(({ exchange }) => providerOfHost(exchange) !== null)) return null
  const found = yield* Effect.forEach(mx.slice(0, MAX_OWN_HOSTS), ({ exchange }) => hasAddress(query, exchange), {
    concurrency: MAX_OWN_HOSTS
  })
  if (found.includes(true)) return true
  // The hosts that were not queried may have addresses.
  return found.includes(null) || mx.length > MAX_OWN_HOSTS ? null : false
})

/** Returns whether the domain is behind a gateway. Further evidence is worth a query only for such a domain. */
const isBehindGateway = (mx: ReadonlyArray<MailHost>): boolean =>
  bestHosts(mx).some(({ exchange }) => providerOfHost(exchange)?.kind === "gateway")

const aliasHint = Effect.fnUntraced(function* (query: Query, name: string, by: MailboxHint["by"]) {
  const { answer } = yield* query(name, "CNAME")
  const targets = [...(answer?.records.map(({ target }) => target) ?? []), ...(answer?.cnames ?? [])]
  const provider = targets.map((target) => ALIAS_TARGETS.find(target)).find((found) => found !== null) ?? null
  return provider === null ? [] : [{ by, provider } satisfies MailboxHint]
})

const googleKey = Effect.fnUntraced(function* (query: Query, domain: string) {
  const { answer } = yield* query(`google._domainkey.${domain}`, "TXT")
  return answer?.records.some((record) => /(?:^|;)\s*p\s*=\s*[A-Za-z0-9+/]/.test(textOf(record))) === true
    ? [{ by: "dkim", provider: "google" } satisfies MailboxHint]
    : []
})

const hintsOf = Effect.fnUntraced(function* (
  query: Query,
  domain: string,
  mx: ReadonlyArray<MailHost>,
  texts: ReadonlyArray<string>
) {
  const confirmed = texts.some((text) => MICROSOFT_TEXT.test(text))
    ? [{ by: "txt", provider: "microsoft365" } satisfies MailboxHint]
    : []
  if (!isBehindGateway(mx)) return confirmed
  const found: ReadonlyArray<ReadonlyArray<MailboxHint>> = yield* Effect.all(
    [
      aliasHint(query, `selector1._domainkey.${domain}`, "dkim"),
      aliasHint(query, `autodiscover.${domain}`, "autodiscover"),
      googleKey(query, domain)
    ],
    { concurrency: 3 }
  )
  return [...found.flat(), ...confirmed]
})

/**
 * Returns the SPF targets of a record. For a domain behind a gateway, adds the targets one level down if the record
 * itself shows no mailbox provider.
 */
const targetsOf = Effect.fnUntraced(function* (query: Query, record: string | null, mx: ReadonlyArray<MailHost>) {
  const own = record === null ? [] : spfTargets(record).slice(0, MAX_TARGETS)
  if (!isBehindGateway(mx) || own.some((target) => spfHintOf(target)?.kind === "mailbox")) return own
  const below = own.filter((target) => !target.includes("%") && spfHintOf(target) === null).slice(0, MAX_NESTED)
  const nested = yield* Effect.forEach(below, (target) => query(target, "TXT"), { concurrency: MAX_NESTED })
  const found = nested.flatMap(
    ({ answer }) =>
      answer?.records
        .map(textOf)
        .filter((text) => SPF.test(text))
        .flatMap(spfTargets) ?? []
  )
  return [...new Set([...own, ...found])].slice(0, MAX_TARGETS)
})

const policyIn = (answer: DnsAnswer<"TXT"> | null): DomainFacts["dmarc"] => {
  const records = answer?.records.map(textOf).filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text)) ?? []
  const [text] = records
  if (text === undefined || records.length > 1) return null
  const parsed = parseDmarc(text)
  return parsed.ok ? parsed.record.policy : null
}

/**
 * Looks up a prospect's domain with three DNS queries, and a few more if they are useful. Never fails, because missing
 * answers are part of the facts.
 */
export const lookupProspect = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const { query, unanswered } = makeQuery(yield* withDeadline(resolver, PROSPECT_DEADLINE_MS))
  const [result, texts, policy] = yield* Effect.all(
    [query(domain, "MX"), query(domain, "TXT"), query(`_dmarc.${domain}`, "TXT")],
    { concurrency: 3 }
  )
  const { mail, mx } = readMx(result)
  const lines = texts.answer?.records.map(textOf) ?? []
  const spf = lines.filter((text) => SPF.test(text))
  const record = spf.length === 1 ? (spf[0]?.slice(0, MAX_TEXT) ?? null) : null
  const [reached, hints, targets] = yield* Effect.all(
    [reachable(query, domain, mail, mx), hintsOf(query, domain, mx, lines), targetsOf(query, record, mx)],
    { concurrency: 3 }
  )
  return {
    version: FACTS_VERSION,
    domain,
    mail,
    mx,
    reachable: reached,
    spf: record,
    spfTargets: targets,
    dmarc: policyIn(policy.answer),
    hints,
    unanswered: unanswered.sort(byText)
  } satisfies DomainFacts
})
