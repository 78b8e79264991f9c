import { Sessions } from "@mon/core-store"
import { html } from "@mon/status-page"
import { Effect } from "effect"
import { passFirstFactor } from "../../auth/beginSession.ts"
import { anySession, sessionTokenOf } from "../../auth/currentSession.ts"
import { dropSession } from "../../auth/SessionCookie.ts"
import { checkPassword } from "../../auth/signIn.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { actorOf } from "../../http/change.ts"
import { type FormError, errorSummary, field, lineOf, notice, titled, tooMany } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { browserLanguage } from "../page/language.ts"
import { ACCOUNT_PATH, SECOND_FACTOR_PATH } from "../page/dashboardPaths.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { card } from "./passwordForm.ts"
import { codePath } from "./codeForm.ts"
import { providerSignIn } from "./providerForm.ts"
import { returnPath } from "./returnPath.ts"
import type { PeopleServices } from "./services.ts"
import { signInWords } from "./signInWords.ts"

interface Shown {
  readonly email?: string
  readonly next?: string
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const show = Effect.fnUntraced(function* (
  request: PageRequest,
  { email = "", errors = [], headers = {}, next = "/", status = 200 }: Shown = {}
) {
  const offersSignUp = yield* (yield* SignUpPolicy).isOffered
  const language = browserLanguage(request)
  const words = signInWords[language]
  const provider = yield* providerSignIn(words.signInWith, next)
  return page({
    title: titled(words.signIn, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, null),
    body: card(
      words.signIn,
      html`${errorSummary(errors, language)}${notice(words.done.get(request.query.get("done") ?? ""))}
        <form method="post" action="/signin">
          <input type="hidden" name="next" value="${next}" />
          ${field({ name: "email", label: words.email, type: "email", autocomplete: "username", value: email, maxLength: 254 }, errors)}
          ${field({ name: "password", label: words.password, type: "password", autocomplete: "current-password" }, errors)}
          <button type="submit">${words.signIn}</button>
        </form>
        ${provider}
        <p><a href="/reset">${words.forgot}</a>${offersSignUp ? html` · <a href="/signup">${words.create}</a>` : null}</p>`
    )
  })
})

const showSignIn: PageEndpoint<PeopleServices> = {
  method: "GET",
  path: "/signin",
  handle: Effect.fnUntraced(function* (request) {
    const next = returnPath(request.query.get("next"))
    const session = yield* anySession(request)
    if (session === null) return yield* show(request, { next })
    if (session.isSuspended || session.deletesAt !== null) return seeOther(ACCOUNT_PATH)
    return seeOther(session.mustEnrol ? SECOND_FACTOR_PATH : next)
  })
}

export const withoutAccount = Effect.fnUntraced(function* (request: PageRequest) {
  const { closed, open } = signInWords[browserLanguage(request)].withoutAccount
  return { field: null, message: (yield* (yield* SignUpPolicy).isOffered) ? open : closed } satisfies FormError
})

const submitSignIn = Effect.fnUntraced(function* (request: PageRequest) {
  const form = yield* request.form
  const email = lineOf(form, "email")
  const next = returnPath(form.get("next"))
  const language = browserLanguage(request)
  const wrong: FormError = { field: null, message: signInWords[language].wrong }
  const result = yield* checkPassword(request, email, (form.get("password") ?? "").slice(0, 1_024))
  if (result._tag === "Wait")
    return yield* show(request, { email, next, status: 429, ...tooMany(result.seconds, language) })
  if (result._tag === "Wrong") return yield* show(request, { email, next, status: 400, errors: [wrong] })
  const { passwordHash, userKey } = result.person
  const entrance = yield* passFirstFactor(request, { userKey, proof: { passwordHash } })
  return entrance._tag === "NoAccount"
    ? yield* show(request, { email, next, status: 403, errors: [yield* withoutAccount(request)] })
    : seeOther(entrance._tag === "SignedIn" ? next : codePath(next), entrance.headers)
})

const signIn: PageEndpoint<PeopleServices> = {
  method: "POST",
  path: "/signin",
  action: "session.open",
  admit: (request) =>
    Effect.succeed({ actor: { kind: "visitor" }, accountId: null, target: null, submit: submitSignIn(request) })
}

const closeSession = Effect.fnUntraced(function* (request: PageRequest) {
  const token = sessionTokenOf(request)
  if (token !== null) yield* (yield* Sessions).close(token)
  return seeOther("/signin?done=signedout", dropSession(request.baseUrl))
})

const signOut: PageEndpoint<PeopleServices> = {
  method: "POST",
  path: "/signout",
  action: "session.close",
  admit: Effect.fnUntraced(function* (request) {
    const session = yield* anySession(request)
    return {
      actor: session === null ? { kind: "visitor" } : actorOf("session", session.principal),
      accountId: session?.principal.accountId ?? null,
      target: null,
      submit: closeSession(request)
    }
  })
}

export const signInEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [showSignIn, signIn, signOut]
