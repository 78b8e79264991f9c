import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, id, list, record, text } = described

const errorsOf = (verb: string) =>
  list(
    Schema.Struct({
      id: id("Id from the request."),
      message: text(`Reason why the monitor could not be ${verb}.`, "Domain not found.")
    }),
    `One entry for each monitor that could not be ${verb}.`
  )

/** The result of a bulk update. */
export const BulkUpdated = record("BulkUpdated", "Result of a bulk update.", {
  updated: count("Number of changed monitors.", 2),
  failed: count("Number of monitors that could not be changed.", 1),
  errors: errorsOf("changed")
})

/** The result of a bulk delete. */
export const BulkDeleted = record("BulkDeleted", "Result of a bulk delete.", {
  deleted: count("Number of deleted monitors.", 2),
  failed: count("Number of monitors that could not be deleted.", 1),
  errors: errorsOf("deleted")
})

/** The response to a request that deletes one object. */
export const Deleted = record("Deleted", "The deleted object.", {
  id: id("Id of the deleted object."),
  deleted: Schema.tag(true).annotate({ description: "Always true." })
})
