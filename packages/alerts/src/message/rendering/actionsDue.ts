import { type FactOf, isBadGrade, type ReportDomain } from "@mon/model/facts"
import type { Words } from "../words/en.ts"

export interface Action {
  readonly domain: ReportDomain
  readonly what: string
  /** The days until the deadline. Null if the problem already exists. */
  readonly days: number | null
}

/** The number of days ahead for which the report lists deadlines. */
const HORIZON_DAYS = 30

const expiry = (
  domain: ReportDomain,
  days: number | null,
  { inDays }: Words,
  text: (isPast: boolean, when: string) => string
): ReadonlyArray<Action> =>
  days === null || days > HORIZON_DAYS ? [] : [{ domain, what: text(days < 0, inDays(days)), days }]

const of =
  (words: Words) =>
  (domain: ReportDomain): ReadonlyArray<Action> => {
    const { certificateDaysLeft, domainDaysLeft, emailGrade } = domain
    const { badGrade, certificate, certificateInvalid, isDown, registration } = words.week
    return [
      ...(domain.isDown ? [{ domain, what: isDown, days: null }] : []),
      ...(domain.certificateValid === false ? [{ domain, what: certificateInvalid, days: null }] : []),
      ...expiry(domain, certificateDaysLeft, words, certificate),
      ...expiry(domain, domainDaysLeft, words, registration),
      ...(emailGrade !== null && isBadGrade(emailGrade) ? [{ domain, what: badGrade(emailGrade), days: null }] : [])
    ]
  }

/** Returns the actions that are due now or within 30 days, the most urgent first. Paused domains have none. */
export const actionsDue = ({ domains }: FactOf<"weekly_report">, words: Words): ReadonlyArray<Action> =>
  domains
    .filter(({ isPaused }) => !isPaused)
    .flatMap(of(words))
    .toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0))
