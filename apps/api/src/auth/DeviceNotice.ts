import { People } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { composeAccountLetter } from "./AccountLetter.ts"
import type { AccountLetter } from "./accountLetterWords.ts"
import { takeAttempt } from "./AttemptLimits.ts"
import { browserOf } from "./browserOf.ts"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { mailSender } from "./Letter.ts"

/**
 * Emails a person about a security event, such as a new password, in the person's language. Does nothing if the person
 * does not exist.
 */
export const writeToPerson = Effect.fn("writeToPerson")(function* (userKey: string, letter: AccountLetter) {
  const audience = yield* (yield* People).mailAudience(userKey)
  if (audience === null) return
  const sender = yield* mailSender
  const nowMs = yield* Clock.currentTimeMillis
  yield* (yield* OutgoingMail).post(composeAccountLetter(sender, audience, letter, { nowMs, id: randomUUID() }))
})

/** Emails a person about a sign-in with an unknown browser. The number of these emails is limited. */
export const announceDevice = Effect.fn("announceDevice")(function* (request: AttemptRequest, userKey: string) {
  if ((yield* takeAttempt("deviceNotice", userKey)) > 0) return
  const { clientAddress: address, userAgent } = request
  yield* writeToPerson(userKey, { kind: "newDevice", address, ...browserOf(userAgent) })
})
