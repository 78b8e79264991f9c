import type { FactDiagnosis } from "@mon/model/facts"
import { oneLine } from "../ForeignText.ts"
import { row, type Row, section } from "../Notice.ts"
import { firstSentence, sentence } from "../Sentence.ts"
import type { RenderableFact } from "../RenderableFact.ts"
import type { Voice } from "../words/Voice.ts"

const CAUSE_CHARACTERS = 120
const STEP_CHARACTERS = 500
/** Facts shown for and against a cause. */
const SENTENCES_SHOWN = 5

/** The sentence about the likely cause, and the first sentence of what to do. Empty if the cause is not known. */
export const causeText = (diagnosis: FactDiagnosis | undefined, { words }: Pick<Voice, "words">): string =>
  diagnosis === undefined
    ? ""
    : ` ${words.diagnosis.cause(
        oneLine(diagnosis.title, CAUSE_CHARACTERS),
        sentence(firstSentence(oneLine(diagnosis.nextStep, STEP_CHARACTERS)))
      )}`

const diagnosisIn = (fact: RenderableFact): FactDiagnosis | undefined => {
  if ("diagnosis" in fact) return fact.diagnosis
  return "incident" in fact ? fact.incident.diagnosis : undefined
}

/** The commands in what to do. Texts of strangers are not searched: their backticks mean nothing. */
export const commandsIn = (fact: RenderableFact): ReadonlyArray<string> => {
  const nextStep = oneLine(diagnosisIn(fact)?.nextStep ?? "", STEP_CHARACTERS)
  return Array.from(nextStep.matchAll(/`([^`]+)`/gu), ([, command = ""]) => command)
}

/** The cause with its evidence, as a section. */
export const diagnosisOf = (diagnosis: FactDiagnosis | undefined, { words }: Voice) => {
  if (diagnosis === undefined) return []
  const texts = words.diagnosis
  const lines = (label: string, sentences: ReadonlyArray<string>): ReadonlyArray<Row> =>
    sentences.slice(0, SENTENCES_SHOWN).map((value) => ({ label, value: oneLine(value, STEP_CHARACTERS) }))
  return section(texts.title, [
    ...row(
      texts.likely,
      texts.confidence(oneLine(diagnosis.title, CAUSE_CHARACTERS), Math.round(diagnosis.confidence * 100))
    ),
    ...row(texts.nextStep, oneLine(diagnosis.nextStep, STEP_CHARACTERS)),
    ...lines(texts.evidence, diagnosis.evidence),
    ...lines(texts.against, diagnosis.against)
  ])
}
