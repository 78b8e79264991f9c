import type { DnsSetName, DnsWatchType } from "./DnsObservation.ts"

/** A set that differs from the accepted one and is not confirmed yet. Times are in milliseconds since 1970. */
export interface DnsCandidate {
  readonly records: ReadonlyArray<string>
  readonly firstSeenAt: number
  /** The servers that answered with this set. */
  readonly servers: ReadonlyArray<string>
  /** The number of early repetitions so far. */
  readonly rechecks: number
}

/** The state of one set. Times are in milliseconds since 1970. */
export interface WatchedSet {
  /** The accepted records. */
  readonly records: ReadonlyArray<string>
  readonly acceptedAt: number
  /** The highest serial number of a server that answered with these records. Null if unknown. */
  readonly serial: number | null
  /** Earlier sets, which outdated servers may still answer. */
  readonly superseded: ReadonlyArray<ReadonlyArray<string>>
  /** All servers that have ever answered and still belong to the domain. */
  readonly servers: ReadonlyArray<string>
  /** Servers that have not answered the accepted records yet. */
  readonly behind: ReadonlyArray<string>
  readonly candidate: DnsCandidate | null
  /** The addresses and aliases of the last 24 hours, each with the time of its last answer. */
  readonly seen: Readonly<Record<string, number>>
  /** The time until which unknown addresses and aliases are learned. 0 for other sets and for pinned addresses. */
  readonly learnsUntil: number
  /** The pinned addresses that the set was judged by. */
  readonly pinned: ReadonlyArray<string>
}

/** The state that a DNS watch stores between observations. It is plain JSON. */
export interface DnsWatchState {
  readonly sets: Readonly<Partial<Record<DnsSetName, WatchedSet>>>
}

/** A confirmed change of one type. */
export interface DnsRecordChange {
  readonly type: DnsWatchType
  /** The name of the records. */
  readonly name: string
  /** The added records, in zone file form. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** The time of the first different answer, in milliseconds since 1970. */
  readonly firstSeenAt: number
}

/** The settings of the judgement. */
export interface DnsWatchSettings {
  /**
   * The addresses that the host must have. Any other address is a change immediately. A pinned address is a change if
   * no server has returned it for 24 hours. Default: none. Then only a complete replacement is a change.
   */
  readonly pinnedAddresses?: ReadonlyArray<string>
}

/** The judgement of an observation. */
export interface DnsJudgement {
  readonly state: DnsWatchState
  /** The confirmed changes, in the order of the types. */
  readonly changes: ReadonlyArray<DnsRecordChange>
  /** The time after which to observe again, in milliseconds. Null means the usual interval. */
  readonly recheckAfterMs: number | null
}
