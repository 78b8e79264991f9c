import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { flag, id, list, record, text, textOrNull, time } = described

/** The source of a change: a browser session, an API key, an emailed link, an operator, or the service itself. */
export const AuditActor = Schema.Literals(["session", "key", "link", "operator", "service"])
export type AuditActor = typeof AuditActor.Type

/** The limits of the audit log: the number of entries in one response, and the length of values. */
export const auditLimits = {
  entries: { minimum: 1, maximum: 200, default: 50 },
  /** The maximum length of a changed value, in characters. The rest of a longer value is cut off. */
  valueLength: 4_000
} as const

/** A changed field with its values before and after the change. */
export const AuditChange = record("AuditChange", "A field that was changed.", {
  field: text("Name of the field.", "checkInterval"),
  before: textOrNull(
    "The earlier value: strings as they are, everything else as JSON. `***` stands for a secret. Null: none.",
    "300"
  ),
  after: textOrNull("The new value in the same form. Null: none.", "60")
})
export interface AuditChange extends Schema.Schema.Type<typeof AuditChange> {}

/** An entry of the audit log. */
export const AuditEntry = record("AuditEntry", "A change in the account.", {
  id: id("Opaque id of the entry."),
  at: time("The time when the change began, ISO 8601 UTC."),
  isFinished: flag(
    "False if the process ended during the change. It is then not known whether the change was made.",
    true
  ),
  action: text("The kind of resource and what was done.", "domains.update"),
  target: textOrNull(
    "Id of the changed object, or null if there are several or if it is the account itself.",
    "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
  ),
  actor: AuditActor.annotate({
    description:
      "Who made the change: a person in a browser (`session`) or with an API key (`key`), someone with an emailed link (`link`), an operator of the service (`operator`), or the service itself (`service`)."
  }),
  email: textOrNull("Email address of the person at that time, or null if there is none.", "ada@example.com"),
  keyName: textOrNull("Name of the API key at that time, or null if none was used.", "Deployment"),
  address: text("Network address of the request. Empty if there was no request.", "203.0.113.7"),
  userAgent: text("The request's `User-Agent` header.", "curl/8.5.0"),
  changes: list(AuditChange, "The fields that were changed. Empty if the action has none, such as a new password.")
})
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}
