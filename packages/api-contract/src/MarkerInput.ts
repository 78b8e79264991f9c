import { hasControlCharacters, markerLimits as limits, markerText } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"

const linkMessage = messages.markerLink(limits.linkLength)
const LINK = /^https?:\/\/[^\s/]\S*$/iu

const link = Schema.String.annotate({ message: linkMessage }).check(
  Schema.isMaxLength(limits.linkLength, { message: linkMessage }),
  Schema.isPattern(LINK, { message: linkMessage }),
  Schema.makeFilter((value) => (value.isWellFormed() && !hasControlCharacters(value)) || linkMessage)
)

/** The body of `POST /domains/:domainId/markers`. */
export const CreateMarker = Schema.Struct({
  text: markerText.input.pipe(
    Schema.annotateKey({ messageMissingKey: `text must be a string of 1 to ${limits.textLength} characters.` })
  ),
  time: Schema.optionalKey(
    timeInput(messages.markerTime(limits.days), {
      description: `The time of the event, ISO 8601: within the last ${limits.days} days, at most ${limits.aheadSeconds / 60} minutes ahead. Default: now.`,
      examples: ["2026-11-21T08:15:00Z"]
    })
  ),
  link: Schema.optionalKey(
    Schema.NullOr(link).annotate({
      message: linkMessage,
      description: `http or https URL of a page about the event, at most ${limits.linkLength} characters. Mon shows the link but never opens it. Default: null.`,
      examples: ["https://ci.example.com/runs/1234"]
    })
  )
}).annotate({ identifier: "CreateMarker", title: "CreateMarker", description: "A new marker." })
export type CreateMarker = typeof CreateMarker.Type
