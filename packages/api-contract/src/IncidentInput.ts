import { acknowledgementLimits, field } from "@mon/model"
import * as Schema from "effect/Schema"

const { noteLength } = acknowledgementLimits

const about = "A note for other people, such as who is handling the incident."

const note = field.text("note", {
  about,
  example: "The provider is informed.",
  maximum: noteLength
}).input

/** The body of `POST /incidents/:id/acknowledge`. */
export const AcknowledgeIncident = Schema.Struct({
  note: Schema.optionalKey(
    Schema.NullOr(note).annotate({
      description: about,
      message: `note must be a string of 1 to ${noteLength} characters, or null.`
    })
  )
}).annotate({ identifier: "AcknowledgeIncident", title: "AcknowledgeIncident", description: "An acknowledgement." })
export type AcknowledgeIncident = typeof AcknowledgeIncident.Type
