import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { flag, id, list, orNull, record, text, textOrNull, texts, time, timeOrNull, value } = described

/** The record types that can be watched. */
export const DnsRecordType = Schema.Literals(["NS", "DS", "MX", "TXT", "CAA", "A", "AAAA", "CNAME"])
export type DnsRecordType = typeof DnsRecordType.Type

const recordType = value(DnsRecordType, "Type of the records.", "MX")
const lines = (about: string) => texts(`${about} In zone file format.`, ["10 mx.example.net"])

/** The last response of one server about records of one type. */
export const DnsServerState = record("DnsServerState", "The last response from a server.", {
  server: text("Name and address of the server.", "ns1.example.net 192.0.2.53"),
  status: value(
    Schema.Literals(["ok", "nodata", "nxdomain", "failed"]),
    "Result. `nodata`: the name has no record of this type. `nxdomain`: the name does not exist. `failed`: the server did not give a usable answer.",
    "ok"
  ),
  reason: textOrNull("The reason why the query failed, or null.", "Timeout"),
  isDifferent: flag("Whether the server returns records that differ from the accepted ones.", false),
  records: lines("The server's records if they differ, otherwise empty.")
})
export interface DnsServerState extends Schema.Schema.Type<typeof DnsServerState> {}

/** A set of records that a server returned but that is not confirmed yet. */
export const DnsPending = record("DnsPending", "Records that a server returned but that are not confirmed yet.", {
  records: lines("The records."),
  firstSeenAt: time("The time when a server first returned these values, ISO 8601 UTC.")
})
export interface DnsPending extends Schema.Schema.Type<typeof DnsPending> {}

/** The watched records of one type. */
export const DnsRecordSet = record("DnsRecordSet", "Watched records of one type.", {
  type: recordType,
  source: value(
    Schema.Literals(["parent", "zone"]),
    "The servers that were queried: those of the parent zone (delegation and DS), or those of the zone itself.",
    "zone"
  ),
  name: text("Name of the records.", "example.com"),
  records: lines("The accepted records."),
  acceptedAt: timeOrNull(
    "The time since which these records have been accepted, ISO 8601 UTC, or null before the first answer."
  ),
  pending: orNull(DnsPending, "A change that is waiting for confirmation, or null."),
  servers: list(DnsServerState, "The last response from each server.")
})
export interface DnsRecordSet extends Schema.Schema.Type<typeof DnsRecordSet> {}

/** A problem with the delegation that the owner of the domain should fix. */
export const DnsWatchFinding = record(
  "DnsWatchFinding",
  "Something the domain's owner should fix. It does not count as a change.",
  {
    code: text(
      "Code: `delegation_mismatch`, `lame_server`, `blocked_server`, `servers_differ` or `resolver_differs`. A later version may add codes.",
      "delegation_mismatch"
    ),
    message: text(
      "The finding in one sentence.",
      "The parent delegates example.com to ns1.example.net, but the zone lists ns2.example.net."
    )
  }
)
export interface DnsWatchFinding extends Schema.Schema.Type<typeof DnsWatchFinding> {}

/** The changed records of one type. */
export const DnsTypeChange = record("DnsTypeChange", "Changed records of one type.", {
  type: recordType,
  name: text("Name of the records.", "example.com"),
  added: lines("New records."),
  removed: lines("Records that are gone."),
  firstSeenAt: time("The time of the first answer that differed, ISO 8601 UTC.")
})
export interface DnsTypeChange extends Schema.Schema.Type<typeof DnsTypeChange> {}

/** A change of a domain's DNS records that was confirmed at one moment. It can contain records of several types. */
export const DnsChange = record("DnsChange", "A confirmed change of DNS records.", {
  id: id("Opaque id of the change."),
  detectedAt: time("The time when the change was confirmed, ISO 8601 UTC."),
  changes: list(DnsTypeChange, "The changes by type.")
})
export interface DnsChange extends Schema.Schema.Type<typeof DnsChange> {}

/** The result of the last observation of a domain's DNS. */
export const DnsObserved = record("DnsObserved", "The result of the last observation.", {
  sets: list(DnsRecordSet, "The records by type."),
  findings: list(DnsWatchFinding, "The problems that the domain's owner should fix.")
})
export interface DnsObserved extends Schema.Schema.Type<typeof DnsObserved> {}

/** The DNS of a domain whose DNS is watched. */
export const DnsWatchRecord = record("DnsWatch", "The watched DNS records of a domain and their changes.", {
  status: value(
    Schema.Literals(["off", "waiting", "watching", "paused", "over_limit"]),
    "State of the watch. `off`: the domain's `dnsWatch` is null. `waiting`: the first observation is due. `over_limit`: the plan allows fewer watches, so the newest ones stopped.",
    "watching"
  ),
  checkedAt: timeOrNull("Time of the last observation, ISO 8601 UTC, or null."),
  nextCheckAt: timeOrNull("The time of the next observation, ISO 8601 UTC, or null."),
  sets: DnsObserved.fields.sets,
  findings: DnsObserved.fields.findings,
  changes: list(DnsChange, "The last changes, newest first. At most 100.")
})
export interface DnsWatchRecord extends Schema.Schema.Type<typeof DnsWatchRecord> {}

/** The limits of {@link DnsWatchRecord}: the maximum number of changes that it lists. */
export const dnsWatchLimits = { changesListed: 100 } as const
