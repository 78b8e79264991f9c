import type { RouteMoment } from "@mon/alerts"
import { Deliveries, type DeliveryTarget, OnCallSchedules, type PendingNotification } from "@mon/core-store"
import { isBuiltInTarget, type OnCallReason, onCallTargetOf } from "@mon/model"
import * as Effect from "effect/Effect"
import { onCallPeople } from "../onCall/onCallPeople.ts"

/** A recipient of a step or a reminder. */
export interface RouteRecipient extends DeliveryTarget {
  /** The schedule because of which the recipient was chosen. Null if the recipient is a target of the route. */
  readonly onCall: OnCallReason | null
}

export const routeTargetOf = ({ channel, target }: DeliveryTarget): string => {
  if (channel === "channel") return target
  return channel === "webhook" ? "webhooks" : channel
}

/**
 * Returns whether a recipient belongs to the targets of a route. The recipient can be a target itself, or one of the
 * people whom a target stands for.
 */
export const isTargeted = (recipient: DeliveryTarget, targets: ReadonlyArray<string>): boolean =>
  targets.includes(routeTargetOf(recipient)) ||
  (recipient.membershipId !== null && targets.includes(recipient.membershipId))

/** Returns whether a recipient gets reminders. Signed webhooks get none, because programs count messages. */
const isForPeople = ({ channel }: DeliveryTarget): boolean => channel !== "webhook"

/** The moment at which recipients are searched for. `fallback` is the fallback of the route. */
export interface SearchedMoment extends Pick<RouteMoment, "reminder" | "targets"> {
  readonly fallback: ReadonlyArray<string>
  /** The time at which somebody is on call, as Unix time in milliseconds. */
  readonly atMs: number
}

/** What an on-call target means at a moment: the people on call. */
interface OnCallPeople {
  readonly reason: Omit<OnCallReason, "kind">
  /** The ids of the people's memberships. */
  readonly people: ReadonlyArray<string>
}

/** Finds who is on call for the on-call targets of a moment. */
const peopleOnCall = Effect.fnUntraced(function* (
  { accountKey }: PendingNotification,
  { atMs, targets }: SearchedMoment
) {
  const wanted = targets.flatMap((target) => onCallTargetOf(target) ?? [])
  if (wanted.length === 0) return []
  const plans = yield* (yield* OnCallSchedules).plans(
    accountKey,
    new Date(atMs),
    wanted.map(({ schedule }) => schedule)
  )
  return wanted.map(({ schedule: id, who }): OnCallPeople => {
    // An alert keeps its steps, so they can name a schedule that has been deleted since.
    const plan = plans.find((one) => one.id === id)
    return {
      reason: { scheduleId: id, schedule: plan?.name ?? id, who },
      people: plan === undefined ? [] : onCallPeople(plan, who, atMs)
    }
  })
})

/**
 * Finds the recipients that on-call targets mean at a moment. If none of the people on call can be reached, the
 * fallback gets the alert, and otherwise the owner, so that an alert never reaches nobody.
 */
const onCallRecipients = Effect.fnUntraced(function* (
  { accountKey }: PendingNotification,
  { fallback }: SearchedMoment,
  onCall: ReadonlyArray<OnCallPeople>,
  all: ReadonlyArray<DeliveryTarget>
) {
  const found: Array<RouteRecipient> = []
  const choose = (reason: OnCallReason, accepts: (target: DeliveryTarget) => boolean): boolean => {
    const chosen = all.filter(accepts)
    found.push(...chosen.map((target) => ({ ...target, onCall: reason })))
    return chosen.length > 0
  }
  for (const { people, reason } of onCall) {
    const isReached =
      choose(
        { ...reason, kind: "on_call" },
        ({ membershipId }) => membershipId !== null && people.includes(membershipId)
      ) || choose({ ...reason, kind: "fallback" }, (target) => isTargeted(target, fallback))
    if (isReached) continue
    const owner = (yield* (yield* OnCallSchedules).people(accountKey))[0]?.membershipId
    choose({ ...reason, kind: "owner" }, ({ membershipId }) => membershipId !== null && membershipId === owner)
  }
  return found
})

/** Finds the recipients of a step or a reminder. Each recipient occurs once. */
export const recipientsAt = Effect.fn("recipientsAt")(function* (
  notification: PendingNotification,
  moment: SearchedMoment
) {
  const { fallback, reminder, targets } = moment
  const onCall = yield* peopleOnCall(notification, moment)
  const named = [...targets, ...fallback].filter(
    (target) => !isBuiltInTarget(target) && onCallTargetOf(target) === null
  )
  const all = yield* (yield* Deliveries).targets(notification, [...named, ...onCall.flatMap(({ people }) => people)])
  const chosen: ReadonlyArray<RouteRecipient> = [
    ...all.filter((target) => isTargeted(target, targets)).map((target) => ({ ...target, onCall: null })),
    ...(yield* onCallRecipients(notification, moment, onCall, all))
  ]
  const once = new Map(chosen.toReversed().map((one) => [`${one.channel}:${one.target}`, one]))
  return [...once.values()].toReversed().filter((target) => reminder === null || isForPeople(target))
})
