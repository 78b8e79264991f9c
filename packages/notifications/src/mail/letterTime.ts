import type { Language } from "@mon/model"

interface LetterTime {
  readonly language: Language
  readonly timeZone: string
}

/** Makes a function that formats times without their zone, for letters that name the zone only once. */
export const timesIn = ({ language, timeZone }: LetterTime): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone
  })
  return (at) => format.format(at)
}

/** Formats a time with its zone, such as `27 Nov 2026, 09:00 (Europe/Berlin)`. */
export const zonedTimeIn = (at: Date, letter: LetterTime): string => `${timesIn(letter)(at)} (${letter.timeZone})`
