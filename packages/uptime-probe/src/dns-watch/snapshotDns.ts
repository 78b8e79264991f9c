import { type DnsAnswer, DnsResolver } from "@mon/dns/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type DnsSnapshot, type RecordSet, toRecordSet, type WatchedType, watchedTypes } from "./DnsSnapshot.ts"

/** Queries all watched records of a name in parallel. A set is `failed` if its query failed. */
export const snapshotDns = Effect.fn("snapshotDns")(function* (
  name: string,
  types: ReadonlyArray<WatchedType> = watchedTypes
) {
  const resolver = yield* DnsResolver
  const takenAt = yield* Clock.currentTimeMillis
  const askFor = <T extends WatchedType>(type: T): Effect.Effect<readonly [T, RecordSet]> =>
    resolver.query(name, type).pipe(
      Effect.map(({ status, records }: DnsAnswer<T>) => toRecordSet(type, status, records)),
      Effect.catch(({ reason }) => Effect.succeed<RecordSet>({ status: "failed", reason })),
      Effect.map((set) => [type, set] as const)
    )
  const sets = yield* Effect.forEach(types, askFor, { concurrency: "unbounded" })
  const snapshot: DnsSnapshot = { name, takenAt, sets: Object.fromEntries(sets) }
  return snapshot
})
