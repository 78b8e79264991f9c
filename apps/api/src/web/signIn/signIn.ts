import { Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import { currentSession, sessionTokenOf } from "../../auth/currentSession.ts"
import { dropSession } from "../../auth/SessionCookie.ts"
import { checkPassword } from "../../auth/signIn.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { actorOf } from "../../http/change.ts"
import { type FormError, errorSummary, field, lineOf, notice, titled, tooMany } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { card } from "./passwordForm.ts"
import { returnPath } from "./returnPath.ts"
import type { PeopleServices } from "./services.ts"

const done: Readonly<Record<string, string>> = {
  signedout: "You are signed out.",
  ended: "Please sign in again."
}

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
  return page({
    title: titled("Sign in", errors),
    status,
    headers,
    frame: frameOf(request, null),
    body: card(
      "Sign in",
      html`${errorSummary(errors)}${notice(done[request.query.get("done") ?? ""])}
        <form method="post" action="/signin">
          <input type="hidden" name="next" value="${next}" />
          ${field({ name: "email", label: "Email address", type: "email", autocomplete: "username", value: email, maxLength: 254 }, errors)}
          ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" }, errors)}
          <button type="submit">Sign in</button>
        </form>
        <p><a href="/reset">Forgot your password?</a>${offersSignUp ? html` · <a href="/signup">Create an account</a>` : null}</p>`
    )
  })
})

const showSignIn: PageRoute<PeopleServices> = {
  method: "GET",
  path: "/signin",
  handle: Effect.fnUntraced(function* (request) {
    const next = returnPath(request.query.get("next"))
    return (yield* currentSession(request)) === null ? yield* show(request, { next }) : seeOther(next)
  })
}

const wrong: FormError = { field: null, message: "The email address or the password is incorrect." }
const withoutAccount = Effect.gen(function* () {
  const message = (yield* (yield* SignUpPolicy).isOffered)
    ? "You no longer belong to an account. Sign up to create your own."
    : "You no longer belong to an account. Ask the owner of the account to invite you again."
  return { field: null, message } satisfies FormError
})

const submitSignIn = Effect.fnUntraced(function* (request: PageRequest) {
  const form = yield* request.form
  const email = lineOf(form, "email")
  const next = returnPath(form.get("next"))
  const result = yield* checkPassword(request, email, (form.get("password") ?? "").slice(0, 1_024))
  if (result._tag === "Wait") return yield* show(request, { email, next, status: 429, ...tooMany(result.seconds) })
  if (result._tag === "Wrong") return yield* show(request, { email, next, status: 400, errors: [wrong] })
  const cookie = yield* beginSession(request, result.userKey)
  return cookie === null
    ? yield* show(request, { email, next, status: 403, errors: [yield* withoutAccount] })
    : seeOther(next, cookie)
})

const signIn: PageRoute<PeopleServices> = {
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

const signOut: PageRoute<PeopleServices> = {
  method: "POST",
  path: "/signout",
  action: "session.close",
  admit: Effect.fnUntraced(function* (request) {
    const session = yield* currentSession(request)
    return {
      actor: session === null ? { kind: "visitor" } : actorOf("session", session.principal),
      accountId: session?.principal.accountId ?? null,
      target: null,
      submit: closeSession(request)
    }
  })
}

export const signInRoutes: ReadonlyArray<PageRoute<PeopleServices>> = [showSignIn, signIn, signOut]
