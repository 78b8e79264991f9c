import { parseAddress } from "@mon/alerts"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { askForLink } from "../../auth/askForLink.ts"
import { mailSender } from "../../auth/Letter.ts"
import { sentOrStored } from "../../auth/storedMail.ts"
import { type FormError, errorSummary, field, lineOf, titled, tooMany } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { browserLanguage } from "../page/language.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { card } from "./passwordForm.ts"
import { providerSignIn } from "./providerForm.ts"
import type { PeopleServices } from "./services.ts"
import { type SignInWords, signInWords } from "./signInWords.ts"
import { signUpRefusal } from "./signUpRefusal.ts"

interface PageText {
  readonly kind: "signup" | "reset"
  readonly path: string
  readonly action: string
}

const texts = {
  signup: { kind: "signup", path: "/signup", action: "signup.requestLink" },
  reset: { kind: "reset", path: "/reset", action: "password.requestLink" }
} as const satisfies Record<string, PageText>

const below = (kind: PageText["kind"], words: SignInWords): Html =>
  kind === "signup"
    ? html`<p>${words.haveAccount} <a href="/signin">${words.signIn}</a></p>`
    : html`<p><a href="/signin">${words.backToSignIn}</a></p>`

interface Shown {
  readonly email?: string
  readonly status?: number
  readonly errors?: ReadonlyArray<FormError>
  readonly headers?: Readonly<Record<string, string>>
}

const show = Effect.fnUntraced(function* (
  request: PageRequest,
  { kind, path }: PageText,
  { email = "", errors = [], headers = {}, status = 200 }: Shown = {}
) {
  const language = browserLanguage(request)
  const words = signInWords[language]
  const { button, lead, title } = words.ask[kind]
  const provider = kind === "signup" ? yield* providerSignIn(words.continueWith, "/") : null
  return page({
    title: titled(title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, null),
    body: card(
      title,
      html`${errorSummary(errors, language)}
        <p>${lead}</p>
        <form method="post" action="${path}">
          ${field({ name: "email", label: words.email, type: "email", autocomplete: "email", value: email, maxLength: 254 }, errors)}
          <button type="submit">${button}</button>
        </form>
        ${provider} ${below(kind, words)}`
    )
  })
})

const submitAddress = Effect.fnUntraced(function* (request: PageRequest, text: PageText) {
  const language = browserLanguage(request)
  const mistyped: FormError = { field: "email", message: signInWords[language].mistyped }
  const typed = lineOf(yield* request.form, "email")
  const email = parseAddress(typed)
  if (email === null) return yield* show(request, text, { email: typed, status: 400, errors: [mistyped] })
  const seconds = yield* askForLink(text.kind, request, { to: email, language }, yield* mailSender)
  return seconds === 0
    ? seeOther(`${text.path}/sent`)
    : yield* show(request, text, { email: typed, status: 429, ...tooMany(seconds, language) })
})

const refusalOf = (request: PageRequest, { kind }: PageText) =>
  kind === "signup" ? signUpRefusal(request) : Effect.succeed(null)

const sentPage = Effect.fnUntraced(function* (request: PageRequest, { kind, path }: PageText) {
  const language = browserLanguage(request)
  const { ask, check, noEmail } = signInWords[language]
  const [before, again] = noEmail
  return page({
    title: check,
    language,
    frame: frameOf(request, null),
    body: card(
      check,
      html`<p>${yield* sentOrStored(ask[kind].sent, language)}</p>
        <p>${before} <a href="${path}">${again}</a>.</p>`
    )
  })
})

const endpointsOf = (text: PageText): ReadonlyArray<PageEndpoint<PeopleServices>> => [
  {
    method: "GET",
    path: text.path,
    handle: Effect.fnUntraced(function* (request) {
      return (yield* refusalOf(request, text)) ?? (yield* show(request, text))
    })
  },
  {
    method: "POST",
    path: text.path,
    action: text.action,
    admit: Effect.fnUntraced(function* (request) {
      const refused = yield* refusalOf(request, text)
      return (
        refused ?? { actor: { kind: "visitor" }, accountId: null, target: null, submit: submitAddress(request, text) }
      )
    })
  },
  {
    method: "GET",
    path: `${text.path}/sent`,
    handle: (request) => sentPage(request, text)
  }
]

export const askForLinkEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [
  ...endpointsOf(texts.signup),
  ...endpointsOf(texts.reset)
]
