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
  /** The key that two active monitors of a kind of an account share if they are the same. */
  readonly dedupeKey: string
}

/** The new monitor, or why it was refused: a limit, or an existing equal monitor. */
export type CreateMonitorResult<Monitor> =
  | { readonly _tag: "Created"; readonly monitor: Monitor }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

interface Parts<Monitor, New, Row> {
  readonly find: (scope: AccessScope, id: string) => Effect.Effect<Monitor | null, StoreError>
  readonly addressOf: (monitor: New) => NewAddress
  /** The record of a row that has just been created. */
  readonly toNew: (row: Row) => Monitor
}

/**
 * The reads and writes that are the same for every kind of monitor. They are limited to what the caller can see: the
 * whole account for its owner, shared monitors for a member.
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
    /** The caller's rights to those of the monitors that it can see, in no particular order. */
    rights: monitorRights(sql, kind),
    /** Reads the targets of the checks of monitors, as far as the caller can see them. */
    targets: monitorTargets(sql, kind),
    /** Whether a create would be refused now, without writing anything. */
    canCreate: canCreateMonitor(sql, kind),
    /** Creates a monitor that is due immediately. The limit and the duplicate rule hold under concurrent creates. */
    create,
    /** Creates several monitors in one statement, in a transaction that has locked the account. */
    createAll: createMonitors(sql, kind, (settings: New) => ({ ...addressOf(settings), settings })),
    /**
     * Changes monitors in one statement; returns the ids that changed. A change of what is checked withdraws a running
     * check.
     */
    update: updateMonitors<Patch>(sql, kind),
    /** Stops checking immediately and closes an open incident; no effect on a paused monitor. */
    pause: pauseMonitor(sql, kind, find),
    /** Takes back a pause of the last minutes: incidents and times are as before. An older pause stays. */
    undoPause: undoPause(sql, kind, find),
    /** Starts checking again with state `unknown`; no effect on a monitor that is not paused. */
    resume: resumeMonitor(sql, kind, find),
    /** Soft-deletes monitors, closes their open incidents, and returns the ids that were deleted. */
    remove: removeMonitors(sql, kind)
  }
}
