import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { ChannelSettingsRow, SealedSettings } from "./AlertChannels.ts"

/** A channel, with what deliveries need. */
export interface ChannelTarget {
  readonly id: string
  /** Null for a kind that this release does not have. */
  readonly kind: string
  readonly name: string
  /** Encrypted. */
  readonly settings: string
  readonly isActive: boolean
  /** Whether the plan of the account allows the channel. */
  readonly isInPlan: boolean
  readonly owner: { readonly email: string; readonly timezone: string; readonly language: Language }
}

/** The result of an attempt. */
export interface ChannelAttempt {
  readonly delivered: boolean
  /** As people see it: `delivered`, an HTTP status, or `failed`. */
  readonly status: string
  /** The service will not accept messages until somebody changes the settings. */
  readonly switchesOff: boolean
  /** An error of the worker, which says nothing about the service. */
  readonly ownFault: boolean
  /** How long the service wants no messages; null when it did not say. */
  readonly pauseSeconds: number | null
}

/** What a channel remembers of a message. */
export interface MessageChange {
  /** What the message is about. */
  readonly key: string
  /** Null: it is forgotten. */
  readonly state: ChannelSettingsRow | null
}

/** A message that its service repeats until somebody acknowledges. */
export interface OpenReceipt {
  /** Of the channel. */
  readonly id: string
  readonly kind: string
  /** Encrypted. */
  readonly settings: string
  /** What the message is about. */
  readonly key: string
  readonly state: ChannelSettingsRow
  /** Whether anybody still has to acknowledge: the incident is open, and nobody has. */
  readonly isWanted: boolean
  /** The time of the database, epoch milliseconds. */
  readonly nowMs: number
}

/** Which receipts to take. */
export interface ReceiptWish {
  /** The kinds of channels that have receipts. */
  readonly kinds: ReadonlyArray<string>
  /** No receipt is taken more often. */
  readonly everySeconds: number
  readonly limit: number
}

/** Channels as targets of deliveries, with the record of their attempts. */
export class ChannelTargets extends Context.Service<
  ChannelTargets,
  {
    readonly find: (id: string) => Effect.Effect<ChannelTarget | null, StoreError>
    /** What a channel remembers of the messages with a key. */
    readonly message: (id: string, key: string) => Effect.Effect<ChannelSettingsRow | null, StoreError>
    readonly remember: (id: string, change: MessageChange) => Effect.Effect<void, StoreError>
    /** Messages that their services repeat, for one caller at a time. Those of switched-off channels stay. */
    readonly takeReceipts: (wish: ReceiptWish) => Effect.Effect<ReadonlyArray<OpenReceipt>, StoreError>
    /**
     * Somebody acknowledged in the app of a channel's service. Returns whether that changed the incident (public id):
     * the first who acknowledges an open one stays.
     */
    readonly acknowledge: (id: string, incidentId: string) => Effect.Effect<boolean, StoreError>
    /** Replaces settings that the service has changed, unless somebody else did meanwhile. */
    readonly replaceSettings: (
      id: string,
      settings: SealedSettings & { readonly earlier: string }
    ) => Effect.Effect<void, StoreError>
    /** Records an attempt; returns why it disabled the channel, or null when it did not. */
    readonly record: (
      id: string,
      attempt: ChannelAttempt,
      disabledAfterSeconds: number
    ) => Effect.Effect<"refused" | "failing" | null, StoreError>
  }
>()("@mon/core-store/ChannelTargets") {}
