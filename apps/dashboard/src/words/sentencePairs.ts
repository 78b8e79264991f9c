import type { Pattern } from "./refusals.en.ts"

/**
 * A sentence of the service and its German translation. Both contain the same parts in braces, in the same order. `{}`
 * is a name or a value. `{note}` is a sentence, or a part of a sentence, that is also translated.
 */
export type SentencePair = readonly [english: string, german: string]

const PART = /\{(?:note)?\}/u

const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(PART)
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
      .join("(.+?)")}$`,
    "su"
  )

const filled = (german: string, translate: (note: string) => string): Pattern[1] => {
  const marks = german.match(new RegExp(PART, "gu")) ?? []
  return (...parts) =>
    german.split(PART).reduce((text, rest, index) => {
      const part = parts[index - 1] ?? ""
      return `${text}${marks[index - 1] === "{note}" ? translate(part) : part}${rest}`
    })
}

/** Returns the patterns of sentence pairs. `translate` returns the German text of a part that is itself a sentence. */
export const patternsOf = (
  pairs: ReadonlyArray<SentencePair>,
  translate: (note: string) => string = (note) => note
): ReadonlyArray<Pattern> => pairs.map(([english, german]) => [patternOf(english), filled(german, translate)])
