import { type Alarm, escalatedOpeningMs } from "@mon/alerts"
import { Deliveries, type DeliveryTarget, type DueAlert, OnCallSchedules, RoutedAlerts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { pendingFact } from "../deliveries/deliveredFact.ts"
import { followContactRules } from "./contactRecipients.ts"
import { natureOf, timesOf } from "./routeAlert.ts"

const MINUTE_MS = 60_000

/** Returns when an alert would have begun if its next step were due now. Null if no step can be sent. */
const openingOf = ({ isOver, notification, nowMs, openedAtMs, route }: DueAlert): number | null => {
  if (route === null || isOver || notification.mutedBy !== null) return null
  const alarm: Alarm = { lasts: true, openedAtMs, acknowledgedAtMs: null, endedAtMs: null }
  return escalatedOpeningMs(timesOf(route), alarm, nowMs)
}

/**
 * Returns the beginning of the alert of an open incident (public id), in milliseconds since the epoch, if a further
 * step can be sent now. Otherwise null. Each escalation changes this time.
 */
export const escalationOf = Effect.fn("escalationOf")(function* (incidentId: string) {
  const alert = yield* (yield* RoutedAlerts).ofIncident(incidentId, false)
  return alert === null || openingOf(alert) === null ? null : alert.openedAtMs
})

/**
 * Makes the next step of an incident's alert due now, so that a worker sends it, and withdraws the acknowledgement. The
 * steps after it follow in the same distances as before. `seenMs` is the result of {@link escalationOf} that the person
 * has seen: if somebody has escalated the alert since, nothing changes, so that a button that is pressed twice sends
 * one step. Returns false if no step can be sent now. Runs in the transaction of the caller.
 */
export const escalateAlert = Effect.fn("escalateAlert")(function* (incidentId: string, seenMs: number) {
  const routed = yield* RoutedAlerts
  const alert = yield* routed.ofIncident(incidentId, true)
  if (alert !== null && alert.openedAtMs < seenMs) return true
  const openedAtMs = alert === null ? null : openingOf(alert)
  if (alert === null || openedAtMs === null) return false
  yield* routed.escalate(alert.notification, openedAtMs)
  return true
})

/** A person who can take an alert. */
export interface AlertTaker {
  readonly membershipId: string
  readonly name: string
}

const emailTo = (membershipId: string) => (target: DeliveryTarget) =>
  target.channel === "email" && target.membershipId === membershipId

/**
 * Returns the alert of an open incident, and the people to whom it can be handed over: everyone in the account who may
 * get it. `null` if nothing can be handed over, for example while alerts are paused.
 */
const takersOf = Effect.fnUntraced(function* (incidentId: string) {
  const deliveries = yield* Deliveries
  const notification = yield* deliveries.alertOf(incidentId)
  if (notification === null || notification.mutedBy !== null) return null
  const people = (yield* (yield* OnCallSchedules).people(notification.accountKey)).filter(({ isMember }) => isMember)
  const targets = yield* deliveries.targets(
    notification,
    people.map(({ membershipId }) => membershipId)
  )
  const takers = people.filter(({ membershipId }) => targets.some(emailTo(membershipId)))
  return { notification, targets, takers }
})

/** Returns the people to whom the alert of an incident (public id) can be handed over. */
export const alertTakers = Effect.fn("alertTakers")(function* (incidentId: string) {
  const found = yield* takersOf(incidentId)
  return (found?.takers ?? []).map(({ membershipId, name }): AlertTaker => ({ membershipId, name }))
})

/**
 * Sends the alert of an open incident to one more person now. The remaining steps continue until somebody acknowledges
 * the alert. Returns the person, or null if the person cannot get the alert. Runs in the transaction of the caller.
 */
export const handOverAlert = Effect.fn("handOverAlert")(function* (incidentId: string, membershipId: string) {
  const found = yield* takersOf(incidentId)
  const target = found?.targets.find(emailTo(membershipId))
  const taker = found?.takers.find((one) => one.membershipId === membershipId)
  if (found === null || target === undefined || taker === undefined) return null
  const { notification } = found
  // A person who gets the alert twice in a minute gets one message. The first minute belongs to the first step.
  const minute = Math.max(1, Math.ceil((notification.now.getTime() - notification.createdAt.getTime()) / MINUTE_MS))
  // The person gets the alert by the ways with the shortest delay, and immediately.
  const nature = { ...natureOf(pendingFact(notification)), lasts: false }
  const person = { ...target, isPerson: true, onCall: null, afterMinutes: 0, address: target.target }
  const sent = (yield* followContactRules(notification, [person], nature)).map((way) => ({
    ...way,
    cause: null,
    waitsUntil: null
  }))
  yield* (yield* Deliveries).dispatch(notification, sent, { minute, step: null, reminder: null })
  return { membershipId, name: taker.name } satisfies AlertTaker
})
