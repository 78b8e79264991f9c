import { Effect } from "effect"
import type { SecondFactorLetter } from "../accountLetterWords.ts"
import { takeAttempt } from "../AttemptLimits.ts"
import { browserOf } from "../browserOf.ts"
import type { AttemptRequest } from "../AttemptRequest.ts"
import { writeToPerson } from "../DeviceNotice.ts"

export const announceSecondFactor = (userKey: string, letter: SecondFactorLetter) => writeToPerson(userKey, letter)

/** Emails a person, at most once a day, that somebody who knows their password is guessing codes. */
export const announceGuessing = Effect.fn("announceGuessing")(function* (request: AttemptRequest, userKey: string) {
  if ((yield* takeAttempt("guessNotice", userKey)) > 0) return
  const { clientAddress: address, userAgent } = request
  yield* writeToPerson(userKey, { kind: "codesGuessed", address, ...browserOf(userAgent) })
})
