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

/** Hosts of nobody known whose addresses are asked for. */
const MAX_OWN_HOSTS = 2
/** SPF records below a domain's own that are read. */
const MAX_NESTED = 3
/** Mail hosts and texts that are kept. */
const MAX_HOSTS = 20
const MAX_TEXT = 1024
const MAX_TARGETS = 40

/** Where names of clients and keys lead, for providers that give them out. */
const ALIAS_TARGETS = makeHostTable<string>([
  ["autodiscover.outlook.com", "microsoft365"],
  ["onmicrosoft.com", "microsoft365"],
  ["dkim.mail.microsoft", "microsoft365"]
])

const SPF = /^v=spf1(?: |$)/i
const MICROSOFT_TEXT = /^MS=ms\d+$/i

const textOf = ({ chunks }: TxtData): string => chunks.join("")

type Told<T extends RecordType> =
  | { readonly answer: DnsAnswer<T>; readonly failure: null }
  | { readonly answer: null; readonly failure: DnsErrorReason }

/** What a second question may mend. */
const PASSING: ReadonlySet<DnsErrorReason> = new Set(["Timeout", "ServFail", "Refused", "Network"])
/** Milliseconds for all questions about one domain. */
export const PROSPECT_DEADLINE_MS = 15_000

/** Asks and never fails; a failure that may pass is asked about once more. */
const makeAsker = (resolver: Resolver) => {
  const unanswered: Array<string> = []
  const ask = <T extends RecordType>(name: string, type: T): Effect.Effect<Told<T>> =>
    Effect.map(
      Effect.result(Effect.retry(resolver.query(name, type), { times: 1, while: ({ reason }) => PASSING.has(reason) })),
      (told): Told<T> => {
        if (Result.isSuccess(told)) return { answer: told.success, failure: null }
        // A name that cannot be asked for, out of somebody's record, says nothing about the DNS.
        if (told.failure.reason !== "BadName") unanswered.push(`${type} ${name} ${told.failure.reason}`)
        return { answer: null, failure: told.failure.reason }
      }
    )
  return { ask, unanswered }
}

type Ask = ReturnType<typeof makeAsker>["ask"]

const readMx = ({ answer }: Told<"MX">): { readonly mail: MailStatus; readonly mx: ReadonlyArray<MailHost> } => {
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

/** Whether a name has an address; null when one family did not answer and the other has none. */
const hasAddress = Effect.fnUntraced(function* (ask: Ask, name: string) {
  const told = yield* Effect.all([ask(name, "A"), ask(name, "AAAA")], { concurrency: 2 })
  if (told.some(({ answer }) => answer !== null && answer.records.length > 0)) return true
  return told.some(({ answer }) => answer === null) ? null : false
})

const reachable = Effect.fnUntraced(function* (
  ask: Ask,
  domain: string,
  mail: MailStatus,
  mx: ReadonlyArray<MailHost>
) {
  if (mail === "none") return yield* hasAddress(ask, domain)
  if (mail !== "hosts" || mx.some(({ exchange }) => providerOfHost(exchange) !== null)) return null
  const found = yield* Effect.forEach(mx.slice(0, MAX_OWN_HOSTS), ({ exchange }) => hasAddress(ask, exchange), {
    concurrency: MAX_OWN_HOSTS
  })
  if (found.includes(true)) return true
  // Hosts that were not asked for may be there.
  return found.includes(null) || mx.length > MAX_OWN_HOSTS ? null : false
})

/** Only behind a gateway are more signs worth a question. */
const lookFurther = (mx: ReadonlyArray<MailHost>): boolean =>
  bestHosts(mx).some(({ exchange }) => providerOfHost(exchange)?.kind === "gateway")

const aliasHint = Effect.fnUntraced(function* (ask: Ask, name: string, by: MailboxHint["by"]) {
  const { answer } = yield* ask(name, "CNAME")
  const targets = [...(answer?.records.map(({ target }) => target) ?? []), ...(answer?.cnames ?? [])]
  const provider = targets.map((target) => ALIAS_TARGETS.find(target)).find((found) => found !== null) ?? null
  return provider === null ? [] : [{ by, provider } satisfies MailboxHint]
})

const googleKey = Effect.fnUntraced(function* (ask: Ask, domain: string) {
  const { answer } = yield* ask(`google._domainkey.${domain}`, "TXT")
  return answer?.records.some((record) => /(?:^|;)\s*p\s*=\s*[A-Za-z0-9+/]/.test(textOf(record))) === true
    ? [{ by: "dkim", provider: "google" } satisfies MailboxHint]
    : []
})

const hintsOf = Effect.fnUntraced(function* (
  ask: Ask,
  domain: string,
  mx: ReadonlyArray<MailHost>,
  texts: ReadonlyArray<string>
) {
  const confirmed = texts.some((text) => MICROSOFT_TEXT.test(text))
    ? [{ by: "txt", provider: "microsoft365" } satisfies MailboxHint]
    : []
  if (!lookFurther(mx)) return confirmed
  const found: ReadonlyArray<ReadonlyArray<MailboxHint>> = yield* Effect.all(
    [
      aliasHint(ask, `selector1._domainkey.${domain}`, "dkim"),
      aliasHint(ask, `autodiscover.${domain}`, "autodiscover"),
      googleKey(ask, domain)
    ],
    { concurrency: 3 }
  )
  return [...found.flat(), ...confirmed]
})

/** The targets of a record, and behind a gateway those one level down where the record's own tell no mailbox. */
const targetsOf = Effect.fnUntraced(function* (ask: Ask, record: string | null, mx: ReadonlyArray<MailHost>) {
  const own = record === null ? [] : spfTargets(record).slice(0, MAX_TARGETS)
  if (!lookFurther(mx) || own.some((target) => spfHintOf(target)?.kind === "mailbox")) return own
  const below = own.filter((target) => !target.includes("%") && spfHintOf(target) === null).slice(0, MAX_NESTED)
  const nested = yield* Effect.forEach(below, (target) => ask(target, "TXT"), { concurrency: MAX_NESTED })
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

/** Looks a prospect's domain up: three questions, and a few more where they tell something. Never fails; what stays unanswered is in the facts. */
export const lookUpProspect = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const { ask, unanswered } = makeAsker(yield* withDeadline(resolver, PROSPECT_DEADLINE_MS))
  const [told, texts, policy] = yield* Effect.all(
    [ask(domain, "MX"), ask(domain, "TXT"), ask(`_dmarc.${domain}`, "TXT")],
    { concurrency: 3 }
  )
  const { mail, mx } = readMx(told)
  const lines = texts.answer?.records.map(textOf) ?? []
  const spf = lines.filter((text) => SPF.test(text))
  const record = spf.length === 1 ? (spf[0]?.slice(0, MAX_TEXT) ?? null) : null
  const [reached, hints, targets] = yield* Effect.all(
    [reachable(ask, domain, mail, mx), hintsOf(ask, domain, mx, lines), targetsOf(ask, record, mx)],
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
