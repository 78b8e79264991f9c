import { Secrets } from "@mon/core-store"
import { readSignedId, signId } from "@mon/notifications"
import { Effect } from "effect"
import { PublicUrl } from "../PublicUrl.ts"

/** The key-derivation label for the addresses of calendars. */
const LABEL = "calendar address"

/** The path of calendars. Calendar programs recognize files by `.ics`. */
export const CALENDAR_PATH = "/calendar"
const SUFFIX = ".ics"

/** Returns the address of a calendar, which is secret. */
export const calendarUrl = Effect.fnUntraced(function* (id: string) {
  return `${(yield* PublicUrl).base()}${CALENDAR_PATH}/${signId(yield* Secrets, LABEL, id)}${SUFFIX}`
})

/** Returns the id of the calendar in the last segment of an address. Null: it is not a valid address. */
export const readCalendarToken = (segment: string) =>
  Effect.map(Secrets, (secrets) =>
    segment.endsWith(SUFFIX) ? readSignedId(secrets, LABEL, segment.slice(0, -SUFFIX.length)) : null
  )
