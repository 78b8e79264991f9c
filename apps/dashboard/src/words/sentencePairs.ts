import type { Pattern } from "./refusalsEn.ts"

/** A sentence of the service and its German one. The parts in braces are in the same order. */
export type SentencePair = readonly [english: string, german: string]

const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split("{}")
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
      .join("(.+?)")}$`,
    "su"
  )

/** Fills the parts into a German sentence, one after the other. */
const filled =
  (german: string) =>
  (...parts: ReadonlyArray<string>): string =>
    german.split("{}").reduce((text, part, index) => `${text}${parts[index - 1] ?? ""}${part}`)

/** The patterns of pairs. */
export const patternsOf = (pairs: ReadonlyArray<SentencePair>): ReadonlyArray<Pattern> =>
  pairs.map(([english, german]) => [patternOf(english), filled(german)])
