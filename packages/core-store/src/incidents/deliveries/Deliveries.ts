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
     * Records the heartbeat of a worker. After an outage of a minute, alerts are delayed until their monitor has been
     * checked again.
     */
    pulse: pulse(sql),
    /**
     * Whether there is a notification to dispatch. It is cheaper than {@link takeUndispatched}, because it locks
     * nothing.
     */
    hasUndispatched: hasUndispatched(sql),
    /** Returns the oldest undispatched notification, locked for the caller's transaction. Null if there is none. */
    takeUndispatched: takeUndispatched(sql),
    /** Marks a notification as suppressed, so that it is not sent. */
    suppress: suppress(sql),
    /** Marks a notification as suppressed because a parent is down. */
    suppressForParent: suppressForParent(sql),
    /**
     * Makes suppressed alerts pending if their parents are no longer down and the alerts are still true. An alert is
     * true if a check since then failed. Returns the number of alerts that became pending.
     */
    releaseSuppressed: releaseSuppressed(sql),
    /** Marks a state change as suppressed, because its monitor changes state too often. */
    suppressFlapping: suppressFlapping(sql),
    /**
     * Makes suppressed alerts pending after flapping and after a pause, if somebody was notified of a state that is no
     * longer current. Returns the number of alerts that became pending.
     */
    announceStates: announceStates(sql),
    /**
     * Returns the recipients of a notification. `channelIds` are the alert channels to include. `withDefault`: whether
     * to include the channels of the default route. Default: only if `channelIds` is not given.
     */
    targets: targets(sql),
    /** Counts a state change in the current window of its account. */
    countTransition: countTransition(sql),
    /**
     * Returns the internal key of the external cause that the incident of a notification shares with enough other
     * incidents.
     */
    sharedCause: sharedCause(sql),
    /**
     * Opens or continues bursts: the messages about a shared cause to one recipient. Returns the times of the messages
     * that list a notification. A burst begins with the first message after the end of the last burst. A recovery waits
     * for the message about its outage, if that is not sent yet. Null: the account already has messages about too many
     * causes, so this cause gets none of its own.
     */
    burst: burst(sql),
    /**
     * Opens or continues bursts: the messages to one recipient that list alerts of one kind. Returns the times of the
     * messages. Recipients who get the alert immediately are left out.
     */
    storm: storm(sql),
    /**
     * Whether the last message of a burst is due, but alerts from before that time are not dispatched yet. False once
     * the message is `longestMs` late.
     */
    isJoining: isJoining(sql),
    transitions: transitions(sql),
    /** Returns the monitor of a notification. */
    monitorOf: monitorOf(sql),
    /** Writes another notification about the monitor of a notification, once for each fact key. */
    note: note(sql),
    /**
     * Creates the deliveries of a notification. Those with `waitsUntil` become part of a digest. `moment` is the moment
     * of a route. Each recipient gets one message for each moment, but a webhook gets only one for the notification.
     */
    dispatch: dispatch(sql),
    /**
     * Creates updates of the messages about an open incident (public id) on alert channels of these kinds. They add or
     * remove the acknowledgement. Each change causes its updates only once.
     */
    showAcknowledgement: showAcknowledgement(sql),
    /**
     * Returns the number of messages to an alert channel that wait for the end of its quiet hours, and the time of the
     * database.
     */
    waitingForQuiet: waitingForQuiet(sql),
    /** Changes the time until which the messages to an alert channel wait. */
    moveQuietEnd: moveQuietEnd(sql),
    /** Combines the messages of a window that has ended into one digest per recipient. */
    gather: gather(sql),
    /**
     * Leases a delivery for one attempt. Idempotent for the same token (a UUID), so that the call can be repeated if
     * its answer is lost. `spacing` is the shortest time between two messages to one channel. Default: channels have no
     * limits.
     */
    claim: claimDelivery(sql),
    /** Records an attempt, if the lease has not expired. */
    record: recordAttempt(sql),
    /**
     * Takes due deliveries of a channel in the order of their due times. No other worker takes them for `holdMs`, for
     * the lease of a claim, or until `giveBack`. `exceptAccounts` are internal keys of accounts whose deliveries are
     * left out.
     */
    take: take(sql),
    /** Returns taken deliveries that have not ended. Claimed ones are due when their lease expires. */
    giveBack: giveBack(sql),
    /** Lists windows with messages that ended at least a second ago, oldest first. */
    endedWindows: endedWindows(sql),
    /** Returns the numbers of waiting and running deliveries of each channel. */
    backlog: backlog(sql),
    /**
     * Deletes at most `limit` deliveries older than `days`, with their attempts. Returns the number of deleted
     * deliveries.
     */
    purge: purge(sql)
  }))
}) {
  static readonly layer = Layer.effect(Deliveries, Deliveries.make)
}
