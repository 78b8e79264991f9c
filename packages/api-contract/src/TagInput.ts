import { field, tagLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const name = field.text("name", {
  about:
    "Name of the tag. Names are unique within the account and not case-sensitive. Mon removes leading and trailing spaces.",
  example: "Production",
  maximum: limits.nameLength
}).input
const color = field.color("color", { about: "Colour of the tag in hexadecimal form.", example: limits.color }).input

const { maximum, minimum } = limits.sortOrder
const sortOrderMessage = `sortOrder must be a whole number between ${minimum} and ${maximum}.`
const sortOrder = Schema.Number.annotate({
  message: sortOrderMessage,
  description: "Position in lists. Tags with smaller values come first.",
  examples: [0]
}).check(
  Schema.isInt({ message: sortOrderMessage }),
  Schema.isBetween({ minimum, maximum }, { message: sortOrderMessage })
)

/** The body of `POST /tags`. */
export const CreateTag = Schema.Struct({
  name: name.pipe(
    Schema.annotateKey({ messageMissingKey: `name must be a string of 1 to ${limits.nameLength} characters.` })
  ),
  color: Schema.optionalKey(color)
}).annotate({ identifier: "CreateTag", title: "CreateTag", description: "A new tag." })
export type CreateTag = typeof CreateTag.Type

/** The body of `PATCH /tags/:id`. Only the fields that it contains change. */
export const UpdateTag = Schema.Struct(Struct.map({ name, color, sortOrder }, Schema.optionalKey)).annotate({
  identifier: "UpdateTag",
  title: "UpdateTag",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateTag = typeof UpdateTag.Type

const tooManyMessage = `tagIds must contain at most ${limits.assigned} different ids.`
const idsMessage = `tagIds is required (array of at most ${limits.assigned} tag ids)`

/** The body of `PUT /domains/:id/tags` and of `PUT /urls/:id/tags`. */
export const AssignTags = Schema.Struct({
  tagIds: Schema.Array(Schema.String.annotate({ message: idsMessage }))
    .annotate({
      message: idsMessage,
      description: `The new tags of the monitor, at most ${limits.assigned} different tags. An empty array removes all tags.`,
      examples: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d70"]]
    })
    .check(Schema.makeFilter((ids) => new Set(ids).size <= limits.assigned || tooManyMessage))
    .pipe(Schema.annotateKey({ messageMissingKey: idsMessage }))
}).annotate({ identifier: "AssignTags", title: "AssignTags", description: "The new tags of a monitor." })
export type AssignTags = typeof AssignTags.Type
