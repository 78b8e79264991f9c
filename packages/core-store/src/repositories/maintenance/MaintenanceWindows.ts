import type { MaintenanceState, MaintenanceWindow } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { Page } from "../../sql/Page.ts"

/** When a window is. Times are milliseconds since the epoch. */
export interface StoredSchedule {
  readonly startsAt: number
  readonly minutes: number
  readonly timeZone: string
  readonly recurrence: string | null
}

/** The occurrences to store: `until` null if there are no others. Milliseconds since the epoch. */
export interface StoredExpansion {
  readonly occurrences: ReadonlyArray<{ readonly startsAt: number; readonly endsAt: number }>
  readonly until: number | null
}

/** Calculates occurrences: `expandSchedule` of @mon/alerts/maintenance. */
export type ExpandSchedule = (schedule: StoredSchedule, from: number) => StoredExpansion

/** What a window covers. Ids are the public ones. */
export interface MaintenanceTargets {
  readonly wholeAccount: boolean
  readonly domainIds: ReadonlyArray<string>
  readonly urlIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
}

/** A window to create. `startsAt` null: now. `timeZone` null: that of the caller. */
export interface NewMaintenanceWindow extends MaintenanceTargets {
  readonly name: string
  readonly startsAt: number | null
  readonly minutes: number
  readonly timeZone: string | null
  readonly recurrence: string | null
  /** Whether status pages show it. */
  readonly published: boolean
}

/** Absent fields stay unchanged. */
export interface MaintenancePatch extends Partial<MaintenanceTargets> {
  readonly name?: string
  readonly published?: boolean
  readonly schedule?: Partial<StoredSchedule>
}

/** A window that was saved, or why it was not. */
export type SaveWindowResult =
  | { readonly _tag: "Saved"; readonly window: MaintenanceWindow }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }
  /** The caller may not change alerts of everything that the window covers. */
  | { readonly _tag: "Forbidden" }
  | { readonly _tag: "NoDomain" | "NoUrl" | "NoTag" | "NoTarget" }
  /** All of its occurrences are over. */
  | { readonly _tag: "Over" }

/** A window whose next occurrences are to be stored. Its key is internal. */
export interface ExpiringWindow {
  readonly key: string
  readonly schedule: StoredSchedule
}

/** Which windows to list. */
export interface MaintenancePage {
  readonly page: number
  readonly limit: number
  readonly state?: MaintenanceState
}

/** Maintenance windows: what the caller can see of them, and what workers do when they begin and end. */
export class MaintenanceWindows extends Context.Service<
  MaintenanceWindows,
  {
    /** Active ones first, then by their next start, then those that ended, the last one first. */
    readonly list: (scope: AccessScope, page: MaintenancePage) => Effect.Effect<Page<MaintenanceWindow>, StoreError>
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<MaintenanceWindow | null, StoreError>
    /** The schedule of a window that the caller can see, and whether the caller can change it. */
    readonly scheduleOf: (
      scope: AccessScope,
      id: string
    ) => Effect.Effect<(StoredSchedule & { readonly canEdit: boolean }) | null, StoreError>
    readonly create: (
      scope: AccessScope,
      window: NewMaintenanceWindow,
      limit: number,
      expand: ExpandSchedule
    ) => Effect.Effect<SaveWindowResult, StoreError>
    /** The time of the active occurrence until now stays a maintenance time of what the window covered. */
    readonly update: (
      scope: AccessScope,
      id: string,
      patch: MaintenancePatch,
      expand: ExpandSchedule
    ) => Effect.Effect<SaveWindowResult, StoreError>
    /** Ends the active occurrence now; later ones stay. */
    readonly end: (scope: AccessScope, id: string) => Effect.Effect<SaveWindowResult, StoreError>
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<"Removed" | "Absent" | "Forbidden", StoreError>

    /** At most `limit` windows whose stored occurrences reach less than `days` into the future. */
    readonly expiring: (days: number, limit: number) => Effect.Effect<ReadonlyArray<ExpiringWindow>, StoreError>
    /** Stores the next occurrences of a window. Repeating it changes nothing. */
    readonly extend: (window: ExpiringWindow, expand: ExpandSchedule) => Effect.Effect<void, StoreError>
    /** Stores at most `limit` occurrences that are over as maintenance times of their monitors; returns how many. */
    readonly settle: (limit: number) => Effect.Effect<number, StoreError>
    /**
     * Announces what began during a maintenance and is still true at its end, at most `limit` facts; returns how many.
     * Each is announced once, however many workers call it.
     */
    readonly announceEnded: (limit: number) => Effect.Effect<number, StoreError>
    /** Stops the newest windows of accounts whose plan allows fewer, and starts those that it allows again. */
    readonly applyLimits: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/MaintenanceWindows") {}
