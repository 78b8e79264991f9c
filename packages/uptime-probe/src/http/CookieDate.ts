const DELIMITERS = /[\t\u0020-\u002f\u003b-\u0040\u005b-\u0060\u007b-\u007e]+/u
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/u
const DAY = /^(\d{1,2})(?:\D|$)/u
const YEAR = /^(\d{2,4})(?:\D|$)/u
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const FIRST_YEAR = 1601

/** Of two digits: from 70 on, the last century. */
const fullYear = (year: number): number => (year < 70 ? 2000 + year : year < 100 ? 1900 + year : year)

/** The time of a cookie's Expires attribute in milliseconds; null if it is none (RFC 6265 section 5.1.1). */
export const parseCookieDate = (text: string): number | null => {
  let time: ReadonlyArray<number> | undefined
  let day: number | undefined
  let month: number | undefined
  let year: number | undefined
  for (const token of text.split(DELIMITERS)) {
    const clock = time === undefined ? TIME.exec(token) : null
    const inMonth = day === undefined ? DAY.exec(token) : null
    const named = MONTHS.indexOf(token.slice(0, 3).toLowerCase())
    const inEra = YEAR.exec(token)
    if (clock !== null) time = clock.slice(1).map(Number)
    else if (inMonth !== null) day = Number(inMonth[1])
    else if (month === undefined && named !== -1) month = named
    else if (year === undefined && inEra !== null) year = fullYear(Number(inEra[1]))
  }
  if (time === undefined || day === undefined || month === undefined || year === undefined) return null
  const [hour = 0, minute = 0, second = 0] = time
  if (year < FIRST_YEAR || hour > 23 || minute > 59 || second > 59) return null
  const date = Date.UTC(year, month, day, hour, minute, second)
  return new Date(date).getUTCDate() === day ? date : null
}
