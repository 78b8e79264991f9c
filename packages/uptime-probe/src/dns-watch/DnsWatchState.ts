import type { DnsSetName, DnsWatchType } from "./DnsObservation.ts"

/** A set that differs from the accepted one and waits for its confirmation. Times are milliseconds since 1970. */
export interface DnsCandidate {
  readonly records: ReadonlyArray<string>
  readonly firstSeenAt: number
  /** The servers that answered it. */
  readonly servers: ReadonlyArray<string>
  /** Early repetitions so far. */
  readonly rechecks: number
}

/** The state of one set. Times are milliseconds since 1970. */
export interface WatchedSet {
  /** The accepted records. */
  readonly records: ReadonlyArray<string>
  readonly acceptedAt: number
  /** The highest serial number with which a server answered these records; null if unknown. */
  readonly serial: number | null
  /** Earlier sets that a server which is behind may still answer. */
  readonly superseded: ReadonlyArray<ReadonlyArray<string>>
  /** All servers that ever answered, as far as they still belong to the domain. */
  readonly servers: ReadonlyArray<string>
  /** Servers that have not answered the accepted records yet. */
  readonly behind: ReadonlyArray<string>
  readonly candidate: DnsCandidate | null
  /** Addresses and aliases of the last 24 hours, with the time at which each was last answered. */
  readonly seen: Readonly<Record<string, number>>
  /** Until then, unknown addresses and aliases are learned; 0 for other sets and pinned ones. */
  readonly learnsUntil: number
  /** The pinned addresses that it was judged by. */
  readonly pinned: ReadonlyArray<string>
}

/** The state that a DNS watch keeps between two observations; it can be stored as JSON. */
export interface DnsWatchState {
  readonly sets: Readonly<Partial<Record<DnsSetName, WatchedSet>>>
}

/** A confirmed change of one type. */
export interface DnsRecordChange {
  readonly type: DnsWatchType
  /** The name of the records. */
  readonly name: string
  /** In zone file form. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** The time at which a server first answered differently, in milliseconds since 1970. */
  readonly firstSeenAt: number
}

/** The settings by which a DNS watch judges. */
export interface DnsWatchSettings {
  /**
   * Addresses that the host must have. An address that is not among them is a change immediately, and a pinned address
   * that nobody answered for 24 hours is one. Default: none, so that only a complete replacement is a change.
   */
  readonly pinnedAddresses?: ReadonlyArray<string>
}

/** The judgement of an observation. */
export interface DnsJudgement {
  readonly state: DnsWatchState
  /** Confirmed changes, in the order of the types. */
  readonly changes: ReadonlyArray<DnsRecordChange>
  /** Observe again after this time, in milliseconds; null: after the usual interval. */
  readonly recheckAfterMs: number | null
}
