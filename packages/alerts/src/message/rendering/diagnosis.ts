import type { FactDiagnosis } from "@mon/model/facts"
import { oneLine } from "../ForeignText.ts"
import { firstSentence, row, type Row, section, sentence } from "../Notice.ts"
import type { RenderableFact } from "../RenderableFact.ts"
import type { Voice } from "../words/Voice.ts"

const CAUSE_CHARACTERS = 120
const STEP_CHARACTERS = 500
const SENTENCES_SHOWN = 5

const COMMAND = /`([^`]+)`/gu

const quotedStep = (step: string, { quoted }: Voice["words"]): string =>
  step.replace(COMMAND, (_, command: string) => quoted(command))

/**
 * Returns the sentence about the likely cause, and the first sentence of the next step. The text is empty if the cause
 * is not known.
 */
export const causeText = (diagnosis: FactDiagnosis | undefined, { words }: Pick<Voice, "words">): string =>
  diagnosis === undefined
    ? ""
    : ` ${words.diagnosis.cause(
        oneLine(diagnosis.title, CAUSE_CHARACTERS),
        quotedStep(sentence(firstSentence(oneLine(diagnosis.nextStep, STEP_CHARACTERS))), words)
      )}`

const diagnosisIn = (fact: RenderableFact): FactDiagnosis | undefined => {
  if ("diagnosis" in fact) return fact.diagnosis
  return fact.kind === "down" || fact.kind === "up" ? fact.incident.diagnosis : undefined
}

/** Returns the commands in the next step, in quotation marks. Does not search untrusted texts for commands. */
export const commandsIn = (fact: RenderableFact, { quoted }: Voice["words"]): ReadonlyArray<string> => {
  const nextStep = oneLine(diagnosisIn(fact)?.nextStep ?? "", STEP_CHARACTERS)
  return Array.from(nextStep.matchAll(COMMAND), ([, command = ""]) => quoted(command))
}

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
    ...row(texts.nextStep, quotedStep(oneLine(diagnosis.nextStep, STEP_CHARACTERS), words)),
    ...lines(texts.evidence, diagnosis.evidence),
    ...lines(texts.against, diagnosis.against)
  ])
}
