import type {
  Acknowledgement,
  ChannelQuietHours,
  Fact,
  FactMonitor,
  Language,
  NotificationType,
  SharedCauseKind,
  SuppressionReason
} from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** All channels of deliveries. `channel`: an alert channel, such as Slack. */
export const deliveryChannels = ["email", "whatsapp", "webhook", "channel"] as const
/** A channel of deliveries. */
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** A notification that is not dispatched yet. Keys are internal. */
export interface PendingNotification {
  readonly key: string
  readonly accountKey: string
  readonly type: NotificationType
  readonly kind: string
  readonly factKey: string
  readonly data: unknown
  readonly monitorKey: string | null
  /** Only this person receives it; null: everybody concerned. */
  readonly userKey: string | null
  /** `down` or `up` for a transition of a domain, null for everything else. */
  readonly transition: "down" | "up" | null
  readonly createdAt: Date
  /** The time of the database. */
  readonly now: Date
  /** A monitor that is down and that the notification's monitor depends on, which suppresses its alert. */
  readonly downParentKey: string | null
  /** Why it must not be sent: the account is paused or suspended, or the monitor is deleted. Null: it may be sent. */
  readonly mutedBy: "paused" | "account_suspended" | "deleted" | null
}

/** A recipient on a channel. */
export interface DeliveryTarget {
  readonly channel: DeliveryChannel
  /** An email address, a phone number in international form, or the id of a webhook or an alert channel. */
  readonly target: string
  /** Null for strangers, webhooks and alert channels. */
  readonly userKey: string | null
  /** The kind of an alert channel; null for others. */
  readonly kind: string | null
  /** Whether an alert channel got a message of its own about the same incident. */
  readonly isKnown: boolean
  /** Those of an alert channel; null for others. */
  readonly quietHours: ChannelQuietHours | null
  /** The membership of a person who gets an email: public id. Null for others. */
  readonly membershipId: string | null
}

/** When a message is sent within an alert, and why. */
export interface MessageMoment {
  /** Minutes since the alert. Each recipient gets one message for each. */
  readonly minute: number
  /** The number of the step of the route; null for a reminder. */
  readonly step: number | null
  /** The number of the reminder; null for a step. */
  readonly reminder: number | null
}

/** The message of a burst that announces a shared cause: the first one, or the one that lists the rest. */
export type CausePart = "notice" | "rest"

/** Which message about a shared cause lists an alert. The key is internal. */
interface CauseMessage {
  readonly causeKey: string
  readonly part: CausePart
}

/** A recipient, and until when its message waits for a summary; null: it is sent now. */
export interface DispatchTarget extends DeliveryTarget {
  readonly waitsUntil: Date | null
  /** Null: it is not part of a message about a shared cause. */
  readonly cause: CauseMessage | null
}

/** When the message of a burst is sent that lists an alert for a recipient. */
export interface CauseBurst extends CauseMessage {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly endsAt: Date
  /** When the message is sent that lists the rest. */
  readonly restAt: Date
}

/** A shared cause as it is when its message is sent. */
export interface AnnouncedCause {
  /** Public id. */
  readonly id: string
  readonly kind: SharedCauseKind
  readonly value: string
  /** Whether the recipient already got a message of the same burst. */
  readonly isRest: boolean
  /** Monitors that fail there but are not confirmed to be down. */
  readonly failing: number
  /** Whether none of its incidents is open. */
  readonly isOver: boolean
}

/** Milliseconds between two messages to one channel, by kind; kinds without a limit are absent. */
export type ChannelSpacing = Readonly<Record<string, number>>

/** A delivery that a worker has taken. Keys are internal. */
export interface DueDelivery {
  readonly key: string
  readonly accountKey: string
  readonly channel: DeliveryChannel
}

/** The fact of a delivery as it is stored. The incident of a single delivery has its checks. */
export interface DispatchedNotification {
  readonly type: NotificationType
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly createdAt: Date
  /** `DiagnosisFacts` of @mon/diagnosis about its cause, as plain JSON; null if there are none. Default: null. */
  readonly diagnosisFacts?: unknown
}

/** A delivery that is leased to the caller. */
export interface ClaimedDelivery {
  readonly key: string
  /** The same in every attempt, so that a receiver can detect duplicates. */
  readonly id: string
  readonly leaseToken: string
  readonly channel: DeliveryChannel
  /** As in {@link DeliveryTarget}. */
  readonly target: string
  readonly accountId: string
  /** Counts from 1. */
  readonly attempt: number
  readonly isDigest: boolean
  /** Whether the recipient may acknowledge the incident of the notification. */
  readonly mayAcknowledge: boolean
  /** Whether it changes an earlier message, because somebody acknowledged the incident or took that back. */
  readonly isUpdate: boolean
  /** Who takes care of the incident now; null when nobody does. Only of updates. */
  readonly acknowledgement: Pick<Acknowledgement, "at" | "by" | "note"> | null
  /** Null for strangers, webhooks and alert channels. */
  readonly person: { readonly timezone: string; readonly language: Language } | null
  /** Minutes since the first message about the same; null for the first one. */
  readonly reminderMinutes: number | null
  /** What the notifications of a digest have in common; null: nothing outside, or it is no digest. */
  readonly cause: AnnouncedCause | null
  /** One, or those of a digest, oldest first. */
  readonly notifications: ReadonlyArray<DispatchedNotification>
}

/**
 * Whether a delivery may be attempted. `Later`: not before this time, in milliseconds since the epoch; no worker takes
 * it before. `Superseded`: a
 * newer message replaces it; `instead` is its key if it has not been attempted yet.
 */
export type ClaimOutcome =
  | { readonly _tag: "Claimed"; readonly delivery: ClaimedDelivery }
  | { readonly _tag: "Later"; readonly at: number }
  | { readonly _tag: "Superseded"; readonly instead: string | null }
  | { readonly _tag: "Over" }

/** The result of an attempt; `retryAfterMs` null: no further attempt. */
export interface AttemptResult {
  readonly status: "sent" | "failed" | "suppressed"
  readonly code: string | null
  readonly error: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
}

/** The messages about state changes of an account within one window. */
export interface AlertWindow {
  readonly endsAt: Date
  /** State changes in it, including this one. */
  readonly sent: number
}

/** When the messages of a burst are sent. */
export interface BurstTimings {
  /** Minutes since the alert: each moment of a route has its own bursts. */
  readonly minute: number
  /** The first message is sent so much later, with what has arrived by then. */
  readonly noticeMs: number
  readonly restMs: number
  /** Causes with a burst at the same time. */
  readonly causesAtOnce: number
}

export interface MonitorTransitions {
  /** In the 24 hours before the notification, including it. */
  readonly count: number
  readonly since: Date
  /** Whether a notice about them was already created in these 24 hours. */
  readonly noticed: boolean
}

/** A window of an account whose messages are combined now. The key is internal. */
export interface EndedWindow {
  readonly accountKey: string
  readonly endsAt: Date
}

/** Deliveries of a channel, each number counted up to 100,000. `waiting`: due now or later. */
export interface DeliveryBacklog {
  readonly channel: DeliveryChannel
  readonly waiting: number
  readonly running: number
}

/** Deliveries of notifications to their recipients. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Heartbeat of a worker. After an outage of a minute, alerts are delayed until their monitor has been checked
     * again.
     */
    readonly pulse: () => Effect.Effect<void, StoreError>
    /** Whether there is a notification to dispatch. Cheaper than {@link takeUndispatched}, because it locks nothing. */
    readonly hasUndispatched: () => Effect.Effect<boolean, StoreError>
    /** The oldest notification that is not dispatched, locked for the caller's transaction; null when there is none. */
    readonly takeUndispatched: () => Effect.Effect<PendingNotification | null, StoreError>
    /** Marks a notification as suppressed: it will not be sent. */
    readonly suppress: (notification: PendingNotification, reason: SuppressionReason) => Effect.Effect<void, StoreError>
    /** Marks a notification as suppressed because a parent is down. */
    readonly suppressForParent: (
      notification: PendingNotification,
      parentKey: string
    ) => Effect.Effect<void, StoreError>
    /**
     * Makes alerts pending whose parents are no longer down, if they are still true; returns how many. An alert is true
     * if a check since then failed.
     */
    readonly releaseSuppressed: (limit: number) => Effect.Effect<number, StoreError>
    /** Who receives a notification. `channelIds`: these alert channels instead of those of the default route. */
    readonly targets: (
      notification: PendingNotification,
      channelIds?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<DeliveryTarget>, StoreError>
    /** Counts a state change in the current window of its account. */
    readonly countTransition: (accountKey: string, windowSeconds: number) => Effect.Effect<AlertWindow, StoreError>
    /** The cause outside that the incident of a notification shares with enough others: internal key. */
    readonly sharedCause: (notification: PendingNotification) => Effect.Effect<string | null, StoreError>
    /**
     * When recipients get the messages about a shared cause that list a notification. A burst begins with the first
     * one after the last burst has ended. A recovery waits for a message about its outage that is not sent yet. Null:
     * so many causes are announced at once that none gets messages of its own.
     */
    readonly burst: (
      notification: PendingNotification,
      causeKey: string,
      targets: ReadonlyArray<DeliveryTarget>,
      timings: BurstTimings
    ) => Effect.Effect<ReadonlyArray<CauseBurst> | null, StoreError>
    /**
     * Whether the last message of a burst is due at a time, and alerts that happened before it are not dispatched yet.
     * False once it is `longestMs` late.
     */
    readonly isJoining: (accountKey: string, endsAt: Date, longestMs: number) => Effect.Effect<boolean, StoreError>
    readonly transitions: (notification: PendingNotification) => Effect.Effect<MonitorTransitions, StoreError>
    /** The monitor of a notification. */
    readonly monitorOf: (notification: PendingNotification) => Effect.Effect<FactMonitor | null, StoreError>
    /** Writes another notification about the same monitor; once for each fact key. */
    readonly note: (notification: PendingNotification, fact: Fact) => Effect.Effect<void, StoreError>
    /**
     * Creates the deliveries of a notification; those with `waitsUntil` go into a digest. `moment`: that of a route;
     * each recipient gets one message for each. Webhooks get one for the notification.
     */
    readonly dispatch: (
      notification: PendingNotification,
      targets: ReadonlyArray<DispatchTarget>,
      moment?: MessageMoment | null
    ) => Effect.Effect<void, StoreError>
    /**
     * Creates the updates of the messages about an open incident (public id) on alert channels of these kinds: they
     * show who acknowledged it, or no longer. A change has its updates once.
     */
    readonly showAcknowledgement: (incidentId: string, kinds: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
    /** How many messages to an alert channel wait for the end of its quiet hours, and the time of the database. */
    readonly waitingForQuiet: (
      channelId: string
    ) => Effect.Effect<{ readonly messages: number; readonly now: Date }, StoreError>
    /** Moves the end that the messages to an alert channel wait for. */
    readonly moveQuietEnd: (channelId: string, endsAt: Date) => Effect.Effect<void, StoreError>
    /** Windows that ended a second ago and have messages, oldest first. */
    readonly endedWindows: (limit: number) => Effect.Effect<ReadonlyArray<EndedWindow>, StoreError>
    /** Combines the messages of a window that has ended into one digest per recipient. */
    readonly gather: (accountKey: string, endsAt: Date) => Effect.Effect<void, StoreError>
    /**
     * Takes due deliveries of a channel, those due first. No other worker takes them for `holdMs`, or for the lease of
     * a claim, or until they are given back. `exceptAccounts`: internal keys of accounts whose deliveries stay.
     */
    readonly take: (
      channel: DeliveryChannel,
      limit: number,
      holdMs: number,
      exceptAccounts: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<DueDelivery>, StoreError>
    /** Gives back what was taken and is not over. What was claimed is due when its lease expires. */
    readonly giveBack: (deliveries: ReadonlyArray<DueDelivery>) => Effect.Effect<void, StoreError>
    /**
     * Leases a delivery for one attempt. Idempotent for the same token (a UUID), so that a lost answer can be repeated.
     * `spacing`: messages to one channel are that far apart. Default: channels have no limits.
     */
    readonly claim: (
      key: string,
      leaseToken: string,
      spacing?: ChannelSpacing
    ) => Effect.Effect<ClaimOutcome, StoreError>
    /** Records an attempt, if the lease still lasts. */
    readonly record: (delivery: ClaimedDelivery, result: AttemptResult) => Effect.Effect<void, StoreError>
    /** How many deliveries of each channel wait and run. */
    readonly backlog: () => Effect.Effect<ReadonlyArray<DeliveryBacklog>, StoreError>
    /** Deletes at most `limit` deliveries older than `days`, with their attempts; returns how many. */
    readonly purge: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Deliveries") {}
