import type { Email } from "@mon/alerts"
import type { DueWatch, OnCallRecipient, WatchResult } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { gapsAhead, type OnCallLetter, peopleLeft, shiftBegins, shiftEnds } from "./onCallLetters.ts"
import { shiftReturned } from "./requestLetters.ts"
import { watchSchedule } from "./watchSchedule.ts"

/**
 * Examines a schedule. Notifies people whose shift begins or ends, and notifies the owner of gaps and of people who
 * have left. Returns what to store.
 */
export const reportSchedule = Effect.fn("reportSchedule")(function* (due: DueWatch) {
  const { id, name, now, recipients, taken } = due
  const identity = yield* DeliveryIdentity
  const found = watchSchedule({ ...due, members: recipients, nowMs: now.getTime() })
  const { begins, definition, departed, ends, gaps, newGaps, people, reportedGaps, untilMs, watchAtMs } = found
  const to = (recipient: OnCallRecipient): OnCallLetter => ({ schedule: { id, name }, recipient, identity, now })
  const named = (ids: ReadonlyArray<string>) => recipients.filter(({ membershipId }) => ids.includes(membershipId))
  const reached = (ids: ReadonlyArray<string>) =>
    named(ids).filter(({ getsAlerts, isMember }) => getsAlerts && isMember)
  const names = (ids: ReadonlyArray<string>) => named(ids).map((person) => person.name)
  const owners = recipients.filter(({ isMember, isOwner }) => isMember && isOwner)
  const until = untilMs === null ? null : new Date(untilMs)
  // Whoever takes over a shift at somebody's request and then leaves gives the shift back.
  const returned = taken.filter(({ taker }) => departed.includes(taker))
  const letters: ReadonlyArray<Email> = [
    ...reached(begins).map((person) => shiftBegins(to(person), until)),
    ...reached(ends).map((person) => shiftEnds(to(person), names(people))),
    ...returned.flatMap((shift) =>
      named([shift.asker])
        .filter(({ isMember }) => isMember)
        .map((asker) => shiftReturned(to(asker), shift, names([shift.taker]).join(", ")))
    ),
    ...owners.flatMap((owner) => (departed.length === 0 ? [] : [peopleLeft(to(owner), names(departed), gaps)])),
    ...owners.flatMap((owner) => (newGaps.length === 0 ? [] : [gapsAhead(to(owner), newGaps)]))
  ]
  const mail = yield* OutgoingMail
  yield* Effect.forEach(letters, (one) => mail.postUnlessRefused(one), { discard: true })
  return { definition, departed, people, reportedGaps, watchAt: new Date(watchAtMs) } satisfies WatchResult
})
