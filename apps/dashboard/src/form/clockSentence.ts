import type { ClockWords } from "./clock.en.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { ClockChange } from "./clockChange.ts"
import { clockWords } from "./clockWords.ts"

const dateOf = (shown: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: "UTC", dateStyle: "medium" }).format(Date.parse(`${shown}Z`))

/** Returns a zone's offset from UTC at a time, such as `GMT+2`. */
export const offsetText = (zone: string, at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(Date.parse(at))
    .find(({ type }) => type === "timeZoneName")?.value ?? ""

/** Returns the sentence about a clock change for a form. */
export const clockSentence = (
  { at, becomes, kind, shown, zone }: ClockChange,
  words: ClockWords,
  language: string
): string => {
  const [date, time] = [dateOf(shown, language), shown.slice(11)]
  if (kind === "twice") return words.twice(time, date, zone, offsetText(zone, at, language))
  const isSameDay = becomes.slice(0, 10) === shown.slice(0, 10)
  const later = isSameDay ? becomes.slice(11) : `${dateOf(becomes, language)}, ${becomes.slice(11)}`
  return words.skipped(time, date, zone, later)
}

/**
 * Returns the sentences about clock changes in the viewer's language, without duplicates. Undefined: there are none.
 */
export const useClockHint = (...changes: ReadonlyArray<ClockChange | null>): string | undefined => {
  const { format } = useLanguage()
  const words = useScreenWords(clockWords)
  const sentences = changes.flatMap((change) =>
    change === null ? [] : [clockSentence(change, words, format.language)]
  )
  return sentences.length === 0 ? undefined : [...new Set(sentences)].join(" ")
}
