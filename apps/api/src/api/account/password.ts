import { BadRequest, type ChangePassword, Forbidden, messages, TooManyRequests, Unavailable } from "@mon/api-contract"
import type { NewSession } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Caller, CallerSession } from "../../auth/Caller.ts"
import { passwordError } from "../../auth/passwordError.ts"
import { checkIdentity } from "../../auth/checkIdentity.ts"
import { changePassword } from "../../auth/useLink.ts"
import { AnswerWithHeaders } from "../../http/HttpResponse.ts"
import { ok } from "../ApiHandler.ts"
import { sessionOnly } from "../sessionOnly.ts"

const busy = () => Effect.fail(new Unavailable({ message: messages.unavailable }))

const confirmed = ok({ confirmed: true } as const)

interface Typed {
  readonly password: string
  readonly code?: string
}

/**
 * Checks the password of the signed-in person, and the code if the person has a second factor. Attempts count towards
 * the limits on sign-in attempts. Returns the password hash that was checked, and whether a code was checked.
 */
const prove = Effect.fnUntraced(function* ({ email, request }: CallerSession, { code, password }: Typed) {
  const result = yield* checkIdentity(request, email, { password, code: code ?? null })
  if (result._tag === "Wait") return yield* new TooManyRequests({ message: messages.passwordWait(result.seconds) })
  if (result._tag === "Wrong") return yield* new BadRequest({ message: messages.passwordWrong })
  if (result._tag === "WrongCode") return yield* new BadRequest({ message: messages.secondFactorCode })
  const { person, withCode } = result
  return { proof: { passwordHash: person.passwordHash }, withCode }
})

/** Replaces the token of the current session, so that a stolen cookie becomes invalid. */
const renewed = Effect.fnUntraced(function* (
  { request }: CallerSession,
  { viewer: { membershipKey, userKey } }: Caller,
  proved: Pick<NewSession, "proof" | "withCode">
) {
  const headers = yield* beginSession(request, { userKey, membershipKey, ...proved })
  return new AnswerWithHeaders(confirmed, headers ?? {})
})

/** Changes the password and ends all other sessions of the person. */
export const setPassword = Effect.fn("setPassword")(
  function* (caller: Caller, { code, current, deleteKeys = false, password }: ChangePassword) {
    const session = yield* sessionOnly(caller)
    const error = passwordError(password, session.email)
    if (error !== null) return yield* new BadRequest({ message: error })
    const { withCode } = yield* prove(session, { password: current, ...(code === undefined ? {} : { code }) })
    const changed = yield* changePassword(caller.credentialHash, { password, revokeKeys: deleteKeys })
    if (changed === null) return yield* new Forbidden({ message: messages.sessionOnly })
    return yield* renewed(session, caller, { proof: { passwordHash: changed.passwordHash }, withCode })
  },
  Effect.catchTag("PasswordsBusy", busy)
)

/** Marks the session as recently confirmed, so that the person may use functions that require a recent sign-in. */
export const confirmPassword = Effect.fn("confirmPassword")(
  function* (caller: Caller, typed: Typed) {
    const session = yield* sessionOnly(caller)
    return yield* renewed(session, caller, yield* prove(session, typed))
  },
  Effect.catchTag("PasswordsBusy", busy)
)
