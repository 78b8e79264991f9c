import { Accounts, SecondFactors } from "@mon/core-store"
import { Effect } from "effect"
import { anySession, type Session } from "../../../auth/currentSession.ts"
import {
  beginSetup,
  confirmSetup,
  removeSecondFactor,
  renewRecoveryCodes,
  repeatSetup
} from "../../../auth/secondFactor/change.ts"
import { SECOND_FACTOR_PATH } from "../../page/dashboardPaths.ts"
import type { FormError } from "../../page/Form.ts"
import { browserLanguage } from "../../page/language.ts"
import { seeOther } from "../../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../../page/PageEndpoint.ts"
import { sessionForm, toSignIn } from "../../page/session.ts"
import type { PeopleServices } from "../../signIn/services.ts"
import { requireRecentSignIn } from "../recentSignIn.ts"
import { secondFactorWords } from "./words.ts"
import { appCodeName, recoveryCodesPage, secondFactorPaths, setupPage, statePage } from "./pages.ts"

const doneIn = (request: PageRequest): string | undefined => {
  const { done } = secondFactorWords[browserLanguage(request)]
  const known: ReadonlyMap<string, string> = new Map([
    ["off", done.off],
    ["required", done.required],
    ["optional", done.optional]
  ])
  return known.get(request.query.get("done") ?? "")
}

interface Shown {
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
}

const show = Effect.fnUntraced(function* (request: PageRequest, session: Session, shown: Shown = {}) {
  const state = yield* (yield* SecondFactors).stateFor(session.viewer)
  const { timezone } = yield* (yield* Accounts).settings(session.viewer)
  return statePage(request, session, state, timezone, { message: doneIn(request), ...shown })
})

const errorsIn = (request: PageRequest) => secondFactorWords[browserLanguage(request)].errors

const refused = (message: string): Shown => ({ status: 400, errors: [{ field: null, message }] })

const unconfirmed = (request: PageRequest, session: Session) =>
  show(request, session, { ...refused(errorsIn(request).unconfirmed), status: 403 })

const setUp = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  if (!session.isEmailConfirmed) return yield* unconfirmed(request, session)
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const setup = yield* beginSetup(session.viewer.userKey, session.email)
  return setupPage(request, session, setup, { headers: proof.headers })
})

const confirm = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  if (!session.isEmailConfirmed) return yield* unconfirmed(request, session)
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const { userKey } = session.viewer
  const token = form.get("token") ?? ""
  const result = yield* confirmSetup(request, session.viewer, { token, code: form.get(appCodeName) ?? "" })
  if (result._tag === "Enabled") {
    const enrolled = { ...session, mustEnrol: false }
    const message = secondFactorWords[browserLanguage(request)].done.on
    return recoveryCodesPage(request, enrolled, result.recoveryCodes, { message, headers: result.headers })
  }
  if (result._tag === "Unconfirmed") return yield* unconfirmed(request, session)
  const again = result._tag === "WrongCode" ? yield* repeatSetup(userKey, session.email, token) : null
  return again === null
    ? yield* show(request, session, refused(errorsIn(request).expired))
    : setupPage(request, session, again, {
        headers: proof.headers,
        status: 400,
        errors: [{ field: appCodeName, message: errorsIn(request).wrongCode }]
      })
})

const newCodes = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const codes = yield* renewRecoveryCodes(session.viewer.userKey)
  return codes === null
    ? seeOther(SECOND_FACTOR_PATH, proof.headers)
    : recoveryCodesPage(request, session, codes, { headers: proof.headers })
})

const remove = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const result = yield* removeSecondFactor(session.viewer.userKey)
  return result === "Required"
    ? yield* show(request, session, refused(errorsIn(request).kept))
    : seeOther(`${SECOND_FACTOR_PATH}?done=off`, proof.headers)
})

const setRequirement = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  if (session.principal.role !== "owner")
    return yield* show(request, session, { ...refused(errorsIn(request).ownerOnly), status: 403 })
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const isRequired = form.get("required") === "yes"
  return (yield* (yield* SecondFactors).setRequired(session.viewer, isRequired))
    ? seeOther(`${SECOND_FACTOR_PATH}?done=${isRequired ? "required" : "optional"}`, proof.headers)
    : yield* show(request, session, refused(errorsIn(request).ownFirst))
})

const factorOf = Effect.fnUntraced(function* ({ viewer }: Session) {
  const { enabledAt, isRequired } = yield* (yield* SecondFactors).stateFor(viewer)
  return { enabledAt, isRequired }
})

/** The pages of the second factor. People who still have to set up a required second factor can also open them. */
export const secondFactorEndpoints: ReadonlyArray<PageEndpoint<PeopleServices | Accounts>> = [
  {
    method: "GET",
    path: SECOND_FACTOR_PATH,
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* anySession(request)
      return session === null ? toSignIn(request) : yield* show(request, session)
    })
  },
  sessionForm(secondFactorPaths.setUp, "secondFactor.setUp", setUp, { find: anySession }),
  sessionForm(secondFactorPaths.confirm, "secondFactor.confirm", confirm, { find: anySession, observe: factorOf }),
  sessionForm(secondFactorPaths.recoveryCodes, "secondFactor.renewCodes", newCodes),
  sessionForm(secondFactorPaths.remove, "secondFactor.remove", remove, { observe: factorOf }),
  sessionForm(secondFactorPaths.requirement, "secondFactor.require", setRequirement, { observe: factorOf })
]
