import { listOf, oneOf, optional, optionsOf, anAbortSignal, argumentsOf, aString } from "@mon/bundled/arguments"
import { dnsClient } from "../argumentKinds.ts"
import { type DnsClient, DnsError } from "@mon/dns"
import { type DnsSnapshot, type RecordSet, toRecordSet, type WatchedType, watchedTypes } from "./DnsSnapshot.ts"

const acceptTakeDnsSnapshot = /* @__PURE__ */ argumentsOf("takeDnsSnapshot", () => ({
  name: aString,
  options: optionsOf<DnsSnapshotOptions>({
    dns: dnsClient("query"),
    types: optional(listOf(oneOf(...watchedTypes))),
    signal: optional(anAbortSignal)
  })
}))

/** The options of a snapshot. */
export interface DnsSnapshotOptions {
  /** The client, from `@mon/dns`. */
  readonly dns: Pick<DnsClient, "query">
  /** The record types. Default: all of {@link watchedTypes}. */
  readonly types?: ReadonlyArray<WatchedType>
  readonly signal?: AbortSignal
}

const askFor = async (name: string, type: WatchedType, { dns, signal }: DnsSnapshotOptions): Promise<RecordSet> => {
  try {
    const { status, records } = await dns.query(name, type, signal)
    return toRecordSet(type, status, records)
  } catch (error) {
    signal?.throwIfAborted()
    return { status: "failed", reason: error instanceof DnsError ? error.reason : String(error) }
  }
}

/**
 * Queries all watched records of a name in parallel. A set is `failed` if its query failed. Rejects only with the
 * signal's reason.
 *
 * @example
 * ```ts
 * const before = await takeDnsSnapshot("example.com", { dns: makeNodeClient() })
 * ```
 */
export const takeDnsSnapshot = async (name: string, options: DnsSnapshotOptions): Promise<DnsSnapshot> => {
  acceptTakeDnsSnapshot(name, options)
  options.signal?.throwIfAborted()
  const takenAt = Date.now()
  const types = options.types ?? watchedTypes
  const sets = await Promise.all(types.map(async (type) => [type, await askFor(name, type, options)] as const))
  return { name, takenAt, sets: Object.fromEntries(sets) }
}
