import {
  ChosenComponentState,
  field,
  PostImpact,
  PostKind,
  PostState,
  postStates,
  statusPageLimits as limits
} from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"

const titleMessage = `title must be a string of 1 to ${limits.postTitleLength} characters.`
const title = field.text("title", {
  about: "Title that readers see.",
  example: "Slow payments",
  maximum: limits.postTitleLength
}).input

const kindMessage = `kind must be one of: ${PostKind.literals.join(", ")}.`
const kind = PostKind.annotate({
  message: kindMessage,
  description: "`incident`, or planned `maintenance`.",
  examples: ["incident"]
})

const impact = PostImpact.annotate({
  message: `impact must be one of: ${PostImpact.literals.join(", ")}.`,
  description: "The severity. Default: `minor`, or `none` for maintenance.",
  examples: ["minor"]
})

const stateMessage = `state must be one of: ${PostState.literals.join(", ")}.`
const state = PostState.annotate({
  message: stateMessage,
  description: `For an incident: ${postStates.incident.join(", ")}. For maintenance: ${postStates.maintenance.join(", ")}.`,
  examples: ["investigating"]
})

/** Matches control characters other than line breaks and tabs, and characters that change the direction of text. */
const UNPRINTABLE = /(?![\n\r\t])[\p{Cc}\p{Bidi_Control}]/u
const body = Schema.String.annotate({
  message: messages.statusUpdateBody,
  description: `Plain text with 1 to ${limits.updateLength} characters, which can contain line breaks. URLs in it become links.`,
  examples: ["We are investigating slow payments."]
}).check(
  Schema.isMaxCodePoints(limits.updateLength, { message: messages.statusUpdateBody }),
  Schema.makeFilter(
    (value) => (value.trim() !== "" && !UNPRINTABLE.test(value) && value.isWellFormed()) || messages.statusUpdateBody
  )
)

const startedAt = timeInput(messages.statusPostTime("startedAt"), {
  description: "The start of the incident or of the maintenance, ISO 8601. Default: now.",
  examples: ["2026-11-21T08:15:00Z"]
})
const endsAt = Schema.NullOr(timeInput(messages.statusPostTime("endsAt"))).annotate({
  message: messages.statusPostTime("endsAt"),
  description: "The end of the planned maintenance, ISO 8601. Only for maintenance, where it is required.",
  examples: [null]
})
const displayAt = timeInput(messages.statusPostTime("displayAt"), {
  description: "The time that readers see, ISO 8601. Default: the time when the update is published.",
  examples: ["2026-11-21T08:15:00Z"]
})

const flag = (of: string, about: string, example: boolean) =>
  Schema.Boolean.annotate({ message: `${of} must be true or false.`, description: about, examples: [example] })

const movesItself = flag(
  "movesItself",
  "Whether maintenance becomes `in_progress` and `completed` automatically when it starts and ends. Default: true for maintenance.",
  true
)
const notifySubscribers = Schema.Boolean.annotate({
  message: messages.statusPostNotify,
  description: "Whether subscribers are notified. Required for everything that is published.",
  examples: [false]
})
const isDraft = flag("isDraft", "Whether this is a draft, which only you see. Default: false.", false)

const componentIds = Schema.Array(Schema.String.annotate({ message: messages.statusPostComponents }))
  .annotate({
    message: messages.statusPostComponents,
    description: "The affected components on the page.",
    examples: [[]]
  })
  .check(Schema.isMaxLength(limits.components, { message: messages.statusPostComponents }))

const components = Schema.Array(
  Schema.Struct({
    componentId: Schema.String.annotate({ message: messages.statusPostComponents }).pipe(
      Schema.annotateKey({ messageMissingKey: messages.statusPostComponents })
    ),
    state: Schema.NullOr(ChosenComponentState.annotate({ message: messages.statusPostComponents }))
      .annotate({ message: messages.statusPostComponents })
      .pipe(Schema.annotateKey({ messageMissingKey: messages.statusPostComponents }))
  }).annotate({ message: messages.statusPostComponents })
)
  .annotate({
    message: messages.statusPostComponents,
    description:
      "The component states to set when the update is published. If a state is null, the component goes back to following monitors and maintenance.",
    examples: [[]]
  })
  .check(Schema.isMaxLength(limits.components, { message: messages.statusPostComponents }))

const requiredBody = body.pipe(Schema.annotateKey({ messageMissingKey: messages.statusUpdateBody }))
const update = { displayAt, components, isDraft, notifySubscribers }

/** The body of `POST /status-pages/:id/posts`. */
export const CreateStatusPost = Schema.Struct({
  kind: kind.pipe(Schema.annotateKey({ messageMissingKey: kindMessage })),
  title: title.pipe(Schema.annotateKey({ messageMissingKey: titleMessage })),
  body: requiredBody,
  ...Struct.map({ state, impact, startedAt, endsAt, movesItself, componentIds, ...update }, Schema.optionalKey)
}).annotate({
  identifier: "CreateStatusPost",
  title: "CreateStatusPost",
  description: "A new post with its first update."
})
export type CreateStatusPost = typeof CreateStatusPost.Type

/** The body of `PATCH /status-pages/:id/posts/:postId`. Only the fields that it contains change. */
export const UpdateStatusPost = Schema.Struct(
  Struct.map(
    { title, impact, startedAt, endsAt, movesItself, componentIds, isDraft, notifySubscribers },
    Schema.optionalKey
  )
).annotate({
  identifier: "UpdateStatusPost",
  title: "UpdateStatusPost",
  description: "The fields to change. Setting `isDraft` to false publishes the post with all of its drafts."
})
export type UpdateStatusPost = typeof UpdateStatusPost.Type

/** The body of `POST /status-pages/:id/posts/:postId/updates`. */
export const CreateStatusUpdate = Schema.Struct({
  state: state.pipe(Schema.annotateKey({ messageMissingKey: stateMessage })),
  body: requiredBody,
  ...Struct.map(update, Schema.optionalKey)
}).annotate({ identifier: "CreateStatusUpdate", title: "CreateStatusUpdate", description: "A new update to a post." })
export type CreateStatusUpdate = typeof CreateStatusUpdate.Type

/** The body of `PATCH /status-pages/:id/posts/:postId/updates/:updateId`. Only the fields that it contains change. */
export const UpdateStatusUpdate = Schema.Struct(
  Struct.map({ state, body, displayAt, components, isDraft, notifySubscribers }, Schema.optionalKey)
).annotate({
  identifier: "UpdateStatusUpdate",
  title: "UpdateStatusUpdate",
  description:
    "The fields to change. Setting `isDraft` to false publishes the update. `components` can be changed only in a draft."
})
export type UpdateStatusUpdate = typeof UpdateStatusUpdate.Type
