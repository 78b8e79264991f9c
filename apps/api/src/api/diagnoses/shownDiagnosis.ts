import { type Cause, diagnose, type DiagnosisLanguage, plainText, readDiagnosisFacts } from "@mon/diagnosis"
import type { IncidentDiagnosis } from "@mon/model"

const sentences = (evidence: Cause["evidence"]) => evidence.map(({ code, text }) => ({ code, text: plainText(text) }))

/**
 * Returns the likely causes of an incident or a failed check, based on stored facts. Null: there are no readable facts.
 */
export const shownDiagnosis = (stored: unknown, language: DiagnosisLanguage): IncidentDiagnosis | null => {
  const facts = readDiagnosisFacts(stored)
  if (facts === null) return null
  const { causes, missing, result, rulesVersion, title } = diagnose(facts, { language })
  return {
    result,
    title,
    causes: causes.map((cause) => ({
      class: cause.class,
      title: cause.title,
      confidence: cause.confidence,
      who: cause.who,
      nextStep: plainText(cause.nextStep),
      evidence: sentences(cause.evidence),
      against: sentences(cause.against)
    })),
    missing: missing.map(({ text }) => text),
    rulesVersion
  }
}
