import { Identities, sessionSeconds } from "@mon/core-store"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Session } from "../../auth/currentSession.ts"
import { IdentityProvider } from "../../auth/identity/IdentityProvider.ts"
import { checkIdentity } from "../../auth/checkIdentity.ts"
import type { HttpResponse, ResponseHeaders } from "../../http/HttpResponse.ts"
import { SECOND_FACTOR_PATH, SETTINGS_PATH, SIGN_IN_PATH } from "../page/dashboardPaths.ts"
import { attributes, type FormError, errorSummary, field, titled, tooMany } from "../page/Form.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { codeField, codeFieldName, wrongCode } from "../signIn/codeForm.ts"
import { addressShown, card } from "../signIn/passwordForm.ts"
import { providerButton, providerPaths } from "../signIn/providerForm.ts"

/** Whether the person signed in recently, and the headers of the response if the session was renewed. */
type Proof =
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
    name === "password" || name === codeFieldName ? [] : [html`<input${attributes({ type: "hidden", name, value })}>`]
  )

const TITLE = "Confirm it is you"

/** The page with the form that is sent again. */
const pageOfForm = (path: string): string =>
  [SECOND_FACTOR_PATH, SIGN_IN_PATH].find((one) => path.startsWith(one)) ?? SETTINGS_PATH

/** Offers to sign in again with the identity provider. Null without a linked identity. */
const providerOffer = Effect.fnUntraced(function* ({ context }: PageRequest, { viewer }: Session) {
  const provider = yield* IdentityProvider
  const identities = provider === null ? [] : yield* (yield* Identities).list(viewer.userKey)
  return provider === null || !identities.some(provider.issues)
    ? null
    : html`<p>Or sign in again, then repeat what you wanted to do.</p>
        ${providerButton(providerPaths.again, `Sign in again with ${provider.name}`, { next: pageOfForm(context.path) })}`
})

const reasonOf = ({ hasSecondFactor, signedInSeconds }: Session): string => {
  const enter = `Enter your password${hasSecondFactor ? " and a code" : ""} to continue.`
  return Number.isFinite(signedInSeconds)
    ? `You signed in more than ${sessionSeconds.recent / 60} minutes ago. ${enter}`
    : enter
}

/** Asks for the password and then sends the same form again. */
const ask = Effect.fnUntraced(function* (
  request: PageRequest,
  session: Session,
  form: URLSearchParams,
  { errors = [], headers = {}, status = 403 }: Shown = {}
) {
  const offer = yield* providerOffer(request, session)
  const response = page({
    title: titled(TITLE, errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      TITLE,
      html`${errorSummary(errors)}
        <p>${reasonOf(session)}</p>
        <form method="post" action="${request.context.path}">
          ${repeated(form)}${addressShown(session.email)}
          ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" }, errors)}
          ${session.hasSecondFactor ? codeField(errors) : null}
          <button type="submit">Continue</button>
        </form>
        ${offer}
        <p><a href="${SETTINGS_PATH}">Back to settings</a> · <a href="/reset">Forgot your password?</a></p>`
    )
  })
  return { _tag: "Asked", response } satisfies Proof
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
  if (password === null) return yield* ask(request, session, form)
  const code = form.get(codeFieldName)
  const result = yield* checkIdentity(request, session.email, { password: password.slice(0, 1_024), code })
  if (result._tag === "Wait") return yield* ask(request, session, form, { status: 429, ...tooMany(result.seconds) })
  if (result._tag === "Wrong") return yield* ask(request, session, form, { status: 400, errors: [wrong] })
  if (result._tag === "WrongCode") return yield* ask(request, session, form, { status: 400, errors: [wrongCode()] })
  const { membershipKey, userKey } = session.viewer
  const { person, withCode } = result
  const proof = { passwordHash: person.passwordHash }
  const headers = yield* beginSession(request, { userKey, membershipKey, proof, withCode })
  return { _tag: "Recent", headers: headers ?? {} } satisfies Proof
})
