import type { DnsWatchState, WatchedSet } from "@mon/uptime-probe"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const texts = Schema.Array(Schema.String)

const StoredSet = Schema.Struct({
  records: texts,
  acceptedAt: Schema.Finite,
  serial: Schema.NullOr(Schema.Finite),
  superseded: Schema.Array(texts),
  servers: texts,
  behind: texts,
  candidate: Schema.NullOr(
    Schema.Struct({
      records: texts,
      firstSeenAt: Schema.Finite,
      servers: texts,
      rechecks: Schema.Finite
    })
  ),
  seen: Schema.Record(Schema.String, Schema.Finite),
  learnsUntil: Schema.Finite,
  pinned: texts
}) satisfies Schema.Codec<WatchedSet, WatchedSet>

const decode = Schema.decodeUnknownOption(Schema.Struct({ sets: Schema.Record(Schema.String, StoredSet) }))

/**
 * Reads the stored state. Null before the first observation, and if another release stored it. The watch then begins
 * anew.
 */
export const readState = (stored: unknown): DnsWatchState | null =>
  stored === null ? null : Option.getOrNull(decode(stored))
