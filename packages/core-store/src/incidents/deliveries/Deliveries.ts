import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { burst, countTransition, isJoining, monitorOf, note, transitions } from "./bursts.ts"
import { claimDelivery } from "./claimDelivery.ts"
import { dispatch, gather, showAcknowledgement, targets } from "./dispatch.ts"
import { backlog, endedWindows, giveBack, moveQuietEnd, purge, take, waitingForQuiet } from "./dueDeliveries.ts"
import { recordAttempt } from "./recordAttempt.ts"
import { sharedCause } from "./sharedCauses.ts"
import { storm } from "./storms.ts"
import { announceStates, suppressFlapping } from "./stateAnnouncements.ts"
import {
  hasUndispatched,
  pulse,
  releaseSuppressed,
  suppress,
  suppressForParent,
  takeUndispatched
} from "./takeUndispatched.ts"

/** Deliveries of notifications to their recipients. */
export class Deliveries extends Context.Service<Deliveries>()("@mon/core-store/Deliveries", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Heartbeat of a worker. After an outage of a minute, alerts are delayed until their monitor has been checked
     * again.
     */
    pulse: pulse(sql),
    /** Whether there is a notification to dispatch. Cheaper than {@link takeUndispatched}, because it locks nothing. */
    hasUndispatched: hasUndispatched(sql),
    /** The oldest notification that is not dispatched, locked for the caller's transaction; null when there is none. */
    takeUndispatched: takeUndispatched(sql),
    /** Marks a notification as suppressed: it will not be sent. */
    suppress: suppress(sql),
    /** Marks a notification as suppressed because a parent is down. */
    suppressForParent: suppressForParent(sql),
    /**
     * Makes alerts pending whose parents are no longer down, if they are still true; returns how many. An alert is true
     * if a check since then failed.
     */
    releaseSuppressed: releaseSuppressed(sql),
    /** Marks a change of the state as suppressed, because its monitor changes its state too often. */
    suppressFlapping: suppressFlapping(sql),
    /**
     * After flapping and after a pause, makes suppressed alerts pending that say in which state a monitor is, if
     * somebody knows another one; returns how many.
     */
    announceStates: announceStates(sql),
    /**
     * Returns the recipients of a notification. `channelIds`: these alert channels. `withDefault`: also those of the
     * default route; default: only if no others are given.
     */
    targets: targets(sql),
    /** Counts a state change in the current window of its account. */
    countTransition: countTransition(sql),
    /** The cause outside that the incident of a notification shares with enough others: internal key. */
    sharedCause: sharedCause(sql),
    /**
     * Opens or continues the bursts in which recipients get the messages about a shared cause that list a notification;
     * returns the times of the messages. A burst begins with the first message after the last burst has ended. A
     * recovery waits for a message about its outage that is not sent yet. Null: so many causes are announced at the
     * same time that none gets messages of its own.
     */
    burst: burst(sql),
    /**
     * Opens or continues the bursts in which recipients get the messages that list an alert and others of its kind;
     * returns the times of the messages. Recipients who get the alert immediately are not among them.
     */
    storm: storm(sql),
    /**
     * Whether the last message of a burst is due at a time, and alerts that happened before it are not dispatched yet.
     * False once it is `longestMs` late.
     */
    isJoining: isJoining(sql),
    transitions: transitions(sql),
    /** The monitor of a notification. */
    monitorOf: monitorOf(sql),
    /** Writes another notification about the same monitor; once for each fact key. */
    note: note(sql),
    /**
     * Creates the deliveries of a notification; those with `waitsUntil` go into a digest. `moment`: that of a route;
     * each recipient gets one message for each. Webhooks get one for the notification.
     */
    dispatch: dispatch(sql),
    /**
     * Creates the updates of the messages about an open incident (public id) on alert channels of these kinds: they
     * show who acknowledged it, or no longer. A change has its updates once.
     */
    showAcknowledgement: showAcknowledgement(sql),
    /**
     * Returns the number of messages to an alert channel that wait for the end of its quiet hours, and the time of the
     * database.
     */
    waitingForQuiet: waitingForQuiet(sql),
    /** Moves the end that the messages to an alert channel wait for. */
    moveQuietEnd: moveQuietEnd(sql),
    /** Combines the messages of a window that has ended into one digest per recipient. */
    gather: gather(sql),
    /**
     * Leases a delivery for one attempt. Idempotent for the same token (a UUID), so that a lost answer can be repeated.
     * `spacing`: messages to one channel are that far apart. Default: channels have no limits.
     */
    claim: claimDelivery(sql),
    /** Records an attempt, if the lease still lasts. */
    record: recordAttempt(sql),
    /**
     * Takes due deliveries of a channel, those due first. No other worker takes them for `holdMs`, or for the lease of
     * a claim, or until they are given back. `exceptAccounts`: internal keys of accounts whose deliveries stay.
     */
    take: take(sql),
    /** Gives back what was taken and is not over. What was claimed is due when its lease expires. */
    giveBack: giveBack(sql),
    /** Windows that ended a second ago and have messages, oldest first. */
    endedWindows: endedWindows(sql),
    /** Returns the numbers of waiting and running deliveries of each channel. */
    backlog: backlog(sql),
    /** Deletes at most `limit` deliveries older than `days`, with their attempts; returns how many. */
    purge: purge(sql)
  }))
}) {
  static readonly layer = Layer.effect(Deliveries, Deliveries.make)
}
