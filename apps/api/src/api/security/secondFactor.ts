import {
  BadRequest,
  type ConfirmSecondFactor,
  Forbidden,
  messages,
  NotFound,
  type RequireSecondFactor
} from "@mon/api-contract"
import { SecondFactors } from "@mon/core-store"
import type { SecondFactorRecord } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { beginSetup, confirmSetup, removeSecondFactor, renewRecoveryCodes } from "../../auth/secondFactor/change.ts"
import { AnswerWithHeaders } from "../../http/HttpResponse.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { recentSignIn, sessionOnly } from "../sessionOnly.ts"

const bySession = (caller: Caller) => sessionOnly(caller, messages.sessionsBySession)

/** Returns the session if the person has recently signed in or confirmed their identity. */
const recently = (caller: Caller) => Effect.tap(bySession(caller), recentSignIn)

/** Works like {@link recently}, but also requires a confirmed email address. */
const asOwner = Effect.fnUntraced(function* (caller: Caller) {
  const session = yield* recently(caller)
  return session.isEmailConfirmed ? session : yield* unconfirmed()
})

const unconfirmed = () => Effect.fail(new Forbidden({ message: messages.addressUnconfirmed }))

const state = Effect.fnUntraced(function* (caller: Caller) {
  yield* bySession(caller)
  const { enabledAt, isRequired, recoveryCodes } = yield* (yield* SecondFactors).stateFor(caller.viewer)
  return {
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: recoveryCodes,
    isRequired
  } satisfies SecondFactorRecord
})

const setUp = Effect.fn("setUpSecondFactor")(function* (caller: Caller) {
  const { email } = yield* asOwner(caller)
  const { qrCode, secret, token: setupToken, uri } = yield* beginSetup(caller.viewer.userKey, email)
  return { secret, uri, qrCode, setupToken }
})

const confirm = Effect.fn("confirmSecondFactor")(function* (caller: Caller, { code, setupToken }: ConfirmSecondFactor) {
  const { request } = yield* asOwner(caller)
  const result = yield* confirmSetup(request, caller.viewer, { code, token: setupToken })
  if (result._tag === "Expired") return yield* new BadRequest({ message: messages.secondFactorExpired })
  if (result._tag === "WrongCode") return yield* new BadRequest({ message: messages.secondFactorAppCode })
  if (result._tag === "Unconfirmed") return yield* unconfirmed()
  return new AnswerWithHeaders(ok({ recoveryCodes: result.recoveryCodes }), result.headers)
})

const absent = () => new NotFound({ message: messages.secondFactorAbsent })

const renewCodes = Effect.fn("renewRecoveryCodes")(function* (caller: Caller) {
  yield* recently(caller)
  const recoveryCodes = yield* renewRecoveryCodes(caller.viewer.userKey)
  return recoveryCodes === null ? yield* absent() : { recoveryCodes }
})

const remove = Effect.fn("removeSecondFactor")(function* (caller: Caller) {
  yield* recently(caller)
  const result = yield* removeSecondFactor(caller.viewer.userKey)
  if (result === "Absent") return yield* absent()
  if (result === "Required") return yield* new BadRequest({ message: messages.secondFactorKept })
  return { removed: true } as const
})

const require = Effect.fn("requireSecondFactor")(function* (caller: Caller, { isRequired }: RequireSecondFactor) {
  yield* bySession(caller)
  yield* ownerOnly(caller)
  yield* recently(caller)
  if (!(yield* (yield* SecondFactors).setRequired(caller.viewer, isRequired)))
    return yield* new BadRequest({ message: messages.secondFactorOwnFirst })
  return yield* state(caller)
})

export const secondFactorHandlers: GroupHandlers<"secondFactor"> = {
  get: ({ caller }) => Effect.map(state(caller), ok),
  setUp: ({ caller }) => Effect.map(setUp(caller), ok),
  confirm: ({ caller, payload }) => confirm(caller, payload),
  renewCodes: ({ caller }) => Effect.map(renewCodes(caller), ok),
  remove: ({ caller }) => Effect.map(remove(caller), ok),
  require: ({ caller, payload }) => Effect.map(require(caller, payload), ok)
}
