import { type FactOf, isBadGrade, type ReportDomain } from "@mon/model/facts"

/** Something to do about a domain. */
export interface Action {
  readonly domain: ReportDomain
  readonly what: string
  /** Days until the deadline; null for what is wrong already. */
  readonly days: number | null
}

/** The report lists deadlines within this time. */
const HORIZON_DAYS = 30

const expiry = (domain: ReportDomain, thing: string, days: number | null): ReadonlyArray<Action> =>
  days === null || days > HORIZON_DAYS ? [] : [{ domain, what: `${thing} ${days < 0 ? "expired" : "expires"}`, days }]

const of = (domain: ReportDomain): ReadonlyArray<Action> => {
  const { certificateDaysLeft, domainDaysLeft, emailGrade } = domain
  return [
    ...(domain.isDown ? [{ domain, what: "is down now", days: null }] : []),
    ...(domain.certificateValid === false ? [{ domain, what: "certificate is not valid", days: null }] : []),
    ...expiry(domain, "certificate", certificateDaysLeft),
    ...expiry(domain, "registration", domainDaysLeft),
    ...(isBadGrade(emailGrade) ? [{ domain, what: `email health is ${emailGrade}`, days: null }] : [])
  ]
}

/** What is to do within 30 days about the domains that are not paused, most urgent first. */
export const actionsDue = ({ domains }: FactOf<"weekly_report">): ReadonlyArray<Action> =>
  domains
    .filter(({ isPaused }) => !isPaused)
    .flatMap(of)
    .toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0))
