import { clockText, dayText, durationText, lastDayText, percentText, timeText } from "../TimeText.ts"
import { de } from "./de.ts"
import { en, type Words } from "./en.ts"

/** The languages of messages. */
export type MessageLanguage = Words["language"]

export const wordsOf: Readonly<Record<MessageLanguage, Words>> = { en, de }

export interface Voice {
  readonly words: Words
  readonly link: string | null
  readonly time: (iso: string) => string
  readonly clock: (iso: string) => string
  readonly day: (iso: string) => string
  readonly lastDay: (iso: string) => string
  readonly duration: (seconds: number) => string
  readonly percent: (percent: number) => string
}

export const voiceOf = (language: MessageLanguage, timeZone: string, link: string | null): Voice => {
  const words = wordsOf[language]
  return {
    words,
    link,
    time: (iso) => timeText(iso, timeZone, words),
    clock: (iso) => clockText(iso, timeZone, words),
    day: (iso) => dayText(iso, timeZone, words),
    lastDay: (iso) => lastDayText(iso, timeZone, words),
    duration: (seconds) => durationText(seconds, words),
    percent: (percent) => percentText(percent, words)
  }
}
