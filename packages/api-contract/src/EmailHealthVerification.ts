import { described, publishedStates, recordStates } from "@mon/model"
import { REPAIR_TYPES } from "./EmailHealthRepair.ts"

const { count, countOrNull, flag, list, orNull, record, text, textOrNull, texts, time, word } = described

const ServerRecord = record("EmailHealthServerState", "The state of a record at one name server.", {
  server: text(
    "Name and address of one of the zone's name servers, or `resolver`, `resolver 2` and so on for the service's resolvers.",
    "ns1.example.net 192.0.2.53"
  ),
  state: word(
    publishedStates,
    "`published`: the server has the new values. `old`: the server still has a value that the record replaces. `missing`: the server does not have every new value. `failed`: the server gave no answer for the zone."
  ),
  reason: textOrNull("The reason why the server did not answer, or null if it did.", null),
  ttl: countOrNull(
    "The time for which resolvers may cache this answer. If the state is `old` or `missing`, other resolvers may still return it for that long. Seconds, or null if unknown.",
    3600
  )
})

const VerifiedRecord = record(
  "EmailHealthVerifiedRecord",
  "A record in the repair plan, and its state on the servers.",
  {
    type: word(REPAIR_TYPES, "Type of the record."),
    host: text("Full name of the record, without a trailing dot.", "_dmarc.example.com"),
    values: texts("Values to publish. Empty if the replaced values are only deleted.", ["v=DMARC1; p=none"]),
    replaces: texts("Published values of this name and type to delete.", []),
    foreign: flag(
      "Whether the record belongs in someone else's zone, so that the owner of that zone has to publish it.",
      false
    ),
    findings: texts("Codes of the findings that the record helps to clear.", ["dmarc_missing"]),
    state: word(
      recordStates,
      "`verified`: all of the zone's name servers and at least two of the service's resolvers (or its only one) have the new values, and no resolver has other values. `pending`: at least one server does not have the new values. `unknown`: too few servers answered, or the zone was not found."
    ),
    servers: list(ServerRecord, "All of the zone's name servers, at most 13, and the service's resolvers, at most 4.")
  }
)

const WorthRecord = record("EmailHealthWorth", "The scores before and after a verified repair.", {
  rubricVersion: text("Version of the scoring rules of both scores.", "2026.11.2"),
  before: count("Score in the report that contains the plan.", 62),
  after: count("Score in a new check after the repair.", 87)
})

/** The state of each record of a repair plan, according to the domain's name servers and the service's resolvers. */
export const EmailHealthVerification = record(
  "EmailHealthVerification",
  "Whether the records of a repair plan are published.",
  {
    domain: text("The checked domain in IDNA ASCII.", "example.com"),
    checkedAt: time("The time when the servers were queried, ISO 8601 UTC."),
    state: word(
      recordStates,
      "`verified`: all records are verified, or the plan has none. `pending`: a record is pending. `unknown`: otherwise."
    ),
    resolvers: count(
      "The number of the service's resolvers that have the new values of every record. If `state` is `verified` and this number is 1, the service has only one resolver.",
      2
    ),
    records: list(VerifiedRecord, "The records in the plan, at most 20, in the plan's order."),
    worth: orNull(
      WorthRecord,
      "The scores before and after the repair. Null if the plan is not verified or has no records, or if the scores cannot be compared."
    )
  }
)
export type EmailHealthVerification = typeof EmailHealthVerification.Type
