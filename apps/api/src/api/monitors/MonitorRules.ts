import type { BadRequest, Forbidden } from "@mon/api-contract"
import type { AccessScope, CreateMonitors, MonitorRight, MonitorTarget, StoreError } from "@mon/core-store"
import type { MonitorKind } from "@mon/model"
import type { PublicUrl } from "@mon/public-net"
import type { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import type { HandlerServices } from "../ApiHandler.ts"
import type { OptionInput } from "./checkOptions.ts"
import type { DependencyInput } from "./dependencies.ts"

/** The address of a new monitor. */
export type Target = Extract<PublicUrl, { readonly ok: true }>

/** The body of a request before it is decoded. */
export type RawBody = Readonly<Record<string, unknown>>

/** A new monitor with all of its settings. */
export type Draft = Pick<MonitorTarget, "url" | "hostname" | "checkInterval"> & OptionInput & DependencyInput

/** The reason why the store has not created a monitor. */
export type Refusal = "LimitReached" | "Duplicate"

type Stored<A> = Effect.Effect<A, StoreError>
type Ids = ReadonlyArray<string>

/** The repository of a kind of monitor. Absent and foreign monitors give null or are left out. */
interface MonitorStore<Monitor, New, Patch> {
  readonly list: (
    scope: AccessScope,
    page: { readonly page: number; readonly limit: number }
  ) => Stored<{ readonly items: ReadonlyArray<Monitor>; readonly total: number }>
  readonly find: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly rights: (scope: AccessScope, ids: Ids) => Stored<ReadonlyArray<MonitorRight>>
  readonly targets: (scope: AccessScope, ids: Ids) => Stored<ReadonlyArray<MonitorTarget>>
  readonly canCreate: (scope: AccessScope, dedupeKey: string, limit: number) => Stored<Refusal | "ok">
  readonly create: (
    scope: AccessScope,
    monitor: New,
    limit: number
  ) => Stored<{ readonly _tag: Refusal } | { readonly _tag: "Created"; readonly monitor: Monitor }>
  readonly createAll: CreateMonitors<New>
  readonly update: (scope: AccessScope, ids: Ids, patch: Patch) => Stored<Ids>
  readonly pause: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly undoPause: (scope: AccessScope, id: string) => Stored<unknown>
  readonly resume: (scope: AccessScope, id: string) => Stored<Monitor | null>
  readonly remove: (scope: AccessScope, ids: Ids) => Stored<Ids>
}

/** The differences between the kinds of monitors: their repository, their refusals, and the words of the refusals. */
export interface MonitorRules<Monitor, Input, Change, New extends Draft, Patch extends OptionInput & DependencyInput> {
  readonly kind: MonitorKind
  readonly store: Effect.Effect<MonitorStore<Monitor, New, Patch>, never, HandlerServices>
  readonly messages: {
    readonly notFound: string
    readonly readOnly: string
    readonly refused: Readonly<Record<Refusal, (limit: number) => string>>
  }
  /** Refuses callers who cannot see any. */
  readonly sees: (caller: Caller) => Effect.Effect<void, Forbidden | StoreError, HandlerServices>
  /** Errors of a body that come before all range checks, such as those of two fields. */
  readonly newFault: (body: RawBody, caller: Caller) => BadRequest | null
  readonly changeFault: (body: RawBody) => BadRequest | null
  readonly addressOf: (input: Input) => string
  readonly draft: (target: Target, input: Input, caller: Caller) => New
  readonly dedupeKeyOf: (draft: New) => string
  readonly patchOf: (input: Change) => Patch
  /** Returns a sentence about the part of an input that the plan does not include, or null. */
  readonly planFault: (input: Input | Patch, caller: Caller) => string | null
  /** Refuses settings that cannot be used. */
  readonly check: (input: Input | Patch) => Effect.Effect<void, BadRequest>
  /** Returns the error of a change that does not fit the monitor, or null. */
  readonly patchedFault: (right: MonitorRight, patch: Patch) => BadRequest | null
  /**
   * Returns the reason why the plan does not allow an input for so many monitors, or null. `ids` are those that the
   * change is about; null: a new one.
   */
  readonly surplus: (
    caller: Caller,
    input: Input | Patch,
    ids: Ids | null
  ) => Effect.Effect<string | null, StoreError, HandlerServices>
  /** Whether {@link surplus} depends on how many monitors there are, so that the account is locked for it. */
  readonly countsOthers: (input: Input | Patch) => boolean
}
