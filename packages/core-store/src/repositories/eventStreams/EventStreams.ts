import type { MonitorState, Role } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A stream that is not renewed for so long has ended: its process crashed. Seconds. */
export const eventStreamSeconds = 60

/** What events say about a monitor. */
export interface LiveMonitor {
  /** Internal key (bigint as text). */
  readonly key: string
  readonly id: string
  readonly state: MonitorState | "deleted"
  /** Start of the state in Unix seconds; null if unknown. */
  readonly since: number | null
  /** Code of the last failed check; null if the last check passed. */
  readonly reason: string | null
}

/** What a process reads for the event streams that it serves. Streams of a person are counted over all processes. */
export class EventStreams extends Context.Service<
  EventStreams,
  {
    /** Registers a stream of the caller; false if the caller has so many already. */
    readonly open: (scope: AccessScope, id: string, limit: number) => Effect.Effect<boolean, StoreError>
    readonly renew: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
    readonly close: (id: string) => Effect.Effect<void, StoreError>
    /** The sessions and API keys that still count, by the SHA-256 of their token in hex, with their role of a scope. */
    readonly valid: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Role>, StoreError>
    /** Monitors by their internal keys, including deleted ones. */
    readonly monitors: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, LiveMonitor>, StoreError>
    /** Which of the memberships may see which of the domains, as `membership:monitor`. */
    readonly shared: (
      membershipKeys: ReadonlyArray<string>,
      monitorKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StoreError>
  }
>()("@mon/core-store/EventStreams") {}
