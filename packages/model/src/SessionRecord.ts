import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { flag, id, record, text, textOrNull, time } = described

/** The record of a browser in which a person is signed in. */
export const SessionRecord = record("Session", "One of the caller's sessions: a browser that is signed in.", {
  id: id("Opaque id of the session."),
  isCurrent: flag("Whether this is the session that made the request.", true),
  isWithProvider: flag(
    "Whether the session was opened with an identity provider rather than with a password or a link.",
    false
  ),
  browser: textOrNull("Name that the browser gives itself, or null if it is unknown.", "Firefox"),
  system: textOrNull("Name of the operating system, or null if it is unknown.", "Windows"),
  address: text("Network address of the last request. Empty for a session from before an upgrade.", "203.0.113.7"),
  signedInAt: time("The time when the person signed in or entered the password in this session, ISO 8601 UTC."),
  lastUsedAt: time("Minute of the last request, ISO 8601 UTC.", "2026-11-21T08:15:00.000Z")
})
export interface SessionRecord extends Schema.Schema.Type<typeof SessionRecord> {}
