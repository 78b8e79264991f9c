import type { RouteMoment } from "@mon/alerts"
import { Deliveries, type DeliveryTarget, OnCallSchedules, type PendingNotification } from "@mon/core-store"
import { isBuiltInTarget, type OnCallReason, onCallTargetOf } from "@mon/model"
import * as Effect from "effect/Effect"
import { onCallPeople } from "../onCall/onCallPeople.ts"
import { type AlertNature, type ChosenRecipient, followContactRules, type RouteRecipient } from "./contactRecipients.ts"

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

/** The moment at which recipients are searched for. */
export interface SearchedMoment extends Pick<RouteMoment, "reminder" | "targets"> {
  /** The fallback of the route. */
  readonly fallback: ReadonlyArray<string>
  readonly nature: AlertNature
  /** The time at which somebody is on call, as Unix time in milliseconds. */
  readonly atMs: number
}

const recipient = (target: DeliveryTarget, onCall: OnCallReason | null): RouteRecipient => ({
  ...target,
  onCall,
  afterMinutes: 0,
  address: target.channel === "email" ? target.target : null
})

/** Returns a recipient once for each way in which targets choose it: as a target itself, and as a person. */
const chosenAs = (
  target: DeliveryTarget,
  targets: ReadonlyArray<string>,
  onCall: OnCallReason | null
): ReadonlyArray<ChosenRecipient> => {
  const { membershipId } = target
  const chosen = recipient(target, onCall)
  return [
    ...(targets.includes(routeTargetOf(target)) ? [{ ...chosen, isPerson: false }] : []),
    ...(membershipId !== null && targets.includes(membershipId) ? [{ ...chosen, isPerson: true }] : [])
  ]
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
  const found: Array<ChosenRecipient> = []
  const choose = (reason: OnCallReason, chosenBy: ReadonlyArray<string>): boolean => {
    const chosen = all.flatMap((target) => chosenAs(target, chosenBy, reason))
    found.push(...chosen)
    return chosen.length > 0
  }
  for (const { people, reason } of onCall) {
    if (choose({ ...reason, kind: "on_call" }, people) || choose({ ...reason, kind: "fallback" }, fallback)) continue
    const owner = (yield* (yield* OnCallSchedules).people(accountKey))[0]?.membershipId
    choose({ ...reason, kind: "owner" }, owner === undefined ? [] : [owner])
  }
  return found
})

/**
 * Finds the recipients of a step or a reminder. Each recipient occurs once for each delay. People whom the step names,
 * people on call and people of the fallback are reached by their own rules.
 */
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
  const chosen: ReadonlyArray<ChosenRecipient> = [
    ...all.flatMap((target) => chosenAs(target, targets, null)),
    ...(yield* onCallRecipients(notification, moment, onCall, all))
  ]
  const reached = yield* followContactRules(notification, chosen, moment.nature)
  const once = new Map(reached.toReversed().map((one) => [`${one.channel}:${one.target}:${one.afterMinutes}`, one]))
  return [...once.values()].toReversed().filter((target) => reminder === null || isForPeople(target))
})
