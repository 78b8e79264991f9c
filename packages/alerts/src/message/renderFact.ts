import type { Notice } from "./Notice.ts"
import type { RenderableFact, RenderableOf } from "./RenderableFact.ts"
import { renderCertificateExpiring, renderCertificateInvalid } from "./rendering/certificate.ts"
import { renderDomainExpiring } from "./rendering/domainExpiry.ts"
import { renderDigest, renderDown, renderFlapping, renderUp } from "./rendering/domainState.ts"
import { renderEmailHealthAlert, renderEmailHealthRecovery } from "./rendering/emailHealth.ts"
import { renderPageChanged, renderPageError } from "./rendering/page.ts"
import { renderUnreadable } from "./rendering/unreadable.ts"
import { renderWeeklyReport } from "./rendering/weeklyReport.ts"
import { type MessageLanguage, type Voice, voiceOf } from "./words/Voice.ts"

/** What the words of a notice depend on beside its fact. */
export interface RenderOptions {
  /** IANA name; UTC when there is no such zone. */
  readonly timeZone: string
  /** Default: English. */
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
  digest: renderDigest,
  page_changed: renderPageChanged,
  page_error: renderPageError,
  certificate_expiring: renderCertificateExpiring,
  certificate_invalid: renderCertificateInvalid,
  domain_expiring: renderDomainExpiring,
  email_health_alert: renderEmailHealthAlert,
  email_health_recovery: renderEmailHealthRecovery,
  weekly_report: renderWeeklyReport,
  unreadable: renderUnreadable
}

const render = <Kind extends RenderableFact["kind"]>(fact: RenderableOf<Kind>, voice: Voice): Notice =>
  renderers[fact.kind as Kind](fact, voice)

/** Renders a fact. Emails, WhatsApp texts, webhooks and the list of notifications all take their words from here. */
export const renderFact = (fact: RenderableFact, { language = "en", link = null, timeZone }: RenderOptions): Notice =>
  render(fact, voiceOf(language, timeZone, link))

/** The title and the message of a notification, in English and with times in UTC. */
export const summarize = (fact: RenderableFact): { readonly title: string; readonly message: string } => {
  const { subject, lead } = renderFact(fact, { timeZone: "UTC" })
  return { title: subject, message: lead }
}
