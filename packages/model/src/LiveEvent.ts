import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { idOrNull, record, value } = described

/** What a client that shows something should read again. */
export const LiveEvent = record("LiveEvent", "A change of something that the caller can see.", {
  type: value(
    Schema.Literals(["domain", "incident", "change", "job", "notification", "resync"]),
    "What changed. `resync` asks the client to read everything again, because events may be missing.",
    "domain"
  ),
  id: idOrNull("Id of what changed, or null for `resync`."),
  monitorId: idOrNull("Id of the domain or URL monitor that it belongs to, or null if there is none.")
})
export type LiveEvent = typeof LiveEvent.Type
