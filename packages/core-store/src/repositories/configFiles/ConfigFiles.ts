import type { DomainSettings, SettingsOf, urlFields } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { StoredRequest } from "../monitors/storedOptions.ts"

/** An object that a configuration file contains. */
export interface ConfigKeyRow {
  readonly project: string
  readonly section: string
  readonly key: string
  /** The public id of the object. */
  readonly target: string
  /** JSON of the fields that the file gave it last. */
  readonly applied: unknown
  /** JSON of the ids of its parts. */
  readonly parts: unknown
}

/** A plan to store. */
export interface NewConfigPlan {
  readonly id: string
  /** SHA-256 of the API key or session. */
  readonly credential: Uint8Array
  /** The file, encrypted. */
  readonly document: string
  /** SHA-256 of the state of the account. */
  readonly fingerprint: Uint8Array
  readonly lifeSeconds: number
}

/** A stored plan that its maker may apply. */
export interface StoredConfigPlan {
  readonly document: string
  readonly fingerprint: Uint8Array
  readonly isUsed: boolean
}

interface StoredMonitor {
  readonly id: string
  readonly url: string
  /** What makes two monitors of a kind the same. */
  readonly dedupeKey: string
  readonly isPaused: boolean
  readonly tagIds: ReadonlyArray<string>
  /** The request with its sealed texts encrypted. */
  readonly sealed: StoredRequest | null
}

/** A domain monitor as a configuration file contains it. */
export type ConfigDomainRow = StoredMonitor & { readonly settings: DomainSettings }
/** A URL monitor as a configuration file contains it. */
export type ConfigUrlRow = StoredMonitor & { readonly settings: SettingsOf<typeof urlFields> }

/** Configuration files of an account: what they contain, and the plans of its owner. */
export class ConfigFiles extends Context.Service<
  ConfigFiles,
  {
    /**
     * Locks everything of an account that a file can contain until the transaction ends: other changes of it wait. The
     * transaction has locked the account, so that nothing is added.
     */
    readonly lock: (scope: AccessScope) => Effect.Effect<void, StoreError>
    readonly domains: (scope: AccessScope) => Effect.Effect<ReadonlyArray<ConfigDomainRow>, StoreError>
    readonly urls: (scope: AccessScope) => Effect.Effect<ReadonlyArray<ConfigUrlRow>, StoreError>
    /** Public ids of status pages with the hashes of their passwords. */
    readonly passwordHashes: (scope: AccessScope) => Effect.Effect<ReadonlyMap<string, string>, StoreError>
    readonly keys: (scope: AccessScope) => Effect.Effect<ReadonlyArray<ConfigKeyRow>, StoreError>
    /** Replaces all keys of a project. */
    readonly replaceKeys: (
      scope: AccessScope,
      project: string,
      rows: ReadonlyArray<Omit<ConfigKeyRow, "project">>
    ) => Effect.Effect<void, StoreError>
    /** Stores a plan, and deletes the oldest ones of the person beyond `limit`. */
    readonly savePlan: (scope: AccessScope, plan: NewConfigPlan, limit: number) => Effect.Effect<void, StoreError>
    /** Locks a plan that has not ended; null if there is none with this id for this credential. */
    readonly findPlan: (
      scope: AccessScope,
      id: string,
      credential: Uint8Array
    ) => Effect.Effect<StoredConfigPlan | null, StoreError>
    readonly usePlan: (scope: AccessScope, id: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/ConfigFiles") {}
