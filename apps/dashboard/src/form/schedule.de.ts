import type { ScheduleWords } from "./schedule.en.ts"

const fields: ReadonlyArray<readonly [english: string, german: string]> = [
  ["second", "Sekunde"],
  ["minute", "Minute"],
  ["hour", "Stunde"],
  ["day of month", "Tag des Monats"],
  ["month", "Monat"],
  ["day of week", "Wochentag"],
  ["year", "Jahr"]
]

const germanField = new Map(fields)

/** Translates the part of a parser message that describes the allowed values of a field or an expression. */
const taken = (text: string): string =>
  text
    .replace(", or two digits", " oder zwei Ziffern")
    .replace(", without decimals", " ohne Nachkommastellen")
    .replace(", SUN to SAT, or forms such as", ", SUN bis SAT oder Formen wie")
    .replace("5L and MON#1", "5L und MON#1")
    .replace(", L or LW", ", L oder LW")
    .replace(" or JAN to DEC", " oder JAN bis DEC")
    .replace(" after ~", " nach ~")
    .replace("* only on its own, and steps such as", "* nur allein und Schritte wie")
    .replaceAll(" to ", " bis ")

/** The German versions of the parser's messages that do not describe allowed values. */
const sentences = new Map([
  ["day of month must be a day that a chosen month has", "Den Tag des Monats gibt es in keinem der Monate"],
  ["a cron expression takes one line of ASCII characters", "Ein Cron-Ausdruck besteht aus einer Zeile ohne Umlaute"],
  [
    "a cron expression takes 5 fields, or 6 with the second as the first",
    "Ein Cron-Ausdruck hat 5 Felder, oder 6 mit der Sekunde als erstem"
  ],
  [
    "a time takes hour:minute or hour:minute:second",
    "Eine Uhrzeit hat die Form Stunde:Minute oder Stunde:Minute:Sekunde"
  ],
  ["a date takes year-month-day or month-day", "Ein Datum hat die Form Jahr-Monat-Tag oder Monat-Tag"],
  [
    "an expression takes weekdays, a date and a time, in this order",
    "Ein Ausdruck besteht aus Wochentagen, Datum und Uhrzeit, in dieser Reihenfolge"
  ],
  [
    "OnCalendar takes an expression such as daily or Mon 08:30",
    "OnCalendar erwartet einen Ausdruck wie daily oder Mon 08:30"
  ],
  ["time zone must be a name such as Europe/Berlin", "Die Zeitzone hat einen Namen wie Europe/Berlin"]
])

type Pattern = readonly [pattern: RegExp, german: (...parts: ReadonlyArray<string>) => string]

const patterns: ReadonlyArray<Pattern> = [
  [/^a cron expression takes at most (\d+) characters$/u, (most) => `Ein Cron-Ausdruck hat höchstens ${most} Zeichen`],
  [/^OnCalendar takes at most (\d+) characters$/u, (most) => `OnCalendar hat höchstens ${most} Zeichen`],
  [/^OnCalendar takes at most (\d+) lines$/u, (most) => `OnCalendar hat höchstens ${most} Zeilen`],
  [/^a macro must be one of (.+)$/u, (all) => `Ein Makro ist eines von ${all}`],
  [
    /^the first value of a range in (.+) must not be larger than the last$/u,
    (name = "") => `${germanField.get(name) ?? name}: Der erste Wert eines Bereichs ist nicht größer als der letzte`
  ],
  [
    /^a step in (.+) must be a whole number of at least 1$/u,
    (name = "") => `${germanField.get(name) ?? name}: Ein Schritt ist eine ganze Zahl ab 1`
  ],
  [/^(.+) takes (.+)$/u, (name = "", what = "") => `${germanField.get(name) ?? name}: erlaubt ist ${taken(what)}`]
]

const germanRule = (rule: string): string => {
  const whole = sentences.get(rule)
  if (whole !== undefined) return whole
  for (const [pattern, write] of patterns) {
    const [found, ...parts] = pattern.exec(rule) ?? []
    if (found !== undefined) return write(...parts)
  }
  return rule
}

/** The German texts about the schedule of a job. */
export const scheduleDe: ScheduleWords = {
  kinds: { every: "Alle", cron: "Cron-Ausdruck", onCalendar: "systemd OnCalendar" },
  kindHints: {
    every: "Der Job läuft immer wieder nach derselben Zeit, unabhängig von der Uhrzeit.",
    cron: "Wie in einer Crontab: Minute, Stunde, Tag des Monats, Monat, Wochentag.",
    onCalendar: "Die Werte von OnCalendar= in einem systemd-Timer, einer je Zeile."
  },
  every: "Zeit zwischen zwei Läufen",
  timeZone: "Zeitzone",
  timeZoneHint: "Die Zeitzone des Rechners, auf dem der Job läuft.",
  next: (zone) => `Die nächsten Läufe (${zone}):`,
  never: "Dieser Zeitplan hat keinen weiteren Lauf.",
  fault: (message) => {
    const [rule = "", given = ""] = message.split("; got ")
    return `${germanRule(rule)}. ${given === "nothing" ? "Hier steht nichts." : `Hier steht ${given}.`}`
  }
}
