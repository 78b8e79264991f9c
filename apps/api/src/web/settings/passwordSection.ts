import { People } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Session } from "../../auth/currentSession.ts"
import { checkIdentity } from "../../auth/checkIdentity.ts"
import { changePassword } from "../../auth/useLink.ts"
import { type FormError, field, tooMany } from "../page/Form.ts"
import type { ResponseHeaders } from "../../http/HttpResponse.ts"
import { html, type Html } from "../page/Html.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { SECOND_FACTOR_PATH, SIGN_IN_PATH } from "../page/dashboardPaths.ts"
import { codeField, codeFieldName, wrongCode } from "../signIn/codeForm.ts"
import { keysOffer, newPasswordErrors, newPasswordField, newPasswordOf } from "../signIn/passwordForm.ts"

interface PasswordFacts {
  readonly hasPassword: boolean
  /** The number of API keys of the person, in all accounts. */
  readonly liveKeys: number
}

/** Changes the password, which requires the current one. */
export const passwordSection = (
  { email, hasSecondFactor }: Session,
  { hasPassword, liveKeys }: PasswordFacts,
  errors: ReadonlyArray<FormError>
): Html =>
  html`<section aria-labelledby="password-title">
    <h2 id="password-title">Password</h2>
    ${
      hasPassword
        ? html`<form method="post" action="/settings/password">
              <input
                type="email"
                name="username"
                autocomplete="username"
                value="${email}"
                class="hidden"
                tabindex="-1"
                aria-hidden="true"
                readonly
              />
              ${field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password" }, errors)}
              ${hasSecondFactor ? codeField(errors) : null} ${newPasswordField(errors)} ${keysOffer(liveKeys)}
              <p class="hint">You stay signed in here and will be signed out everywhere else.</p>
              <button type="submit">Change the password</button>
            </form>
            <p>
              <a href="${SECOND_FACTOR_PATH}">Two-factor sign-in</a>: ${hasSecondFactor ? "on" : "off"}.
              <a href="${SIGN_IN_PATH}">How you sign in</a>
            </p>
            <form method="post" action="/settings/sessions">
              <button class="second" type="submit">Sign out everywhere else</button>
            </form>`
        : html`<p>You have no password yet. <a href="/reset">Request a link</a> to set one. <a href="${SIGN_IN_PATH}">How you sign in</a></p>`
    }
  </section>`

type PasswordChange =
  | { readonly _tag: "Changed"; readonly headers: ResponseHeaders }
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly errors: ReadonlyArray<FormError>
      readonly headers?: ResponseHeaders
    }

const wrong: FormError = { field: "current", message: "The current password is incorrect." }

/** Changes the password and starts a new session, so that a stolen session ends. */
export const takePasswordForm = Effect.fn("takePasswordForm")(function* (
  request: PageRequest,
  { email, viewer }: Session,
  form: URLSearchParams
) {
  const wanted = newPasswordOf(form)
  const errors = newPasswordErrors(wanted.password, email)
  if (errors.length > 0) return { _tag: "Refused", status: 400, errors } satisfies PasswordChange
  const password = (form.get("current") ?? "").slice(0, 1_024)
  const result = yield* checkIdentity(request, email, { password, code: form.get(codeFieldName) })
  if (result._tag === "Wait")
    return { _tag: "Refused", status: 429, ...tooMany(result.seconds) } satisfies PasswordChange
  if (result._tag === "Wrong") return { _tag: "Refused", status: 400, errors: [wrong] } satisfies PasswordChange
  if (result._tag === "WrongCode")
    return { _tag: "Refused", status: 400, errors: [wrongCode()] } satisfies PasswordChange
  yield* changePassword(viewer.userKey, wanted)
  const { membershipKey, userKey } = viewer
  const headers = yield* beginSession(request, { userKey, membershipKey, withCode: result.withCode })
  return { _tag: "Changed", headers: headers ?? {} } satisfies PasswordChange
})

/** What the password section shows of a person. */
export const passwordFacts = Effect.fnUntraced(function* ({ viewer }: Session) {
  const people = yield* People
  const person = yield* people.findByKey(viewer.userKey)
  return {
    hasPassword: person !== null && person.passwordHash !== null,
    liveKeys: yield* people.countKeys(viewer.userKey)
  } satisfies PasswordFacts
})
