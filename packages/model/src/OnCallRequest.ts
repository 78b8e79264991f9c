import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { OnCallPerson } from "./OnCallSchedule.ts"

const { id, orNull, record, textOrNull, time, timeOrNull, value } = described

/** Limits of requests to take over a shift. */
export const onCallRequestLimits = {
  /** The maximum number of requests of a person in an account in 24 hours, because each one sends emails. */
  perDay: 20,
  /** The maximum number of open requests of a schedule. */
  open: 100
} as const

/** How far a request to take over a shift has come. */
export const OnCallRequestState = Schema.Literals(["open", "accepted", "declined", "withdrawn", "returned", "expired"])
export type OnCallRequestState = typeof OnCallRequestState.Type

/** A request to take over a shift. */
export const OnCallRequest = record("OnCallRequest", "A request that somebody else takes over a shift.", {
  id: id("Opaque id of the request."),
  start: time("The first instant, ISO 8601 UTC."),
  end: time("The first instant after the range, ISO 8601 UTC."),
  asker: OnCallPerson,
  asked: orNull(OnCallPerson, "The person who was asked. Null: everyone in the schedule."),
  note: textOrNull("Note, or null.", "I have a dentist's appointment."),
  state: value(
    OnCallRequestState,
    "`open`: nobody has answered. `accepted`: an override puts `answeredBy` on call. `declined`: the person who was asked has declined. `withdrawn`: the request was taken back. `returned`: it was accepted, but the override was deleted later, so the asker is on call again. `expired`: the range ended without an answer.",
    "open"
  ),
  answeredBy: orNull(OnCallPerson, "The person who accepted or declined, or null."),
  answeredAt: timeOrNull("Time of the last change of the state, ISO 8601 UTC. Null: none so far."),
  createdAt: time("Creation time, ISO 8601 UTC.")
})
export interface OnCallRequest extends Schema.Schema.Type<typeof OnCallRequest> {}
