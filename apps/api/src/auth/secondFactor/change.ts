import { type AccessScope, AuditLog, People, SecondFactors, inTransaction } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { beginSession } from "../beginSession.ts"
import type { AttemptRequest } from "../AttemptRequest.ts"
import { mailSender } from "../Letter.ts"
import { announceSecondFactor } from "./announce.ts"
import { makeRecoveryCodes, recoveryCodeHash } from "./recoveryCodes.ts"
import { openSetup, sealSecret, sealSetup } from "./SealedSecret.ts"
import { codeDigits, makeSecret, matchingStep, provisioningUri, qrCode } from "./Totp.ts"

/** A new secret for an authenticator app. The secret is stored after the person has entered a code from the app. */
interface Setup {
  readonly secret: string
  readonly uri: string
  /** The QR code as a data: URL. */
  readonly qrCode: string
  readonly token: string
}

const setupOf = Effect.fnUntraced(function* (userKey: string, email: string, secret: string) {
  const { service } = yield* mailSender
  const uri = provisioningUri(secret, service, email)
  return { secret, uri, qrCode: qrCode(uri), token: yield* sealSetup(userKey, secret) } satisfies Setup
})

/** Creates a secret. Does not store it, because no code has proved yet that an app has the secret. */
export const beginSetup = (userKey: string, email: string) =>
  Effect.suspend(() => setupOf(userKey, email, makeSecret()))

/**
 * Returns the setup with the same secret again after a wrong code. Null: the token belongs to another person or has
 * expired.
 */
export const repeatSetup = Effect.fnUntraced(function* (userKey: string, email: string, token: string) {
  const secret = yield* openSetup(userKey, token)
  return secret === null ? null : yield* setupOf(userKey, email, secret)
})

const hashesOf = (codes: ReadonlyArray<string>): ReadonlyArray<Uint8Array> =>
  codes.flatMap((code) => recoveryCodeHash(code) ?? [])

/**
 * The result of a setup. `Expired`: the token belongs to another person or has expired. `Unconfirmed`: the person has
 * not confirmed the email address.
 */
type ConfirmResult =
  | { readonly _tag: "Enabled"; readonly recoveryCodes: ReadonlyArray<string>; readonly headers: SessionHeaders }
  | { readonly _tag: "WrongCode" | "Expired" | "Unconfirmed" }

interface SessionHeaders {
  readonly "Set-Cookie"?: Array<string>
}

type Viewer = Pick<AccessScope, "membershipKey" | "userKey">

/** Stores the secret after a correct code. Starts a new session and ends all other sessions of the person. */
export const confirmSetup = Effect.fn("confirmSetup")(function* (
  request: AttemptRequest,
  { membershipKey, userKey }: Viewer,
  { code, token }: { readonly code: string; readonly token: string }
) {
  const secret = yield* openSetup(userKey, token)
  if (secret === null) return { _tag: "Expired" } satisfies ConfirmResult
  const digits = codeDigits(code)
  const step = digits === null ? null : matchingStep(secret, digits, yield* Clock.currentTimeMillis)
  if (step === null) return { _tag: "WrongCode" } satisfies ConfirmResult
  const factors = yield* SecondFactors
  const people = yield* People
  const sealed = yield* sealSecret(userKey, secret)
  const recoveryCodes = makeRecoveryCodes()
  return yield* inTransaction(
    "confirmSetup",
    Effect.gen(function* () {
      const earlier = yield* factors.find(userKey)
      const isSet = yield* factors.set(userKey, { sealed, step, recoveryCodes: hashesOf(recoveryCodes) })
      const person = isSet ? yield* people.findByKey(userKey) : null
      if (person === null) return { _tag: "Unconfirmed" } satisfies ConfirmResult
      yield* announceSecondFactor(userKey, { kind: earlier === null ? "secondFactorOn" : "secondFactorReplaced" })
      const proof = { passwordHash: person.passwordHash }
      const headers = yield* beginSession(request, { userKey, membershipKey, proof, withCode: true })
      return { _tag: "Enabled", recoveryCodes, headers: headers ?? {} } satisfies ConfirmResult
    })
  )
})

/** Replaces the recovery codes. Returns the new codes, or null if the person has no second factor. */
export const renewRecoveryCodes = Effect.fn("renewRecoveryCodes")(function* (userKey: string) {
  const codes = makeRecoveryCodes()
  const factors = yield* SecondFactors
  return yield* inTransaction(
    "renewRecoveryCodes",
    Effect.gen(function* () {
      if (!(yield* factors.replaceRecoveryCodes(userKey, hashesOf(codes)))) return null
      yield* announceSecondFactor(userKey, { kind: "recoveryCodesReplaced" })
      return codes
    })
  )
})

/** Removes the second factor of a person, unless an account requires it. */
export const removeSecondFactor = Effect.fn("removeSecondFactor")(function* (userKey: string) {
  const factors = yield* SecondFactors
  return yield* inTransaction(
    "removeSecondFactor",
    Effect.gen(function* () {
      const result = yield* factors.remove(userKey)
      if (result === "Removed") yield* announceSecondFactor(userKey, { kind: "secondFactorOff" })
      return result
    })
  )
})

/**
 * Removes the second factor on behalf of an operator, for a person who has lost the device and the recovery codes.
 * `NoPerson`: nobody has this address.
 */
export const removeSecondFactorOf = Effect.fn("removeSecondFactorOf")(function* (email: string) {
  const factors = yield* SecondFactors
  const person = yield* (yield* People).findByEmail(email)
  if (person === null) return "NoPerson" as const
  return yield* inTransaction(
    "removeSecondFactorOf",
    Effect.gen(function* () {
      const result = yield* factors.remove(person.userKey, { force: true })
      if (result !== "Removed") return result
      yield* announceSecondFactor(person.userKey, { kind: "secondFactorRemoved" })
      yield* (yield* AuditLog).addPersonal({
        action: "secondFactor.remove",
        actor: "operator",
        who: person,
        client: { address: "", userAgent: "" }
      })
      return result
    })
  )
})
