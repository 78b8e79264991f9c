import { People } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Session } from "../../auth/currentSession.ts"
import { mailSender } from "../../auth/Letter.ts"
import { checkPassword } from "../../auth/signIn.ts"
import { changePassword } from "../../auth/useLink.ts"
import { type FormError, field, tooMany } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { newPasswordErrors, newPasswordField } from "../signIn/passwordForm.ts"

/** Changes the password, which requires the current one. */
export const passwordSection = ({ email }: Session, hasPassword: boolean, errors: ReadonlyArray<FormError>): Html =>
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
              ${newPasswordField(errors)}
              <p class="hint">You stay signed in here and will be signed out everywhere else.</p>
              <button type="submit">Change the password</button>
            </form>
            <form method="post" action="/settings/sessions">
              <button class="second" type="submit">Sign out everywhere else</button>
            </form>`
        : html`<p>You have no password yet. <a href="/reset">Request a link</a> to set one.</p>`
    }
  </section>`

type PasswordChange =
  | { readonly _tag: "Changed"; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly errors: ReadonlyArray<FormError>
      readonly headers?: Readonly<Record<string, string>>
    }

const wrong: FormError = { field: "current", message: "The current password is incorrect." }

/** Changes the password and starts a new session, so that a stolen session ends. */
export const takePasswordForm = Effect.fn("takePasswordForm")(function* (
  request: PageRequest,
  { email, viewer }: Session,
  form: URLSearchParams
) {
  const password = form.get("password") ?? ""
  const errors = newPasswordErrors(password, email)
  if (errors.length > 0) return { _tag: "Refused", status: 400, errors } satisfies PasswordChange
  const result = yield* checkPassword(email, (form.get("current") ?? "").slice(0, 1_024), request.clientAddress)
  if (result._tag === "Wait")
    return { _tag: "Refused", status: 429, ...tooMany(result.seconds) } satisfies PasswordChange
  if (result._tag === "Wrong") return { _tag: "Refused", status: 400, errors: [wrong] } satisfies PasswordChange
  yield* changePassword({ userKey: viewer.userKey, email }, password, yield* mailSender)
  const headers = yield* beginSession(request, viewer.userKey, viewer.membershipKey)
  return { _tag: "Changed", headers: headers ?? {} } satisfies PasswordChange
})

/** Whether a person has set a password. */
export const hasPassword = Effect.fnUntraced(function* ({ viewer }: Session) {
  const person = yield* (yield* People).findByKey(viewer.userKey)
  return person !== null && person.passwordHash !== null
})
