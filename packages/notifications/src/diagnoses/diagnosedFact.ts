import type { RenderableFact } from "@mon/alerts"
import {
  causeTitle,
  diagnose,
  type DiagnosisFacts,
  type DiagnosisLanguage,
  plainText,
  readDiagnosisFacts
} from "@mon/diagnosis"
import type { FactDiagnosis, FactOf } from "@mon/model"
import { germanFinding } from "../emailHealth/germanReport.ts"

/** The most facts shown for a cause, and the most shown against it. */
const SHOWN = 5

/** The most likely cause in words for people. Null if the cause is not known, or if the facts cannot be read. */
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
 * Returns the facts for the diagnosis of a bad certificate. Such a fact has no incident, so no other facts are stored.
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

/** Whether facts about the cause are stored together with this fact. */
const restsOnFacts = (fact: RenderableFact): fact is FactWithFacts =>
  KINDS_WITH_FACTS.some((kind) => kind === fact.kind)

/** A weekly report with the titles of its causes. The stored report contains only the classes of causes. */
const withTitles = (report: FactOf<"weekly_report">, language: DiagnosisLanguage): RenderableFact => ({
  ...report,
  domains: report.domains.map((domain) => {
    const title = domain.longestDownCause === null ? null : causeTitle(domain.longestDownCause, language)
    return title === null ? domain : { ...domain, longestDownTitle: title }
  })
})

/** An alert about email health with its findings in the language of the reader. Findings are stored in English. */
const withMessages = (alert: FactOf<"email_health_alert">, language: DiagnosisLanguage): RenderableFact =>
  language === "en"
    ? alert
    : {
        ...alert,
        findings: alert.findings.map((finding) => ({ ...finding, message: germanFinding(finding.message) }))
      }

/**
 * A fact with the cause of its incident, its failed page, its bad certificate or its change, if the cause is known. A
 * weekly report names the likely cause of each domain's longest downtime. If the diagnosis fails, the fact is returned
 * without it, because the alert matters more.
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
