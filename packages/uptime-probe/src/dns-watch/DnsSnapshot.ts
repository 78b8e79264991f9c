import { listOf, mapOf, aNumber, shape, argumentsOf, aString, type Kind, variants } from "@mon/bundled/arguments"
import type { RecordData } from "@mon/dns"
import { recordTexts } from "./recordText.ts"

const acceptCompareDnsSnapshots = /* @__PURE__ */ argumentsOf("compareDnsSnapshots", () => ({
  before: snapshot(),
  after: snapshot()
}))

/**
 * The record types that determine where a domain's web traffic and mail go, and which authorities may issue
 * certificates.
 */
export const watchedTypes = ["NS", "A", "AAAA", "MX", "TXT", "CAA"] as const

/** A record type that a snapshot may contain: one of {@link watchedTypes}. */
export type WatchedType = (typeof watchedTypes)[number]

/** The records of one type, as sorted texts in zone file form. `failed` says nothing about the records. */
export type RecordSet =
  | { readonly status: "ok" | "nodata" | "nxdomain"; readonly records: ReadonlyArray<string> }
  | { readonly status: "failed"; readonly reason: string }

/** The records of a name at one moment. A snapshot can be stored as JSON. */
export interface DnsSnapshot {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly takenAt: number
  readonly sets: Partial<Readonly<Record<WatchedType, RecordSet>>>
}

/** A change of the records of one type. */
export interface DnsChange {
  readonly type: WatchedType
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** The kind of the change. "gone": all records have disappeared. "appeared": there were no records before. */
  readonly kind: "changed" | "gone" | "appeared"
}

/** The result of comparing two snapshots. */
export interface DnsComparison {
  readonly changed: boolean
  /** The changes, in the order of {@link watchedTypes}. */
  readonly changes: ReadonlyArray<DnsChange>
  /** The types that could not be compared, because one of the two sets is missing or failed. */
  readonly unknown: ReadonlyArray<WatchedType>
  /**
   * The later snapshot, with the earlier records of the types whose query failed. Compare the next snapshot with this
   * one.
   */
  readonly baseline: DnsSnapshot
}

/** Returns the records of one answer as texts that are equal if the records are equal. */
export const toRecordSet = <T extends WatchedType>(
  type: T,
  status: "ok" | "nodata" | "nxdomain",
  records: ReadonlyArray<RecordData[T]>
): RecordSet => ({ status, records: recordTexts(type, records) })

type KnownSet = Exclude<RecordSet, { status: "failed" }>

const known = (set: RecordSet | undefined): KnownSet | null =>
  set === undefined || set.status === "failed" ? null : set

const without = (records: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
  const taken = new Set(others)
  return records.filter((record) => !taken.has(record))
}

const compareSets = (type: WatchedType, before: KnownSet, after: KnownSet): DnsChange | null => {
  const added = without(after.records, before.records)
  const removed = without(before.records, after.records)
  if (added.length === 0 && removed.length === 0) return null
  return {
    type,
    added,
    removed,
    kind: after.records.length === 0 ? "gone" : before.records.length === 0 ? "appeared" : "changed"
  }
}

const snapshot = (): Kind => {
  const answered = shape<KnownSet>("a set of records", { records: listOf(aString) })
  const failed = shape<{ reason: string }>("a failed set", { reason: aString })
  const sets = variants("status", { ok: answered, nodata: answered, nxdomain: answered, failed }, "a set of records")
  return shape<DnsSnapshot>("a snapshot from takeDnsSnapshot", {
    name: aString,
    takenAt: aNumber("a number of milliseconds"),
    sets: mapOf(sets, "an object with the records of each type")
  })
}

/**
 * Returns the differences between two snapshots. Ignores the order of records and their times to live. A failed query
 * does not count as a change.
 *
 * @example
 * ```ts
 * const before: DnsSnapshot = { name: "example.com", takenAt: 0, sets: { NS: { status: "ok", records: ["ns1.example.net", "ns2.example.net"] } } }
 * const after: DnsSnapshot = { name: "example.com", takenAt: 1, sets: { NS: { status: "ok", records: ["ns1.evil.example", "ns2.example.net"] } } }
 * compareDnsSnapshots(before, after).changes // => [{ type: "NS", added: ["ns1.evil.example"], removed: ["ns1.example.net"], kind: "changed" }]
 * ```
 */
export const compareDnsSnapshots = (before: DnsSnapshot, after: DnsSnapshot): DnsComparison => {
  acceptCompareDnsSnapshots(before, after)
  const watched = watchedTypes.filter((type) => before.sets[type] !== undefined || after.sets[type] !== undefined)
  const pairs = watched.map((type) => ({ type, earlier: known(before.sets[type]), later: known(after.sets[type]) }))
  const changes = pairs.flatMap(({ type, earlier, later }) => {
    const change = earlier === null || later === null ? null : compareSets(type, earlier, later)
    return change === null ? [] : [change]
  })
  const sets = Object.fromEntries(
    watched.flatMap((type) => {
      const set = known(after.sets[type]) ?? known(before.sets[type]) ?? after.sets[type]
      return set === undefined ? [] : [[type, set] as const]
    })
  )
  return {
    changed: changes.length > 0,
    changes,
    unknown: pairs.filter(({ earlier, later }) => earlier === null || later === null).map(({ type }) => type),
    baseline: { ...after, sets }
  }
}
