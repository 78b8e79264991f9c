import type { DeliveryOutcome } from "@mon/model"
import { outcomesDe } from "./outcomes.de.ts"
import { outcomesEn, type OutcomeWords, type Suppressor } from "./outcomes.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"

interface Outcome {
  readonly outcome: DeliveryOutcome
  readonly reason: string | null
}

const unnamed: Suppressor = { window: null, parent: null }

const isEvent = (words: OutcomeWords, kind: string): kind is keyof OutcomeWords["events"] =>
  Object.hasOwn(words.events, kind)

const isKnown = (words: OutcomeWords, reason: string): reason is keyof OutcomeWords["reasons"] =>
  Object.hasOwn(words.reasons, reason)

export const eventText = (words: OutcomeWords, event: string): string | null =>
  isEvent(words, event) ? words.events[event] : null

/**
 * Returns the reason why a message was suppressed. A reason that a later version of the API adds gets the text for
 * unknown reasons.
 */
const causeOf = (words: OutcomeWords, reason: string | null, { parent, window }: Suppressor): string => {
  if (reason === "maintenance" && window !== null) return words.window(window)
  if (reason === "parent" && parent !== null) return words.parent(parent)
  return words.reasons[reason !== null && isKnown(words, reason) ? reason : "unknown"]
}

const waitsOf = (words: OutcomeWords, reason: string | null): string | null => {
  if (reason === "paused") return words.waitsForResume
  return reason !== null && isKnown(words, reason) ? words.reasons[reason] : null
}

export const outcomeText = (words: OutcomeWords, { outcome, reason }: Outcome, suppressor = unnamed): string => {
  const said = Object.hasOwn(words.outcomes, outcome) ? words.outcomes[outcome] : outcome
  if (outcome === "suppressed") return `${said}: ${causeOf(words, reason, suppressor)}`
  if (outcome === "superseded" && reason !== null && isEvent(words, reason)) return `${said}: ${words.events[reason]}`
  const waits = outcome === "waiting" ? waitsOf(words, reason) : null
  return waits === null ? said : `${said} ${waits}`
}

const waiting: ReadonlyArray<string> = [
  "parent_check",
  "first_check",
  "route",
  "quiet_hours",
  "shared_cause",
  "summary",
  "retry"
]

/** Returns a sentence that explains why nobody was notified of an incident. */
export const silenceText = (words: OutcomeWords, silence: string | null, suppressor: Suppressor): string => {
  if (silence === null) return words.nobody
  const waits = waiting.includes(silence) ? waitsOf(words, silence) : null
  return waits === null ? words.nobodyBecause(causeOf(words, silence, suppressor)) : words.notYet(waits)
}

export const outcomeTone: Readonly<Record<DeliveryOutcome, "good" | "fair" | "bad" | "none">> = {
  delivered: "good",
  stored: "fair",
  waiting: "fair",
  suppressed: "none",
  superseded: "none",
  failed: "bad"
}

const catalogue = { en: outcomesEn, de: outcomesDe }

export const useOutcomeWords = (): OutcomeWords => useScreenWords(catalogue)
