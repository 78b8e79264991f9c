import type { DnsSetName, DnsWatchType } from "./DnsObservation.ts"

/**
 * A set of records that differs from the accepted set and is not confirmed yet. Times are in milliseconds since 1970.
 */
export interface DnsCandidate {
  readonly records: ReadonlyArray<string>
  readonly firstSeenAt: number
  /** The servers that answered with this set of records. */
  readonly servers: ReadonlyArray<string>
  /** The number of early repetitions of the observation so far. */
  readonly rechecks: number
}

/** The state of one watched set of records. Times are in milliseconds since 1970. */
export interface WatchedSet {
  /** The accepted records. */
  readonly records: ReadonlyArray<string>
  readonly acceptedAt: number
  /** The highest serial number of the servers that answered with the accepted records. Null if unknown. */
  readonly serial: number | null
  /** The earlier sets, with which outdated servers may still answer. */
  readonly superseded: ReadonlyArray<ReadonlyArray<string>>
  /** All servers that have ever answered and still belong to the domain. */
  readonly servers: ReadonlyArray<string>
  /** The servers that have not answered with the accepted records yet. */
  readonly behind: ReadonlyArray<string>
  readonly candidate: DnsCandidate | null
  /** The addresses and aliases of the last 24 hours, each with the time of its last answer. */
  readonly seen: Readonly<Record<string, number>>
  /**
   * The time until which unknown addresses and aliases are added without a change. 0 for other sets, and for pinned
   * addresses.
   */
  readonly learnsUntil: number
  /** The pinned addresses by which the set was last judged. */
  readonly pinned: ReadonlyArray<string>
}

/** The state that a DNS watch stores between observations. It is plain JSON. */
export interface DnsWatchState {
  readonly sets: Readonly<Partial<Record<DnsSetName, WatchedSet>>>
}

/** A confirmed change of one type. */
export interface DnsRecordChange {
  readonly type: DnsWatchType
  readonly name: string
  /** The added records, in zone file form. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** The time of the first different answer, in milliseconds since 1970. */
  readonly firstSeenAt: number
}

/** The settings for judging an observation. */
export interface DnsWatchSettings {
  /**
   * The addresses that the host must have. Any other address counts as a change immediately. A pinned address that no
   * server has returned for 24 hours also counts as a change. By default, no address is pinned, and only a complete
   * replacement counts as a change.
   */
  readonly pinnedAddresses?: ReadonlyArray<string>
}

/** The result of judging an observation. */
export interface DnsJudgement {
  readonly state: DnsWatchState
  /** The confirmed changes, in the order of the types. */
  readonly changes: ReadonlyArray<DnsRecordChange>
  /** The time after which to observe the domain again, in milliseconds. Null means the usual interval. */
  readonly recheckAfterMs: number | null
}
