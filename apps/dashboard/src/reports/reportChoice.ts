export const reportPeriods = ["week", "month", "quarter", "year"] as const

/**
 * The period, tag and target of a report, as in the URL of the screen. An empty text means that a value is not given.
 */
export interface ReportChoice {
  readonly period: (typeof reportPeriods)[number] | "days"
  /** The first day, such as `2026-10-01`, of a chosen range. */
  readonly from: string
  readonly to: string
  /** The name of a tag. */
  readonly tag: string
  /** A percentage as the person typed it. */
  readonly target: string
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

const isPeriod = (text: string | null): text is ReportChoice["period"] =>
  text === "days" || reportPeriods.some((period) => period === text)

export const choiceOf = (search: string): ReportChoice => {
  const query = new URLSearchParams(search)
  const period = query.get("period")
  const text = (name: string) => query.get(name) ?? ""
  return {
    period: isPeriod(period) ? period : "month",
    from: text("from"),
    to: text("to"),
    tag: text("tag"),
    target: text("target")
  }
}

const given = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString()

export const searchOf = ({ period, ...rest }: ReportChoice): string =>
  given({ period: period === "month" ? "" : period, ...rest })

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Returns the first and the last day of the most recent complete months, in the viewer's time zone. */
export const wholeMonths = (today: Date, months: number): { readonly from: string; readonly to: string } => {
  const [year, month] = [today.getFullYear(), today.getMonth()]
  return { from: dateOf(Date.UTC(year, month - months, 1)), to: dateOf(Date.UTC(year, month, 0)) }
}

/**
 * Returns the last complete week, from Monday to Sunday, in the viewer's time zone. The weekly email covers these days.
 */
export const wholeWeek = (today: Date): { readonly from: string; readonly to: string } => {
  const day = (back: number) => dateOf(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() - back))
  const sunday = today.getDay() === 0 ? 7 : today.getDay()
  return { from: day(sunday + 6), to: day(sunday) }
}

const daysOf = ({ from, period, to }: ReportChoice, today: Date) => {
  if (period === "days") return { from, to }
  return period === "week" ? wholeWeek(today) : wholeMonths(today, monthsOf[period])
}

/** Normalizes a number that a person typed. The number may contain a comma, or end with a decimal point. */
export const numberOf = (text: string): string => text.trim().replace(",", ".").replace(/\.$/u, "")

/** Returns the query string for the API, or null if the first or the last day is missing. */
export const reportQuery = (choice: ReportChoice, today: Date): string | null => {
  const { from, period, tag, target, to } = choice
  if (period === "days" && (from === "" || to === "")) return null
  return given({ ...daysOf(choice, today), tag, target: numberOf(target) })
}
