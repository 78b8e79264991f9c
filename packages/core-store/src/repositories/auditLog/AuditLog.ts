import type { AuditActor, AuditChange } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { SessionClient } from "../sessions/Sessions.ts"

/** A change that begins. */
export interface NewAuditEntry {
  /** Public id of the account. */
  readonly accountId: string
  /** The resource and the verb, such as `domains.create`. */
  readonly action: string
  /** Id of what is changed. Null: it is new, there are several, or it is the account itself. */
  readonly target: string | null
  readonly actor: AuditActor
  /** Public id of the person, if the actor is one. */
  readonly userId: string | null
  /** SHA-256 of the API key, if the actor uses one. */
  readonly keyHash: Uint8Array | null
  readonly client: SessionClient
}

/** A change that concerns one person, in an account that the person belongs to. */
export interface PersonalAuditEntry extends Pick<NewAuditEntry, "action" | "actor" | "client"> {
  /**
   * A membership by its public id; or a person, and its membership. Default: the person's own account, or else the
   * oldest one, as for a session.
   */
  readonly who:
    | { readonly membershipId: string }
    | { readonly userKey: string; readonly membershipKey?: string | undefined }
  readonly target?: string
}

/** One of several changes. */
export interface ChangedThing extends Pick<NewAuditEntry, "action" | "target"> {
  readonly changes: ReadonlyArray<AuditChange>
}

/** The monitors that one request has changed, and what it sets. */
export interface EditedMonitors {
  /** Public ids. */
  readonly targets: ReadonlyArray<string>
  /** Names of fields. */
  readonly fields: ReadonlyArray<string>
}

/** An entry of the audit log. */
export interface StoredAuditEntry {
  readonly id: string
  readonly at: Date
  /** False: it is not known whether the change was made, because the process ended meanwhile. */
  readonly isFinished: boolean
  readonly action: string
  readonly target: string | null
  readonly actor: AuditActor
  /** Of the person at that time. */
  readonly email: string | null
  /** Of the API key at that time. */
  readonly keyName: string | null
  readonly address: string
  readonly userAgent: string
  readonly changes: ReadonlyArray<AuditChange>
}

/** Which entries to read. */
export interface AuditFilter {
  /** An action, or the part before its dot. */
  readonly action?: string | undefined
  /** Email address of a person. Case-insensitive. */
  readonly email?: string | undefined
  readonly target?: string | undefined
  /** From this time on. */
  readonly since?: Date | undefined
  /** Before this time. */
  readonly until?: Date | undefined
}

/**
 * Who changed what in an account. An entry is stored before the change, so that no change is without one, and completed
 * after it. The plan at that time decides how long it is stored.
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Stores an entry and returns its key. Null: there is no such account. */
    readonly begin: (entry: NewAuditEntry) => Effect.Effect<string | null, StoreError>
    /** Completes an entry. `target`: of what was created. `edited`: of a request about several monitors. */
    readonly finish: (
      key: string,
      outcome: {
        readonly target: string | null
        readonly changes: ReadonlyArray<AuditChange>
        readonly edited?: EditedMonitors | null
      }
    ) => Effect.Effect<void, StoreError>
    /** Stores completed entries of changes that one request makes in a transaction of its own. */
    readonly addAll: (
      request: Omit<NewAuditEntry, "action" | "target">,
      changed: ReadonlyArray<ChangedThing>
    ) => Effect.Effect<void, StoreError>
    /** Deletes the entry of a change that was refused. */
    readonly withdraw: (key: string) => Effect.Effect<void, StoreError>
    /** Stores a completed entry without changed fields. Nothing happens if the person belongs to no account. */
    readonly addPersonal: (entry: PersonalAuditEntry) => Effect.Effect<void, StoreError>
    /** Entries of the caller's account, newest first. Null: `before` is not the id of one. */
    readonly list: (
      scope: AccessScope,
      filter: AuditFilter,
      page: { readonly before?: string | undefined; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<StoredAuditEntry> | null, StoreError>
    /** The same entries without pages. */
    readonly stream: (scope: AccessScope, filter: AuditFilter) => Stream.Stream<StoredAuditEntry, StoreError>
    /** Deletes at most `limit` entries whose time is over; returns how many. */
    readonly purge: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/AuditLog") {}
