import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, id, list, record, text } = described

const errorsOf = (verb: string) =>
  list(
    Schema.Struct({
      id: id("Id as given in the request."),
      message: text(`Why it could not be ${verb}.`, "Domain not found.")
    }),
    `One entry for each that could not be ${verb}.`
  )

/** What a bulk update did. */
export const BulkUpdated = record("BulkUpdated", "What a bulk update did.", {
  updated: count("How many were changed.", 2),
  failed: count("How many could not be changed.", 1),
  errors: errorsOf("changed")
})

/** What a bulk delete did. */
export const BulkDeleted = record("BulkDeleted", "What a bulk delete did.", {
  deleted: count("How many were deleted.", 2),
  failed: count("How many could not be deleted.", 1),
  errors: errorsOf("deleted")
})

/** The answer to deleting one thing. */
export const Deleted = record("Deleted", "What was deleted.", {
  id: id("Id of what was deleted."),
  deleted: Schema.tag(true).annotate({ description: "Always true." })
})
