import {
  type ClaimedContact,
  ContactRuleSets,
  Deliveries,
  type DeliveryTarget,
  type PendingNotification
} from "@mon/core-store"
import { CONTACT_EMAIL, type OnCallReason } from "@mon/model"
import * as Effect from "effect/Effect"
import { type ContactQuestion, planContacts } from "./planContacts.ts"

/** A recipient of a step or a reminder. */
export interface RouteRecipient extends DeliveryTarget {
  /** The schedule because of which the recipient was chosen. Null if the recipient is a target of the route. */
  readonly onCall: OnCallReason | null
  /** The delay of the message after the step or reminder in minutes, because of the rules of the person. */
  readonly afterMinutes: number
  /** The email address of the person to whom an own channel belongs. Null for other recipients. */
  readonly address: string | null
}

/** A recipient, and whether it was chosen as a person. The rules of this person then apply. */
export interface ChosenRecipient extends RouteRecipient {
  readonly isPerson: boolean
}

/** The facts about an alert that decide which rules apply. */
export type AlertNature = Pick<ContactQuestion, "isUrgent" | "lasts">

/** Finds the own channels of people that can receive an alert, by their ids. */
const ownChannels = Effect.fnUntraced(function* (notification: PendingNotification, ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, DeliveryTarget>()
  const targets = yield* (yield* Deliveries).targets(notification, ids)
  return new Map(targets.filter(({ channel }) => channel === "channel").map((found) => [found.target, found]))
})

/**
 * Replaces the email addresses of people by the ways by which these people want to be reached. People without rules get
 * their email at once. Recipients that were not chosen as people stay unchanged.
 */
export const followContactRules = Effect.fn("followContactRules")(function* (
  notification: PendingNotification,
  chosen: ReadonlyArray<ChosenRecipient>,
  nature: AlertNature
) {
  const people = chosen.flatMap(({ isPerson, membershipId }) => (isPerson && membershipId !== null ? membershipId : []))
  const plans = yield* (yield* ContactRuleSets).plans(notification.accountKey, people)
  const channels = yield* ownChannels(
    notification,
    plans.flatMap(({ channelIds }) => channelIds)
  )
  return chosen.flatMap(({ isPerson, ...person }): ReadonlyArray<RouteRecipient> => {
    const plan = isPerson ? plans.find(({ membershipId }) => membershipId === person.membershipId) : undefined
    if (plan === undefined) return [person]
    const channelIds = plan.channelIds.filter((id) => channels.has(id))
    return planContacts({ ...nature, rules: plan.rules, channelIds }).map(({ afterMinutes, via }) => ({
      ...person,
      ...channels.get(via),
      membershipId: person.membershipId,
      afterMinutes
    }))
  })
})

/**
 * Finds the recipients of messages that are due now because of people's rules. If a channel cannot receive anything any
 * more, its person gets an email, unless the person was reached by another way.
 */
export const laterRecipients = Effect.fn("laterRecipients")(function* (
  notification: PendingNotification,
  contacts: ReadonlyArray<ClaimedContact>
) {
  const deliveries = yield* Deliveries
  const targets = yield* deliveries.targets(
    notification,
    contacts.flatMap(({ membershipId, via }) => (via === CONTACT_EMAIL ? [membershipId] : [membershipId, via]))
  )
  const found = contacts.flatMap(({ isReached, membershipId, onCall, via }): ReadonlyArray<RouteRecipient> => {
    const channel = targets.find((one) => one.channel === "channel" && one.target === via)
    const email = targets.find((one) => one.channel === "email" && one.membershipId === membershipId)
    const wanted = channel ?? (via === CONTACT_EMAIL || !isReached ? email : undefined)
    return wanted === undefined ? [] : [{ ...wanted, address: email?.target ?? null, afterMinutes: 0, onCall }]
  })
  return [...new Map(found.map((one) => [`${one.channel}:${one.target}`, one])).values()]
})
