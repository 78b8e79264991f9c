import {
  type Alarm,
  dueMoments,
  nextMomentMs,
  type RenderableFact,
  type RoutedFact,
  type RoutedKind,
  routedKinds,
  type RouteMoment,
  routeOf,
  type RouteTimes,
  severityOf,
  usualSeverity
} from "@mon/alerts"
import {
  type CandidateRoute,
  Deliveries,
  type DueAlert,
  LaterContacts,
  type PendingNotification,
  RoutedAlerts,
  type RouteCourse
} from "@mon/core-store"
import { CONTACT_EMAIL } from "@mon/model"
import * as Effect from "effect/Effect"
import { pendingFact } from "../deliveries/deliveredFact.ts"
import { sendTo } from "../deliveries/sendTo.ts"
import { type AlertNature, laterRecipients } from "./contactRecipients.ts"
import { recipientsAt } from "./routeRecipients.ts"

/** Returns the kind by which routes choose a fact. Null for recoveries, reports, and facts of another release. */
const routedKindOf = ({ kind }: RenderableFact): RoutedKind | null =>
  routedKinds.find((routed) => routed === kind) ?? null

const LASTING: ReadonlyArray<RoutedKind> = ["down", "degraded", "email_health_alert", "external_alert"]

/** Returns whether facts of a kind last until a recovery. Only such facts have further steps and reminders. */
export const lasts = (kind: RoutedKind): boolean => LASTING.includes(kind)

const OPENINGS: ReadonlyArray<RoutedKind> = ["down", "page_error"]

/**
 * Returns whether an alert means that a monitor is not available. An alert with this meaning is suppressed while a
 * parent of the monitor is down.
 */
export const isOpening = (kind: RoutedKind): boolean => OPENINGS.includes(kind)

const ENDED: ReadonlyMap<RenderableFact["kind"], RoutedKind> = new Map([
  ["up", "down"],
  ["recovered", "degraded"],
  ["email_health_recovery", "email_health_alert"],
  ["external_resolved", "external_alert"]
])

const openingOf = ({ kind }: RenderableFact): RoutedKind | null => ENDED.get(kind) ?? null

export const isRecovery = (fact: RenderableFact): boolean => openingOf(fact) !== null

/** Returns the times of a route in the form of `@mon/alerts`. */
export const timesOf = ({
  reminderMinutes,
  repeat,
  steps
}: Pick<RouteCourse, "reminderMinutes" | "repeat" | "steps">): RouteTimes => ({
  reminderMinutes,
  repeat,
  steps: steps.map(({ hours, ...step }) => {
    if (hours === null) return step
    const { timezone, ...rest } = hours
    return { ...step, hours: { ...rest, timeZone: timezone } }
  })
})

/** Returns which rules of people apply to a fact. */
export const natureOf = (fact: RenderableFact): AlertNature => {
  const kind = routedKindOf(fact)
  return { isUrgent: severityOf(fact) === "critical", lasts: kind !== null && lasts(kind) }
}

const MINUTE_MS = 60_000

/** Sends a step or a reminder. Stores the messages that people want to get only after some minutes. */
const sendMoment = Effect.fnUntraced(function* (
  notification: PendingNotification,
  fact: RenderableFact,
  moment: RouteMoment,
  { fallback }: CandidateRoute
) {
  // Who is on call is found when the message is sent, which can be later than the time of the step.
  const atMs = notification.now.getTime()
  const recipients = yield* recipientsAt(notification, { ...moment, fallback, atMs, nature: natureOf(fact) })
  const later = recipients.flatMap(({ afterMinutes, channel, membershipId, onCall, target }) =>
    afterMinutes === 0 || membershipId === null
      ? []
      : [
          {
            ...moment,
            minute: moment.minute + afterMinutes,
            membershipId,
            via: channel === "channel" ? target : CONTACT_EMAIL,
            onCall,
            dueAt: new Date(atMs + afterMinutes * MINUTE_MS)
          }
        ]
  )
  yield* (yield* LaterContacts).add(notification, later)
  const now = recipients.filter(({ afterMinutes }) => afterMinutes === 0)
  yield* sendTo(notification, fact, now, moment)
})

/** Returns the first route that takes a fact. Null if none does. */
export const routeFor = (routes: ReadonlyArray<CandidateRoute>, fact: RoutedFact): CandidateRoute | null =>
  routeOf(
    routes.map((route) => ({ ...route, ...timesOf(route), route })),
    fact
  )?.route ?? null

const routeOfKind = Effect.fnUntraced(function* (
  notification: PendingNotification,
  kind: RoutedKind | null,
  severity: RoutedFact["severity"]
) {
  if (kind === null || notification.userKey !== null) return null
  const { monitorId, routes, tagIds } = yield* (yield* RoutedAlerts).candidates(notification)
  return routeFor(routes, { kind, severity, monitorId, tagIds })
})

/** Finds the route that takes an alert. Null if the alert goes to the default route. */
export const findRoute = Effect.fn("findRoute")((notification: PendingNotification, fact: RenderableFact) =>
  routeOfKind(notification, routedKindOf(fact), severityOf(fact))
)

/** Finds the route that would take the alert that a recovery ends. Null if that alert would go to the default route. */
export const findRouteOfOpening = Effect.fn("findRouteOfOpening")((
  notification: PendingNotification,
  recovery: RenderableFact
) => {
  const kind = openingOf(recovery)
  const isStated = kind === null || kind === "external_alert"
  return routeOfKind(notification, kind, isStated ? severityOf(recovery) : usualSeverity[kind])
})

const alarmOf = (fact: RenderableFact, openedAtMs: number, acknowledgedAtMs: number | null): Alarm => {
  const kind = routedKindOf(fact)
  return { lasts: kind !== null && lasts(kind), openedAtMs, acknowledgedAtMs, endedAtMs: null }
}

/** Begins an alert that a route has taken. Sends the steps that are due now, and stores when the next step is due. */
export const beginAlert = Effect.fn("beginAlert")(function* (
  notification: PendingNotification,
  fact: RenderableFact,
  route: CandidateRoute
) {
  const openedAtMs = notification.now.getTime()
  const alarm = alarmOf(fact, openedAtMs, null)
  const times = timesOf(route)
  const due = dueMoments(times, alarm, { afterMs: null, untilMs: openedAtMs })
  const next = nextMomentMs(times, alarm, openedAtMs)
  const doneAtMs = due.length === 0 ? null : openedAtMs
  yield* (yield* RoutedAlerts).begin(notification, route, { openedAtMs, doneAtMs, dueAtMs: next })
  yield* Effect.forEach(due, (moment) => sendMoment(notification, fact, moment, route), { discard: true })
})

/**
 * Chooses a new route for an alert whose route was deleted before anybody got the alert, because somebody must get it.
 */
const routeAnew = Effect.fnUntraced(function* (notification: PendingNotification, fact: RenderableFact) {
  const route = yield* findRoute(notification, fact)
  if (route !== null) return yield* beginAlert(notification, fact, route)
  yield* (yield* RoutedAlerts).forget(notification)
  yield* sendTo(notification, fact, yield* (yield* Deliveries).targets(notification))
})

const continueAlert = Effect.fnUntraced(function* (due: DueAlert, route: CandidateRoute, fact: RenderableFact) {
  const { acknowledgedAtMs, doneAtMs, notification, nowMs, openedAtMs } = due
  const routed = yield* RoutedAlerts
  const open = alarmOf(fact, openedAtMs, null)
  const times = timesOf(route)
  const moments = dueMoments(times, { ...open, acknowledgedAtMs }, { afterMs: doneAtMs, untilMs: nowMs })
  const { mutedBy } = notification
  if (mutedBy === null)
    yield* Effect.forEach(moments, (moment) => sendMoment(notification, fact, moment, route), { discard: true })
  else if (moments.length > 0) yield* routed.skip(notification, mutedBy)
  // The next step ignores the acknowledgement, so that a person who withdraws it gets the later reminders.
  const next = nextMomentMs(times, open, nowMs)
  const isDone = next === null && !open.lasts && !(yield* (yield* LaterContacts).isWaiting(notification))
  yield* isDone ? routed.finish(notification) : routed.advance(notification, { doneAtMs: nowMs, dueAtMs: next })
})

/** The delay before an alert whose parent is down is reconsidered, in milliseconds. */
const PARENT_AGAIN_MS = 60_000

/**
 * Postpones an alert while its parent is down. An alert that nobody has got yet is announced when the parent is up
 * again. The route of any other alert continues when the parent is up again.
 */
const waitForParent = Effect.fnUntraced(function* ({ doneAtMs, isSent, notification, nowMs }: DueAlert) {
  const routed = yield* RoutedAlerts
  if (isSent || notification.downParentKey === null)
    return yield* routed.advance(notification, { doneAtMs, dueAtMs: nowMs + PARENT_AGAIN_MS })
  yield* (yield* Deliveries).suppressForParent(notification, notification.downParentKey)
  yield* routed.forget(notification)
})

/**
 * Sends the due steps of the alert that is due first. Runs in the transaction of the caller. Maintenance postpones the
 * steps, and a pause of all alerts skips them. Returns false if no alert is due.
 */
export const dispatchDue = Effect.fn("dispatchDue")(function* () {
  const routed = yield* RoutedAlerts
  const due = yield* routed.takeDue()
  if (due === null) return false
  const { doneAtMs, isOver, isSent, notification, route, waitsUntilMs } = due
  const fact = pendingFact(notification)
  if (isOver) yield* routed.finish(notification)
  else if (waitsUntilMs !== null) yield* routed.advance(notification, { doneAtMs, dueAtMs: waitsUntilMs })
  else if (notification.downParentKey !== null && notification.mutedBy === null) yield* waitForParent(due)
  else if (route !== null && route.steps.some(({ targets }) => targets.length > 0))
    yield* continueAlert(due, route, fact)
  else if (isSent || notification.mutedBy !== null) yield* routed.advance(notification, { doneAtMs, dueAtMs: null })
  else yield* routeAnew(notification, fact)
  return true
})

/** Ends an event of which nobody gets a message any more. An alert that lasts ends with its recovery. */
const finishEvent = Effect.fnUntraced(function* (notification: PendingNotification, fact: RenderableFact) {
  if (natureOf(fact).lasts || (yield* (yield* LaterContacts).isWaiting(notification))) return
  yield* (yield* RoutedAlerts).finish(notification)
})

/**
 * Sends the messages that are due first because of people's rules. Runs in the caller's transaction. Messages about an
 * alert that is over or acknowledged are not sent. Maintenance and a parent that is down postpone messages, and a
 * pause of all alerts skips them. Returns false if no message is due.
 */
export const dispatchLater = Effect.fn("dispatchLater")(function* () {
  const later = yield* LaterContacts
  const due = yield* later.takeDue()
  if (due === null) return false
  const { isOver, notification, nowMs, waitsUntilMs } = due
  const { downParentKey, mutedBy } = notification
  const fact = pendingFact(notification)
  if (isOver || mutedBy !== null) {
    if (!isOver && mutedBy !== null) yield* (yield* RoutedAlerts).skip(notification, mutedBy)
    yield* later.drop(notification)
  } else if (waitsUntilMs !== null || downParentKey !== null) {
    yield* later.postpone(notification, waitsUntilMs ?? nowMs + PARENT_AGAIN_MS)
    return true
  } else {
    const contacts = yield* later.claim(notification)
    const [moment] = contacts
    if (moment !== undefined) yield* sendTo(notification, fact, yield* laterRecipients(notification, contacts), moment)
  }
  yield* finishEvent(notification, fact)
  return true
})
