import { type Digest, type MessageLanguage, readFact, type RenderableFact, type UnreadableFact } from "@mon/alerts"
import type { ClaimedDelivery, PendingNotification } from "@mon/core-store"
import {
  causeTitle,
  diagnose,
  type DiagnosisFacts,
  type DiagnosisLanguage,
  plainText,
  readDiagnosisFacts
} from "@mon/diagnosis"
import { type FactDiagnosis, type FactOf, monitorKinds } from "@mon/model"
import { germanFinding } from "../emailHealth/germanReport.ts"

const SHOWN = 5

/**
 * Returns the most likely cause in words for people. Null if the cause is not known, or if the facts cannot be read.
 */
export const diagnosisOf = (stored: unknown, language: DiagnosisLanguage): FactDiagnosis | null => {
  const facts = readDiagnosisFacts(stored)
  if (facts === null) return null
  const { causes, result } = diagnose(facts, { language })
  const [cause] = causes
  if (result !== "known" || cause === undefined) return null
  const sentences = (evidence: typeof cause.evidence) => evidence.slice(0, SHOWN).map(({ text }) => plainText(text))
  return {
    class: cause.class,
    title: cause.title,
    confidence: cause.confidence,
    nextStep: plainText(cause.nextStep),
    evidence: sentences(cause.evidence),
    against: sentences(cause.against)
  }
}

type CertificateFact = Extract<RenderableFact, { readonly kind: "certificate_invalid" }>

/**
 * Returns the facts from which a bad certificate is diagnosed. The alert itself contains the facts, because an alert
 * about a certificate has no incident with stored facts.
 */
const certificateFacts = ({ certificate, detectedAt, monitor, problems }: CertificateFact): DiagnosisFacts => ({
  subject: "site",
  at: detectedAt,
  target: { url: monitor.url },
  check: { outcome: "ok" },
  certificate: {
    problems,
    ...(certificate === null
      ? {}
      : { subject: certificate.subject, issuer: certificate.issuer, validTo: certificate.validTo })
  }
})

const KINDS_WITH_FACTS = ["down", "page_error", "dns_changed", "email_health_alert"] as const

type FactWithFacts = Extract<RenderableFact, { readonly kind: (typeof KINDS_WITH_FACTS)[number] }>

/** Returns whether facts about the cause are stored together with a fact of this kind. */
const restsOnFacts = (fact: RenderableFact): fact is FactWithFacts =>
  KINDS_WITH_FACTS.some((kind) => kind === fact.kind)

/**
 * Returns a weekly report with the titles of the causes that it names. The stored report contains only the classes of
 * the causes.
 */
const withTitles = (report: FactOf<"weekly_report">, language: DiagnosisLanguage): RenderableFact => ({
  ...report,
  domains: report.domains.map((domain) => {
    const title = domain.longestDownCause === null ? null : causeTitle(domain.longestDownCause, language)
    return title === null ? domain : { ...domain, longestDownTitle: title }
  })
})

/** Returns an email health alert with its findings in the reader's language. Findings are stored in English. */
const withMessages = (alert: FactOf<"email_health_alert">, language: DiagnosisLanguage): RenderableFact =>
  language === "en"
    ? alert
    : {
        ...alert,
        findings: alert.findings.map((finding) => ({ ...finding, message: germanFinding(finding.message) }))
      }

/**
 * Returns a fact with the cause of the incident, page error, bad certificate or change that it reports, if the cause is
 * known. A weekly report names the likely cause of each domain's longest downtime. If the diagnosis fails, returns the
 * fact without the cause, because the alert matters more.
 */
export const diagnosedFact = (
  given: RenderableFact,
  stored: unknown,
  language: DiagnosisLanguage,
  read: typeof diagnosisOf = diagnosisOf
): RenderableFact => {
  let fact = given
  try {
    if (fact.kind === "email_health_alert") fact = withMessages(fact, language)
    if (fact.kind === "certificate_invalid") {
      const diagnosis = read(certificateFacts(fact), language)
      return diagnosis === null ? fact : { ...fact, diagnosis }
    }
    if (fact.kind === "weekly_report") return withTitles(fact, language)
    if (stored === null || stored === undefined) return fact
    if (!restsOnFacts(fact)) return fact
    const diagnosis = read(stored, language)
    if (diagnosis === null) return fact
    return fact.kind === "down" ? { ...fact, incident: { ...fact.incident, diagnosis } } : { ...fact, diagnosis }
  } catch {
    return fact
  }
}

type Transition = Digest["transitions"][number]
type Readable = Exclude<ReturnType<typeof readFact>, UnreadableFact>

const isTransition = (fact: RenderableFact): fact is Transition => fact.kind === "down" || fact.kind === "up"

const isReadable = (fact: ReturnType<typeof readFact>): fact is Readable => fact.kind !== "unreadable"

export const pendingFact = ({
  data,
  factKey,
  kind,
  type
}: Pick<PendingNotification, "data" | "factKey" | "kind" | "type">): ReturnType<typeof readFact> =>
  readFact({ type, kind, key: factKey, data })

type Delivered = Pick<ClaimedDelivery, "isDigest" | "notifications"> &
  Partial<Pick<ClaimedDelivery, "cause" | "isStorm">>

const factsOf = ({ notifications }: Delivered) =>
  notifications.map(({ data, key, kind, type }) => readFact({ type, kind, key, data }))

/**
 * Returns the digest that a delivery contains or continues. Null if the delivery has other facts, or is a message about
 * a single fact.
 */
export const digestOf = (delivery: Delivered): Digest | null => {
  const { cause = null, isDigest } = delivery
  const readable = factsOf(delivery).filter(isReadable)
  const transitions = readable.filter(isTransition)
  const isOwn = !isDigest && cause === null
  return isOwn || transitions.length === 0 || transitions.length < readable.length
    ? null
    : { kind: "digest", transitions, cause }
}

/**
 * Returns the fact of a delivery: one fact, the digest of several monitors' state changes, or the summary of other
 * facts. Null if the notifications of the delivery no longer exist. A fact about an incident names the cause in the
 * language of the recipient.
 */
export const deliveredFact = (delivery: Delivered, language: MessageLanguage = "en"): RenderableFact | null => {
  const facts = factsOf(delivery)
  if (!delivery.isDigest) {
    const [fact] = facts
    return fact === undefined ? null : diagnosedFact(fact, delivery.notifications[0]?.diagnosisFacts, language)
  }
  const digest = digestOf(delivery)
  if (digest !== null)
    return new Set(digest.transitions.map(({ monitor }) => monitor.id)).size > 1
      ? digest
      : (digest.transitions.at(-1) ?? null)
  const readable = facts.filter(isReadable)
  if (readable.length < 2) return readable[0] ?? facts[0] ?? null
  return { kind: "summary", facts: readable, occasion: delivery.isStorm === true ? "same_time" : "quiet_hours" }
}

/**
 * Returns the address of the page about a fact. The address must never change, because people store and forward alerts.
 * If necessary, the dashboard asks readers to sign in before it shows the page.
 */
export const permalinkOf = (fact: RenderableFact, baseUrl: string): string =>
  [`${baseUrl}/app`, ...pathOf(fact).map(encodeURIComponent)].join("/")

const pathOf = (fact: RenderableFact): ReadonlyArray<string> => {
  switch (fact.kind) {
    case "down":
    case "up":
    case "external_alert":
    case "external_resolved":
      return ["incidents", fact.incident.id]
    case "page_changed":
      return ["pages", fact.monitor.id, "changes", fact.changeId]
    case "dns_changed":
      return ["domains", fact.monitor.id, "dns"]
    case "page_error":
      return ["pages", fact.monitor.id]
    case "checks_stopped":
    case "degraded":
    case "recovered":
      return [monitorKinds[fact.monitorKind].screens, fact.monitor.id]
    case "digest": {
      const [first] = fact.transitions
      return fact.cause == null || first === undefined ? [] : ["incidents", first.incident.id]
    }
    case "weekly_report":
    case "summary":
    case "unreadable":
      return []
    default:
      return ["domains", fact.monitor.id]
  }
}
