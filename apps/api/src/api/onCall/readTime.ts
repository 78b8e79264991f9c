import { BadRequest, messages } from "@mon/api-contract"
import { Effect } from "effect"

/** The last instant that schedules know. */
const LAST_MS = Date.UTC(2200, 0, 1) - 1

/** Reads the time in a field of a request. */
export const readTime = (name: string, time: string) => {
  const ms = Date.parse(time)
  return ms >= 0 && ms <= LAST_MS
    ? Effect.succeed(ms)
    : Effect.fail(new BadRequest({ message: messages.onCallTime(name) }))
}
