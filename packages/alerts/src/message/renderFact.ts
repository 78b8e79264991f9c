import { argumentsOf, aString, nullable, optional, optionsOf } from "@mon/bundled/arguments"
import type { FactOf } from "@mon/model/facts"
import { languageKind, renderableFact } from "../argumentKinds.ts"
import { nameOf, oneLine, urlText } from "./ForeignText.ts"
import { linkTo, type Notice, row } from "./Notice.ts"
import type { RenderableFact, RenderableOf, UnreadableFact } from "./RenderableFact.ts"
import { renderCertificateExpiring, renderCertificateInvalid } from "./rendering/certificate.ts"
import { renderDnsChanged } from "./rendering/dns.ts"
import { renderDomainExpiring } from "./rendering/domainExpiry.ts"
import { renderDigest, renderDown, renderFlapping, renderUp } from "./rendering/domainState.ts"
import { renderEmailHealthAlert, renderEmailHealthRecovery } from "./rendering/emailHealth.ts"
import { renderExternalAlert, renderExternalResolved } from "./rendering/external.ts"
import { renderPageChanged, renderPageError } from "./rendering/page.ts"
import { renderSharedCause } from "./rendering/sharedCause.ts"
import { renderDegraded, renderRecovered } from "./rendering/speed.ts"
import { renderSummary } from "./rendering/summary.ts"
import { renderWeeklyReport } from "./rendering/weeklyReport.ts"
import { type MessageLanguage, type Voice, voiceOf } from "./words/Voice.ts"

const RECORD_CHARACTERS = 260
const METHOD_CHARACTERS = 10

const renderChecksStopped = (
  { absentSince, method, monitor, recordName }: FactOf<"checks_stopped">,
  { link, time, words }: Voice
): Notice => {
  const { labels, stopped } = words
  const name = nameOf(monitor, words)
  const record = recordName === null ? null : oneLine(recordName, RECORD_CHARACTERS)
  return {
    tone: "warning",
    word: stopped.word,
    subject: `${stopped.word} ${name}`,
    headline: name,
    lead:
      record === null
        ? stopped.notAllowed(name)
        : method === null
          ? stopped.service(name, record)
          : stopped.lead(name, oneLine(method, METHOD_CHARACTERS), record),
    rows: [
      ...row(labels.url, urlText(monitor.url)),
      ...(record === null ? [] : row(stopped.missingSince, time(absentSince)))
    ],
    sections: [],
    link: linkTo(words.links.monitor, link)
  }
}

const renderUnreadable = ({ type }: UnreadableFact, { link, words }: Voice): Notice => ({
  tone: "news",
  word: words.unreadable.word,
  subject: words.unreadable.subject(type),
  headline: words.unreadable.subject(type),
  lead: words.unreadable.lead,
  rows: [],
  sections: [],
  link: linkTo(words.links.overview, link)
})

const acceptRenderFact = /* @__PURE__ */ argumentsOf("renderFact", () => ({
  fact: renderableFact(),
  options: optionsOf<RenderOptions>({
    timeZone: aString,
    language: optional(languageKind()),
    link: optional(nullable(aString))
  })
}))
const acceptSummarize = /* @__PURE__ */ argumentsOf("summarize", () => ({
  fact: renderableFact(),
  language: optional(languageKind())
}))

/** The values that determine the words of a notice, in addition to its fact. */
export interface RenderOptions {
  /** The IANA name of the time zone. UTC is used if the zone does not exist. */
  readonly timeZone: string
  /** The language of the notice. Default: English. */
  readonly language?: MessageLanguage
  /** The page where the recipient reads more. Default: none. */
  readonly link?: string | null
}

type Renderers = {
  readonly [Kind in RenderableFact["kind"]]: (fact: RenderableOf<Kind>, voice: Voice) => Notice
}

const renderers: Renderers = {
  down: renderDown,
  up: renderUp,
  flapping: renderFlapping,
  degraded: renderDegraded,
  recovered: renderRecovered,
  digest: (fact, voice) =>
    fact.cause == null ? renderDigest(fact, voice) : renderSharedCause(fact, fact.cause, voice),
  page_changed: renderPageChanged,
  dns_changed: renderDnsChanged,
  checks_stopped: renderChecksStopped,
  page_error: renderPageError,
  certificate_expiring: renderCertificateExpiring,
  certificate_invalid: renderCertificateInvalid,
  domain_expiring: renderDomainExpiring,
  email_health_alert: renderEmailHealthAlert,
  email_health_recovery: renderEmailHealthRecovery,
  external_alert: renderExternalAlert,
  external_resolved: renderExternalResolved,
  weekly_report: renderWeeklyReport,
  summary: (fact, voice) => renderSummary(fact, voice, (part) => render(part, voice)),
  unreadable: renderUnreadable
}

const render = <Kind extends RenderableFact["kind"]>(fact: RenderableOf<Kind>, voice: Voice): Notice =>
  renderers[fact.kind as Kind](fact, voice)

/**
 * Renders a fact as a notice. Emails, WhatsApp texts, webhooks and the list of notifications use the words of this
 * notice.
 */
export const renderFact = (fact: RenderableFact, options: RenderOptions): Notice => {
  acceptRenderFact(fact, options)
  const { language = "en", link = null, timeZone } = options
  return render(fact, voiceOf(language, timeZone, link))
}

/** Returns the title and the message of a notification, with times in UTC. Default language: English. */
export const summarize = (
  fact: RenderableFact,
  language: MessageLanguage = "en"
): { readonly title: string; readonly message: string } => {
  acceptSummarize(fact, language)
  const { subject, lead } = renderFact(fact, { timeZone: "UTC", language })
  return { title: subject, message: lead }
}
