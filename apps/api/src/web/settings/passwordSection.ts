import { People } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Session } from "../../auth/currentSession.ts"
import { mailSender } from "../../auth/Letter.ts"
import { checkPassword } from "../../auth/signIn.ts"
import { changePassword } from "../../auth/useLink.ts"
import { type Fault, field, tooMany } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { newPasswordFaults, newPasswordField } from "../signIn/passwordForm.ts"

/** The password: changed by who knows the present one. */
export const passwordSection = ({ email }: Session, hasPassword: boolean, faults: ReadonlyArray<Fault>): Html =>
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
              ${field({ name: "current", label: "Present password", type: "password", autocomplete: "current-password" }, faults)}
              ${newPasswordField(faults)}
              <p class="hint">You stay signed in here and are signed out everywhere else.</p>
              <button type="submit">Change the password</button>
            </form>
            <form method="post" action="/settings/sessions">
              <button class="second" type="submit">Sign out everywhere else</button>
            </form>`
        : html`<p>You have no password yet. <a href="/reset">Have a link mailed</a> to set one.</p>`
    }
  </section>`

type PasswordChange =
  | { readonly _tag: "Changed"; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly faults: ReadonlyArray<Fault>
      readonly headers?: Readonly<Record<string, string>>
    }

const wrong: Fault = { field: "current", message: "The present password is not right." }

/** Changes the password and signs in anew, so that a stolen session is dead. */
export const takePasswordForm = Effect.fn("takePasswordForm")(function* (
  request: PageRequest,
  { email, viewer }: Session,
  form: URLSearchParams
) {
  const password = form.get("password") ?? ""
  const faults = newPasswordFaults(password, email)
  if (faults.length > 0) return { _tag: "Refused", status: 400, faults } satisfies PasswordChange
  const result = yield* checkPassword(email, (form.get("current") ?? "").slice(0, 1_024), request.clientAddress)
  if (result._tag === "Wait")
    return { _tag: "Refused", status: 429, ...tooMany(result.seconds) } satisfies PasswordChange
  if (result._tag === "Wrong") return { _tag: "Refused", status: 400, faults: [wrong] } satisfies PasswordChange
  yield* changePassword({ userKey: viewer.userKey, email }, password, yield* mailSender)
  const headers = yield* beginSession(request, viewer.userKey, viewer.membershipKey)
  return { _tag: "Changed", headers: headers ?? {} } satisfies PasswordChange
})

/** Whether somebody can sign in with a password. */
export const hasPassword = Effect.fnUntraced(function* ({ viewer }: Session) {
  const person = yield* (yield* People).findByKey(viewer.userKey)
  return person !== null && person.passwordHash !== null
})
