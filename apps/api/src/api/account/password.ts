import { BadRequest, type ChangePassword, messages, TooManyRequests, Unavailable } from "@mon/api-contract"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Caller, CallerSession } from "../../auth/Caller.ts"
import { passwordError } from "../../auth/passwordError.ts"
import { checkPassword } from "../../auth/signIn.ts"
import { changePassword } from "../../auth/useLink.ts"
import { AnswerWithHeaders } from "../../http/HttpResponse.ts"
import { ok } from "../ApiHandler.ts"
import { sessionOnly } from "../sessionOnly.ts"

const busy = () => Effect.fail(new Unavailable({ message: messages.unavailable }))

const confirmed = ok({ confirmed: true } as const)

/** Checks the password of the signed-in person. Attempts count as those of the sign-in. */
const prove = Effect.fnUntraced(function* ({ email, request }: CallerSession, password: string) {
  const result = yield* checkPassword(request, email, password)
  if (result._tag === "Wait") return yield* new TooManyRequests({ message: messages.passwordWait(result.seconds) })
  if (result._tag === "Wrong") return yield* new BadRequest({ message: messages.passwordWrong })
})

/** A new token in the place of the current one, so that a stolen cookie ends. */
const renewed = Effect.fnUntraced(function* ({ request }: CallerSession, { viewer }: Caller) {
  const headers = yield* beginSession(request, viewer.userKey, viewer.membershipKey)
  return new AnswerWithHeaders(confirmed, headers ?? {})
})

/** Changes the password, which ends all other sessions. */
export const setPassword = Effect.fn("setPassword")(
  function* (caller: Caller, { current, deleteKeys = false, password }: ChangePassword) {
    const session = yield* sessionOnly(caller)
    const error = passwordError(password, session.email)
    if (error !== null) return yield* new BadRequest({ message: error })
    yield* prove(session, current)
    yield* changePassword(caller.viewer.userKey, { password, revokeKeys: deleteKeys })
    return yield* renewed(session, caller)
  },
  Effect.catchTag("PasswordsBusy", busy)
)

/** Starts the time in which the person may do what needs a recent sign-in. */
export const confirmPassword = Effect.fn("confirmPassword")(
  function* (caller: Caller, password: string) {
    const session = yield* sessionOnly(caller)
    yield* prove(session, password)
    return yield* renewed(session, caller)
  },
  Effect.catchTag("PasswordsBusy", busy)
)
