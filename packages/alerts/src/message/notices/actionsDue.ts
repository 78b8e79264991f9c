import type { ReportDomain, WeeklyReportFact } from "../Fact.ts"

/** Something that should be done. */
export interface Action {
  readonly domain: ReportDomain
  readonly what: string
  /** Until it is too late; null for what is wrong already. */
  readonly days: number | null
}

/** How far ahead the report looks. */
const HORIZON_DAYS = 30
const BAD_GRADE = /^[DF]$/u

const expiry = (domain: ReportDomain, thing: string, days: number | null): ReadonlyArray<Action> =>
  days === null || days > HORIZON_DAYS ? [] : [{ domain, what: `${thing} ${days < 0 ? "expired" : "expires"}`, days }]

const of = (domain: ReportDomain): ReadonlyArray<Action> => {
  const { certificateDaysLeft, domainDaysLeft, emailGrade } = domain
  return [
    ...(domain.isDown ? [{ domain, what: "is down now", days: null }] : []),
    ...(domain.certificateValid === false ? [{ domain, what: "certificate is not valid", days: null }] : []),
    ...expiry(domain, "certificate", certificateDaysLeft),
    ...expiry(domain, "registration", domainDaysLeft),
    ...(emailGrade !== null && BAD_GRADE.test(emailGrade)
      ? [{ domain, what: `email health is ${emailGrade}`, days: null }]
      : [])
  ]
}

/** What should be done within 30 days about the domains that are watched, most urgent first. */
export const actionsDue = ({ domains }: WeeklyReportFact): ReadonlyArray<Action> =>
  domains
    .filter(({ isPaused }) => !isPaused)
    .flatMap(of)
    .toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0))
