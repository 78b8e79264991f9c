import { Identities, sessionSeconds } from "@mon/core-store"
import type { Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import type { Session } from "../../auth/currentSession.ts"
import { IdentityProvider } from "../../auth/identity/IdentityProvider.ts"
import { checkIdentity } from "../../auth/checkIdentity.ts"
import type { HttpResponse, ResponseHeaders } from "../../http/HttpResponse.ts"
import { SECOND_FACTOR_PATH, SETTINGS_PATH, SIGN_IN_PATH } from "../page/dashboardPaths.ts"
import { attributes, type FormError, errorSummary, field, titled, tooMany } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { codeField, codeFieldName, wrongCode } from "../signIn/codeForm.ts"
import { addressShown, card } from "../signIn/passwordForm.ts"
import { providerButton, providerPaths } from "../signIn/providerForm.ts"
import { recentSignInWords } from "./recentSignInWords.ts"

/**
 * The proof of a recent sign-in, with the response headers if the session was renewed, or the response that asks for a
 * sign-in.
 */
type Proof =
  | { readonly _tag: "Recent"; readonly headers: ResponseHeaders }
  | { readonly _tag: "Asked"; readonly response: HttpResponse }

interface Shown {
  readonly status?: number
  readonly errors?: ReadonlyArray<FormError>
  readonly headers?: ResponseHeaders
}

/** Renders the fields of a form as hidden fields, so that the form can be sent again. */
const repeated = (form: URLSearchParams): ReadonlyArray<Html> =>
  [...form].flatMap(([name, value]) =>
    name === "password" || name === codeFieldName ? [] : [html`<input${attributes({ type: "hidden", name, value })}>`]
  )

const pageOfForm = (path: string): string =>
  [SECOND_FACTOR_PATH, SIGN_IN_PATH].find((one) => path.startsWith(one)) ?? SETTINGS_PATH

/** Renders a button to sign in again with the identity provider. Null: the person has no linked identity. */
const providerOffer = Effect.fnUntraced(function* (request: PageRequest, { viewer }: Session) {
  const { again, or } = recentSignInWords[browserLanguage(request)]
  const provider = yield* IdentityProvider
  const identities = provider === null ? [] : yield* (yield* Identities).list(viewer.userKey)
  return provider === null || !identities.some(provider.issues)
    ? null
    : html`<p>${or}</p>
        ${providerButton(providerPaths.again, again(provider.name), { next: pageOfForm(request.context.path) })}`
})

const reasonOf = ({ hasSecondFactor, signedInSeconds }: Session, language: Language): string => {
  const { enter, recent } = recentSignInWords[language]
  return Number.isFinite(signedInSeconds) ? recent(sessionSeconds.recent / 60, hasSecondFactor) : enter(hasSecondFactor)
}

/** Renders a page that asks for the password, and then sends the same form again. */
const ask = Effect.fnUntraced(function* (
  request: PageRequest,
  session: Session,
  form: URLSearchParams,
  { errors = [], headers = {}, status = 403 }: Shown = {}
) {
  const language = browserLanguage(request)
  const { back, forgotten, password, proceed, title } = recentSignInWords[language]
  const offer = yield* providerOffer(request, session)
  const response = page({
    title: titled(title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      title,
      html`${errorSummary(errors, language)}
        <p>${reasonOf(session, language)}</p>
        <form method="post" action="${request.context.path}">
          ${repeated(form)}${addressShown(session.email, language)}
          ${field({ name: "password", label: password, type: "password", autocomplete: "current-password" }, errors, language)}
          ${session.hasSecondFactor ? codeField(errors, { language }) : null}
          <button type="submit">${proceed}</button>
        </form>
        ${offer}
        <p><a href="${SETTINGS_PATH}">${back}</a> · <a href="/reset">${forgotten}</a></p>`
    )
  })
  return { _tag: "Asked", response } satisfies Proof
})

const wrongPassword = (language: Language): FormError => ({
  field: "password",
  message: recentSignInWords[language].wrong
})

/** Requires a sign-in within the last 15 minutes. Otherwise, responds with a form that asks for the password. */
export const requireRecentSignIn = Effect.fn("requireRecentSignIn")(function* (
  request: PageRequest,
  session: Session,
  form: URLSearchParams
) {
  if (session.signedInSeconds < sessionSeconds.recent) return { _tag: "Recent", headers: {} } satisfies Proof
  const password = form.get("password")
  if (password === null) return yield* ask(request, session, form)
  const code = form.get(codeFieldName)
  const language = browserLanguage(request)
  const result = yield* checkIdentity(request, session.email, { password: password.slice(0, 1_024), code })
  if (result._tag === "Wait")
    return yield* ask(request, session, form, { status: 429, ...tooMany(result.seconds, language) })
  if (result._tag === "Wrong")
    return yield* ask(request, session, form, { status: 400, errors: [wrongPassword(language)] })
  if (result._tag === "WrongCode")
    return yield* ask(request, session, form, { status: 400, errors: [wrongCode(language)] })
  const { membershipKey, userKey } = session.viewer
  const { person, withCode } = result
  const proof = { passwordHash: person.passwordHash }
  const headers = yield* beginSession(request, { userKey, membershipKey, proof, withCode })
  return { _tag: "Recent", headers: headers ?? {} } satisfies Proof
})
