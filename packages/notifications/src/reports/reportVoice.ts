import { type AvailabilityReport, durationParts, type Language, type ReportedDomain } from "@mon/model"
import { timesIn } from "../mail/letterTime.ts"
import { reportLetterWords, type ReportLetterWords } from "./reportLetterWords.ts"

export interface ReportVoice {
  readonly words: ReportLetterWords
  readonly number: (value: number) => string
  /** Formats a target with as many decimal places as it has. */
  readonly percent: (value: number) => string
  /** Formats an uptime with four decimal places, because it may differ from the target only in the last place. */
  readonly uptime: (value: number) => string
  readonly milliseconds: (value: number) => string
  readonly day: (iso: string) => string
  readonly time: (iso: string) => string
  readonly length: (seconds: number) => string
}

export const voiceOf = (language: Language, timeZone: string): ReportVoice => {
  const words = reportLetterWords[language]
  const { locale } = words
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 4
  })
  const uptime = new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 4, maximumFractionDigits: 4 })
  const number = new Intl.NumberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone })
  const time = timesIn({ language, timeZone })
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 0 }).format(
      value
    )
  return {
    words,
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    uptime: (value) => uptime.format(value / 100),
    milliseconds: (value) => unit(value, "millisecond"),
    day: (iso) => day.format(new Date(iso)),
    time: (iso) => time(new Date(iso)),
    length: (seconds) =>
      seconds === 0
        ? words.none
        : durationParts(seconds)
            .map(([name, count]) => unit(count, name))
            .join(" ")
  }
}

type Measured = Pick<ReportedDomain, "uptimePercent" | "isTargetMet" | "watchedSeconds"> & {
  /** The number of domains to which the figures belong. Default: 1. */
  readonly domains?: number
}

type Period = Pick<AvailabilityReport, "from" | "to">

/**
 * The smallest share of a period that must be measured. If less was measured, the text states for how long the uptime
 * was measured.
 */
const MOST = 0.99

/**
 * Returns the uptime as text. Unless nearly the whole period was measured, the text also states how long the measured
 * time was.
 */
export const measuredText = (
  { domains = 1, uptimePercent, watchedSeconds }: Measured,
  { from, to }: Period,
  { length, uptime, words }: ReportVoice
): string => {
  if (uptimePercent === null) return words.unknown
  const measured = watchedSeconds / domains
  const isWhole = measured >= (MOST * (Date.parse(to) - Date.parse(from))) / 1_000
  return isWhole ? uptime(uptimePercent) : `${uptime(uptimePercent)}, ${words.measured(length(Math.round(measured)))}`
}

export const uptimeText = (
  share: Measured,
  report: Period & Pick<AvailabilityReport, "targetPercent">,
  voice: ReportVoice
): string => {
  const { percent, words } = voice
  const { isTargetMet } = share
  const { targetPercent: target } = report
  const uptime = measuredText(share, report, voice)
  if (isTargetMet === null || target === null) return uptime
  return `${uptime}, ${(isTargetMet ? words.met : words.missed)(percent(target))}`
}

export const periodText = ({ from, to }: Period, { day }: ReportVoice): string =>
  `${day(from)} – ${day(new Date(Date.parse(to) - 1).toISOString())}`
