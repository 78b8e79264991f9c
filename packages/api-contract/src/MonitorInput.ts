import { field } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** The ids of a bulk request, of which 1 to `maximum` differ. */
export const idList = (name: string, noun: string, maximum: number) => {
  const message = `${name} is required (array of 1 to ${maximum} ${noun} ids)`
  return Schema.Array(Schema.String.annotate({ message }))
    .annotate({
      message,
      description: `Ids of 1 to ${maximum} different ${noun} monitors.`,
      examples: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]]
    })
    .check(
      Schema.makeFilter((list) => {
        const different = new Set(list).size
        if (different > maximum) return `${name} must contain at most ${maximum} different ids.`
        return different >= 1 || message
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: message }))
}

/** The change of a bulk request: at least one of the fields. */
export const updatesOf = <const Fields extends Schema.Struct.Fields>(fields: Fields, noun: string) => {
  const message = `updates is required (object of ${noun} fields)`
  const emptyMessage = `updates must hold at least one of: ${Object.keys(fields).join(", ")}.`
  return Schema.Struct(fields)
    .annotate({ message, description: "The fields to change in each monitor. At least one field is required." })
    .check(Schema.makeFilter((updates) => Object.keys(updates).length > 0 || emptyMessage))
    .pipe(Schema.annotateKey({ messageMissingKey: message }))
}

const CONFIRMATION = "DELETE"

/**
 * The confirmation of a bulk delete. A Literal would make the struct a member of a discriminated union and hide the
 * message.
 */
export const confirmation = Schema.String.annotate({
  message: messages.confirmation,
  description: "Exactly `DELETE`.",
  examples: [CONFIRMATION]
})
  .check(Schema.makeFilter((value) => value === CONFIRMATION || messages.confirmation))
  .pipe(Schema.annotateKey({ messageMissingKey: messages.confirmation }))

/** The URL of a new monitor. */
export const urlInput = (maximum: number, description: string, example: string) =>
  Schema.String.annotate({ message: messages.urlRequired, description, examples: [example] })
    .check(
      Schema.makeFilter((value) => value.trim() !== "" || messages.urlRequired),
      Schema.isMaxCodePoints(maximum, { message: `url must be a string of at most ${maximum} characters.` })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.urlRequired }))

/** `timeout`, another name of `timeoutSeconds` that only requests have. */
export const timeoutAlias = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  field.seconds("timeout", {
    about: "Alias of timeoutSeconds. If both are present, Mon uses timeoutSeconds.",
    example: 30,
    minimum,
    maximum
  }).input
