import type { ChannelKind, ChannelQuietHours, NotificationStatus } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { DispatchedNotification } from "../deliveries/Deliveries.ts"
import type { Outcome } from "../deliveryRecords/outcome.ts"

/** Settings by name. */
export type ChannelSettingsRow = Readonly<Record<string, string>>

/** The settings of a channel as they are stored. */
export interface SealedSettings {
  /** All settings, encrypted for the public id of the channel. */
  readonly sealed: string
  /** The settings as people see them: `***` stands for a secret. */
  readonly shown: ChannelSettingsRow
}

/** A stored channel. */
export interface StoredChannel {
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  /** Encrypted. */
  readonly settings: string
  readonly shown: ChannelSettingsRow
  readonly inDefaultRoute: boolean
  readonly quietHours: ChannelQuietHours | null
  readonly isActive: boolean
  readonly disabledReason: "refused" | "failing" | null
  readonly createdAt: Date
  readonly lastDeliveryAt: Date | null
  readonly lastDeliveryStatus: string | null
  readonly failingSince: Date | null
  /** Older channels of the account. The plan counts them. */
  readonly olderChannels: number
}

/** A channel to create. */
export interface ChannelDraft {
  /** Its public id, which is the context of the encrypted settings. */
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly settings: SealedSettings
  readonly inDefaultRoute: boolean
  readonly quietHours: ChannelQuietHours | null
}

/** A change of a channel. Absent fields stay. */
export interface ChannelPatch {
  readonly name?: string
  readonly inDefaultRoute?: boolean
  readonly quietHours?: ChannelQuietHours | null
  readonly isActive?: boolean
  readonly settings?: SealedSettings
  /** The encrypted settings that the change was made from. It fails if others changed them meanwhile. */
  readonly earlier?: string
}

/** New channels, or why there are none. */
export type CreateChannelsResult =
  | { readonly _tag: "Created"; readonly channels: ReadonlyArray<StoredChannel> }
  | { readonly _tag: "LimitReached" }
  /** The membership of the caller has ended. */
  | { readonly _tag: "NoMembership" }

/** An attempt at a delivery. `status` null: the worker ended before it knew the result. */
interface StoredAttempt {
  readonly at: string
  readonly status: "sent" | "failed" | null
  readonly code: string | null
  readonly durationMs: number | null
  readonly error: string | null
}

/** A delivery to a channel, with what it was about. A summary has several notifications, oldest first. */
export interface ChannelDeliveryRow extends Outcome {
  readonly id: string
  readonly status: NotificationStatus
  readonly createdAt: Date
  readonly attempts: ReadonlyArray<StoredAttempt>
  readonly notifications: ReadonlyArray<DispatchedNotification>
}

/** The alert channels of an account. Absent, foreign and malformed ids all give null. */
export class AlertChannels extends Context.Service<
  AlertChannels,
  {
    /** Oldest first. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<StoredChannel>, StoreError>
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<StoredChannel | null, StoreError>
    /** Creates all or none. `limit`: channels of the account, enforced under concurrent creates. */
    readonly create: (
      scope: AccessScope,
      channels: ReadonlyArray<ChannelDraft>,
      limit: number
    ) => Effect.Effect<CreateChannelsResult, StoreError>
    /** Null also when the settings have changed meanwhile. Switching a channel on ends why it was switched off. */
    readonly update: (
      scope: AccessScope,
      id: string,
      patch: ChannelPatch
    ) => Effect.Effect<StoredChannel | null, StoreError>
    /** Deletes a channel; its pending deliveries are not sent. False when there is no such channel. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** The newest deliveries, newest first; null when there is no such channel. */
    readonly deliveries: (
      scope: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ChannelDeliveryRow> | null, StoreError>
  }
>()("@mon/core-store/AlertChannels") {}
