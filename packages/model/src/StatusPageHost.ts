import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { list, record, text, time, timeOrNull, value, wordOrNull } = described

/** The state of a status page's custom host name. */
export const StatusPageHostState = Schema.Literals([
  "waiting_for_txt",
  "waiting_for_address",
  "active",
  "failing",
  "taken",
  "released"
])
export type StatusPageHostState = typeof StatusPageHostState.Type

/**
 * The target of a host name's addresses: `here` (the service), `elsewhere`, or `absent` if the host name has no
 * addresses.
 */
export const StatusPageHostAddress = Schema.Literals(["here", "elsewhere", "absent"])
export type StatusPageHostAddress = typeof StatusPageHostAddress.Type

const HostRecord = record("StatusPageHostRecord", "A DNS record to publish.", {
  purpose: value(
    Schema.Literals(["proof", "address"]),
    "`proof`: shows that the host name is yours. It must stay in place. `address`: points the host name to the service.",
    "proof"
  ),
  type: text("Type of the record. `ALIAS`: also called ANAME, or a flattened CNAME.", "TXT"),
  name: text("Name of the record.", "_mon.status.example.com"),
  value: text("Value of the record.", "mon-proof=Jq3Yl1wMWJ2n0dT8kqf5")
})

/** A status page's custom host name, in the record for the owner of the page. */
export const StatusPageHost = record("StatusPageHost", "A status page's custom host name.", {
  hostname: text("The host name in ASCII, as it is in DNS.", "status.example.com"),
  displayName: text("The host name in Unicode, as people write it.", "status.example.com"),
  url: text("Address of the page on its custom host name.", "https://status.example.com"),
  state: value(
    StatusPageHostState,
    "`waiting_for_txt`: the TXT record has not been found yet. `waiting_for_address`: it was found, but the host name's addresses do not lead here, and no reader has arrived yet. `active`: readers can open the page. `failing`: readers can open the page, but the TXT record is missing. `taken`: the TXT record was found, but another status page has the host name. `released`: the TXT record was missing for 7 days.",
    "active"
  ),
  stoppedBy: wordOrNull(
    ["plan"],
    "The reason why readers cannot open the page at the host name. `plan`: the plan allows fewer custom host names, so the newest ones stop working."
  ),
  address: wordOrNull(
    StatusPageHostAddress.literals,
    "The target of the host name's addresses at the last lookup. Null: not known. `elsewhere` is normal behind a CDN."
  ),
  records: list(HostRecord, "The records to publish in DNS."),
  failingSince: timeOrNull("Since when the TXT record has been missing, ISO 8601 UTC, or null."),
  releasesAt: timeOrNull(
    "The time when the host name will be released unless the TXT record is back, ISO 8601 UTC, or null."
  ),
  checkedAt: timeOrNull("Time of the last lookup that was answered, ISO 8601 UTC, or null."),
  createdAt: time("The time when the host name was set, ISO 8601 UTC.")
})
export interface StatusPageHost extends Schema.Schema.Type<typeof StatusPageHost> {}

/** The times that apply to custom host names. */
export const statusPageHostLimits = {
  /** The number of days for which a host name's TXT record may be missing before the host name is released. */
  releaseDays: 7,
  /** The number of days for which a host name's TXT record may be missing before the owner is notified. */
  noticeDays: 1,
  /** The minimum time between two lookups that a person requests, in seconds. */
  checkSeconds: 10
} as const

/**
 * Returns the address of a status page on its custom host name. The address has the scheme and port of the service,
 * because one proxy serves both.
 *
 * @example
 * ```ts
 * statusPageHostUrl("https://mon.example.com/base", "status.example.org") // => "https://status.example.org"
 * ```
 */
export const statusPageHostUrl = (base: string, hostname: string): string => {
  const url = new URL(base)
  url.hostname = hostname
  return url.origin
}
