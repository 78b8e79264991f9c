import { MAX_VALUE } from "../limits.ts"
import { withoutComments } from "./comments.ts"
import { collapse } from "./HeaderField.ts"

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const ZONES: ReadonlyMap<string, number> = new Map([
  ["ut", 0],
  ["gmt", 0],
  ["utc", 0],
  ["est", -300],
  ["edt", -240],
  ["cst", -360],
  ["cdt", -300],
  ["mst", -420],
  ["mdt", -360],
  ["pst", -480],
  ["pdt", -420]
])
const DATE =
  /^(?:[a-z]{3},?\s)?\s?(\d{1,2})\s([a-z]{3})\s(\d{4})\s(\d{2}):(\d{2})(?::(\d{2}))?\s([+-]\d{4}|[a-z]{1,4})$/i
/** Spaces and comments are allowed between the parts of a time, and before the comma (RFC 5322 section 4.3). */
const AROUND = /\s?([:,])\s?/g

const zoneMinutes = (zone: string): number | null => {
  const numeric = /^([+-])(\d{2})(\d{2})$/.exec(zone)
  if (numeric === null) return ZONES.get(zone.toLowerCase()) ?? null
  const [, sign, hours, minutes] = numeric
  return Number(minutes) > 59 ? null : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Returns the time of a Date value (RFC 5322 section 3.3) in milliseconds since the epoch; null for any other text. */
export const parseDate = (value: string): number | null => {
  const text = collapse(withoutComments(value.slice(0, MAX_VALUE))).slice(0, 200)
  const match = DATE.exec(text.replace(AROUND, (_, sign: string) => (sign === "," ? ", " : sign)))
  if (match === null) return null
  const [, day, monthName = "", year, hour, minute, second = "0", zone = ""] = match
  const month = MONTHS.indexOf(monthName.toLowerCase())
  const offset = zoneMinutes(zone)
  if (month < 0 || offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const time = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second))
  return new Date(Date.UTC(Number(year), month, Number(day))).getUTCDate() === Number(day)
    ? time - offset * 60_000
    : null
}
