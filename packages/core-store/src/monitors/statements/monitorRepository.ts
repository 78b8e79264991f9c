import { type MonitorKind, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { AccessScope } from "../../access/AccessScope.ts"
import type { Database } from "../../sql/frequentStatement.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError, type StoreError } from "../../sql/StoreError.ts"
import { createMonitor } from "./createMonitor.ts"
import { canCreateMonitor, createMonitors } from "./createMonitors.ts"
import { operationOf } from "./MonitorCodes.ts"
import { monitorRights, monitorTargets } from "./monitorTargets.ts"
import { undoPause } from "./undoPause.ts"
import { pauseMonitor, removeMonitors, resumeMonitor, updateMonitors } from "./updateMonitors.ts"

/** The address of a new monitor. */
export interface NewAddress {
  readonly url: string
  readonly hostname: string
  /** The key for detecting duplicates. Two equal active monitors of one kind and account have the same key. */
  readonly dedupeKey: string
}

/** The new monitor, or the reason why it was refused: a limit, or an existing equal monitor. */
export type CreateMonitorResult<Monitor> =
  | { readonly _tag: "Created"; readonly monitor: Monitor }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

interface Parts<Monitor, New, Row> {
  readonly find: (scope: AccessScope, id: string) => Effect.Effect<Monitor | null, StoreError>
  readonly addressOf: (monitor: New) => NewAddress
  /** Converts a row that was just created to a record. */
  readonly toNew: (row: Row) => Monitor
}

/**
 * The reads and writes of all kinds of monitors. They are limited to the monitors that the caller can see. The owner
 * sees the whole account, and a member sees the shared monitors.
 */
export const monitorRepository = <Patch extends object, Monitor, New extends object, Row extends object>(
  database: Database,
  kind: MonitorKind,
  { addressOf, find, toNew }: Parts<Monitor, New, Row>
) => {
  const { sql } = database
  const create = Effect.fnUntraced(
    function* (
      { accountKey, membershipKey }: AccessScope,
      settings: New,
      limit: number
    ): Effect.fn.Return<CreateMonitorResult<Monitor>, SqlError> {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const wanted = { ...addressOf(settings), id, accountKey, membershipKey, settings, limit }
      const made = yield* createMonitor<Row>(database, kind, wanted)
      return made._tag === "Created" ? ({ _tag: "Created", monitor: toNew(made.row) } as const) : made
    },
    Effect.mapError(storeError(operationOf(kind, "create")))
  )
  return {
    find,
    /**
     * Returns the caller's rights to the given monitors, in no particular order. Monitors that the caller cannot see
     * are left out.
     */
    rights: monitorRights(sql, kind),
    /** Returns the targets of the monitors' checks, for monitors that the caller can see. */
    targets: monitorTargets(sql, kind),
    /** Returns whether the creation of a monitor would be refused now. It writes nothing. */
    canCreate: canCreateMonitor(sql, kind),
    /** Creates a monitor that is due immediately. The limit and the duplicate rule also apply to concurrent calls. */
    create,
    /** Creates several monitors in one statement. The caller's transaction must have locked the account. */
    createAll: createMonitors(sql, kind, (settings: New) => ({ ...addressOf(settings), settings })),
    /**
     * Changes monitors in one statement. Returns the ids that changed. If a change affects the check, a running check
     * is withdrawn.
     */
    update: updateMonitors<Patch>(sql, kind),
    /** Stops checks immediately and closes an open incident. It has no effect on a paused monitor. */
    pause: pauseMonitor(sql, kind, find),
    /** Undoes a pause of the last minutes. Incidents and times are then as before. An older pause stays. */
    undoPause: undoPause(sql, kind, find),
    /** Starts checks again with state `unknown`. It has no effect on a monitor that is not paused. */
    resume: resumeMonitor(sql, kind, find),
    /** Soft-deletes monitors and closes their open incidents. Returns the deleted ids. */
    remove: removeMonitors(sql, kind)
  }
}
