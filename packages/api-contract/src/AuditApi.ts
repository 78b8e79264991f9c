import { AuditEntry, auditLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { wholeNumber } from "./Query.ts"

const OWNER = "Only the account owner and admins can do this."
const about = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description: `${description} ${OWNER}` })

const text = (description: string, example: string) =>
  Schema.optionalKey(Schema.String.annotate({ description, examples: [example] }))

/** Matches a date with or without a time. Only years of four digits are allowed. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:T|$)/u

const moment = (name: "since" | "until", description: string) =>
  Schema.optionalKey(
    Schema.String.annotate({
      message: messages.auditTime(name),
      description,
      examples: ["2026-11-21T00:00:00Z"]
    }).check(
      Schema.makeFilter((value: string) => TIME.test(value) && !Number.isNaN(Date.parse(value)), {
        message: messages.auditTime(name)
      })
    )
  )

const filters = {
  action: text("Only this action, or all actions on a kind of resource (the part before the dot).", "domains.update"),
  email: text("Only changes by the person with this email address.", "ada@example.com"),
  target: text("Only changes to the object with this id.", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"),
  since: moment("since", "Only changes from this time on, ISO 8601."),
  until: moment("until", "Only changes before this time, ISO 8601.")
}

const list = HttpApiEndpoint.get("list", "/audit", {
  query: {
    limit: wholeNumber("limit", auditLimits.entries, "Maximum number of entries to return."),
    before: text(
      "Id of an entry: only older entries are returned. For the next page, use the id of the last entry on this page.",
      "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
    ),
    ...filters
  },
  success: ok(Schema.Array(AuditEntry)),
  error: [BadRequest, Forbidden]
}).annotateMerge(
  about(
    "List changes",
    "Returns who changed what in the account, newest first. How long an entry is stored depends on the plan at the time of the change."
  )
)

const download = HttpApiEndpoint.get("download", "/audit/export", {
  query: filters,
  success: Schema.String.annotate({
    description:
      "CSV file with a header row (RFC 4180, UTF-8, CRLF line ends), newest first. If a spreadsheet program could read text as a formula, Mon puts an apostrophe in front of it."
  }).pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })),
  error: [BadRequest, Forbidden]
}).annotateMerge(about("A CSV of changes", "Downloads all entries that match the filters. The response is not JSON."))

export class AuditApi extends HttpApiGroup.make("audit")
  .add(list, download)
  .annotateMerge(
    OpenApi.annotations({
      title: "Audit log",
      description: "Who changed what in the account, when and from where, with the values before and after."
    })
  ) {}
