import { sessionSeconds } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Session } from "../../auth/currentSession.ts"
import { checkPassword } from "../../auth/signIn.ts"
import type { HttpResponse, ResponseHeaders } from "../../http/HttpResponse.ts"
import { attributes, type FormError, errorSummary, field, titled, tooMany } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { frameOf } from "../page/session.ts"
import { addressShown, card } from "../signIn/passwordForm.ts"

/** Whether the person signed in recently, and the headers of the response if the session was renewed. */
export type Proof =
  | { readonly _tag: "Recent"; readonly headers: ResponseHeaders }
  | { readonly _tag: "Asked"; readonly response: HttpResponse }

interface Shown {
  readonly status?: number
  readonly errors?: ReadonlyArray<FormError>
  readonly headers?: ResponseHeaders
}

/** The fields of the form that is sent again. */
const repeated = (form: URLSearchParams): ReadonlyArray<Html> =>
  [...form].flatMap(([name, value]) =>
    name === "password" ? [] : [html`<input${attributes({ type: "hidden", name, value })}>`]
  )

const TITLE = "Confirm that it is you"

/** Asks for the password and then sends the same form again. */
const ask = (
  request: PageRequest,
  session: Session,
  form: URLSearchParams,
  { errors = [], headers = {}, status = 403 }: Shown = {}
): Proof => ({
  _tag: "Asked",
  response: page({
    title: titled(TITLE, errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      TITLE,
      html`${errorSummary(errors)}
        <p>You signed in more than ${sessionSeconds.recent / 60} minutes ago. Enter your password to continue.</p>
        <form method="post" action="${request.context.path}">
          ${repeated(form)}${addressShown(session.email)}
          ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" }, errors)}
          <button type="submit">Continue</button>
        </form>
        <p><a href="/settings">Back to settings</a> · <a href="/reset">Forgot your password?</a></p>`
    )
  })
})

const wrong: FormError = { field: "password", message: "The password is incorrect." }

/** Requires a sign-in within the last 15 minutes. A form without one is answered with a form for the password. */
export const requireRecentSignIn = Effect.fn("requireRecentSignIn")(function* (
  request: PageRequest,
  session: Session,
  form: URLSearchParams
) {
  if (session.signedInSeconds < sessionSeconds.recent) return { _tag: "Recent", headers: {} } satisfies Proof
  const password = form.get("password")
  if (password === null) return ask(request, session, form)
  const result = yield* checkPassword(request, session.email, password.slice(0, 1_024))
  if (result._tag === "Wait") return ask(request, session, form, { status: 429, ...tooMany(result.seconds) })
  if (result._tag === "Wrong") return ask(request, session, form, { status: 400, errors: [wrong] })
  const headers = yield* beginSession(request, session.viewer.userKey, session.viewer.membershipKey)
  return { _tag: "Recent", headers: headers ?? {} } satisfies Proof
})
