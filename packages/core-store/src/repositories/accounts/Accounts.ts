import type { Language, PlanName, Settings } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** What `/account` shows, before plans and limits are applied. */
export interface Profile {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly createdAt: Date
  /** What the caller can see: a member only the shared domains and pages, and nobody of the team. */
  readonly domainsUsed: number
  readonly urlsUsed: number
  readonly teamMembersUsed: number
}

/** An account to create, with its owner's address. */
export interface NewAccount {
  readonly email: string
  readonly name: string | null
  readonly plan: PlanName
  /** Whether an existing person who owns no account may become the owner. Default: false, the owner must be new. */
  readonly adopt?: boolean
}

/** An account as the operator sees it. Ids are public. */
export interface ListedAccount {
  readonly id: string
  readonly email: string
  readonly membershipId: string
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly createdAt: Date
  /** When the operator suspended it. Null: it is not suspended. */
  readonly suspendedAt: Date | null
  /** When it is deleted. Null: nobody has asked for it. */
  readonly deletesAt: Date | null
}

/** Absent fields stay unchanged. */
export interface SettingsPatch {
  readonly timezone?: string
  readonly language?: Language | null
  readonly weeklyReportEnabled?: boolean
  /** Without effect for owners, who always get alerts. */
  readonly alertsByEmail?: boolean
  readonly degradedAlerts?: boolean
  readonly notificationsPaused?: boolean
}

/** Accounts, their owners and their settings. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Creates an account with its owner; null when the address is taken. */
    readonly create: (account: NewAccount) => Effect.Effect<ListedAccount | null, StoreError>
    readonly list: () => Effect.Effect<ReadonlyArray<ListedAccount>, StoreError>
    /** The account whose owner has this address (case-insensitive), or null. */
    readonly findByEmail: (email: string) => Effect.Effect<ListedAccount | null, StoreError>
    /** Whether the service has no other account than the caller's. */
    readonly isOnly: (scope: AccessScope) => Effect.Effect<boolean, StoreError>
    readonly profile: (scope: AccessScope) => Effect.Effect<Profile | null, StoreError>
    /**
     * Locks the account until the transaction ends. What is created, and every change that first reads what it changes,
     * then happens one after the other.
     */
    readonly lock: (scope: AccessScope) => Effect.Effect<void, StoreError>
    /** Sets or removes the name of the caller. */
    readonly rename: (scope: AccessScope, name: string | null) => Effect.Effect<void, StoreError>
    readonly settings: (scope: AccessScope) => Effect.Effect<Settings, StoreError>
    readonly updateSettings: (scope: AccessScope, patch: SettingsPatch) => Effect.Effect<Settings, StoreError>
  }
>()("@mon/core-store/Accounts") {}
