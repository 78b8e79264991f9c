import { type Person, SecondFactors, type StoredSecondFactor, inTransaction } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { type AttemptKind, clearAttempts, forgiveAttempt, takeFirstWait } from "../AttemptLimits.ts"
import type { AttemptRequest } from "../AttemptRequest.ts"
import { knownDevice } from "../DeviceCookie.ts"
import { networkOf } from "../networkOf.ts"
import { announceGuessing, announceSecondFactor } from "./announce.ts"
import { recoveryCodeHash } from "./recoveryCodes.ts"
import { openSecret } from "./SealedSecret.ts"
import { codeDigits, matchingStep } from "./Totp.ts"

/** The result of a check. `Wrong`: the code is wrong, or it was used before. */
type CodeResult =
  | { readonly _tag: "Right" }
  | { readonly _tag: "Wrong" }
  | { readonly _tag: "Wait"; readonly seconds: number }

/** Returns the limits that count an attempt to enter a code. The narrowest limit is first, as for passwords. */
const limitsOf = (
  userKey: string,
  network: string,
  device: string | null
): ReadonlyArray<readonly [AttemptKind, string]> =>
  device === null
    ? [
        ["code", `${network} ${userKey}`],
        ["network", network],
        ["codeOfPerson", userKey]
      ]
    : [["codeDevice", device]]

const isCurrentCode = Effect.fnUntraced(function* (userKey: string, { sealed }: StoredSecondFactor, digits: string) {
  const secret = yield* openSecret(userKey, sealed)
  const step = secret === null ? null : matchingStep(secret, digits, yield* Clock.currentTimeMillis)
  return step !== null && (yield* (yield* SecondFactors).useStep(userKey, sealed, step))
})

const isRecoveryCode = (userKey: string, text: string) =>
  inTransaction(
    "useRecoveryCode",
    Effect.gen(function* () {
      const codeHash = recoveryCodeHash(text)
      const left = codeHash === null ? null : yield* (yield* SecondFactors).useRecoveryCode(userKey, codeHash)
      if (left !== null) yield* announceSecondFactor(userKey, { kind: "recoveryCodeUsed", left })
      return left !== null
    })
  )

/**
 * Checks a code of the second factor or a recovery code, and marks it as used. Must run after the password check, so
 * that only people who know the password can use up attempts.
 */
export const checkCode = Effect.fn("checkCode")(function* (
  request: AttemptRequest,
  person: Person,
  factor: StoredSecondFactor,
  text: string
) {
  const { userKey } = person
  const device = yield* knownDevice(request, person)
  const limits = limitsOf(userKey, networkOf(request.clientAddress), device)
  const seconds = yield* takeFirstWait(limits)
  if (seconds > 0) {
    yield* announceGuessing(request, userKey)
    return { _tag: "Wait", seconds } satisfies CodeResult
  }
  const digits = codeDigits(text)
  const right = yield* digits === null ? isRecoveryCode(userKey, text) : isCurrentCode(userKey, factor, digits)
  if (!right) return { _tag: "Wrong" } satisfies CodeResult
  const [narrowest, ...wider] = limits
  if (narrowest !== undefined) yield* clearAttempts(...narrowest)
  for (const limit of wider) yield* forgiveAttempt(...limit)
  return { _tag: "Right" } satisfies CodeResult
})
