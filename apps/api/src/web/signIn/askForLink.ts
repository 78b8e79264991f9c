import { parseAddress } from "@mon/alerts"
import { Effect } from "effect"
import { askForLink } from "../../auth/askForLink.ts"
import { mailSender } from "../../auth/Letter.ts"
import { type FormError, errorSummary, field, lineOf, titled, tooMany } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { html, type Html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { card } from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"
import { signUpRefusal } from "./signUpRefusal.ts"

interface PageText {
  readonly kind: "signup" | "reset"
  readonly path: string
  readonly action: string
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly below: Html
  readonly sent: string
}

const texts = {
  signup: {
    kind: "signup",
    path: "/signup",
    action: "signup.requestLink",
    title: "Create an account",
    lead: "Enter your email address. We will send you a link to choose a password.",
    button: "Send the link",
    below: html`<p>Have an account? <a href="/signin">Sign in</a></p>`,
    sent: "If the address is correct, an email is on its way. Its link expires in 24 hours."
  },
  reset: {
    kind: "reset",
    path: "/reset",
    action: "password.requestLink",
    title: "Set a new password",
    lead: "Enter the email address of your account. We will send you a link to choose a new password.",
    button: "Send the link",
    below: html`<p><a href="/signin">Back to sign-in</a></p>`,
    sent: "If the address has an account, an email is on its way. Its link expires in one hour. If you asked several times, use the newest email."
  }
} as const satisfies Record<string, PageText>

interface Shown {
  readonly email?: string
  readonly status?: number
  readonly errors?: ReadonlyArray<FormError>
  readonly headers?: Readonly<Record<string, string>>
}

const show = (
  request: PageRequest,
  { below, button, lead, path, title }: PageText,
  { email = "", errors = [], headers = {}, status = 200 }: Shown = {}
) =>
  page({
    title: titled(title, errors),
    status,
    headers,
    frame: frameOf(request, null),
    body: card(
      title,
      html`${errorSummary(errors)}
        <p>${lead}</p>
        <form method="post" action="${path}">
          ${field({ name: "email", label: "Email address", type: "email", autocomplete: "email", value: email, maxLength: 254 }, errors)}
          <button type="submit">${button}</button>
        </form>
        ${below}`
    )
  })

const mistyped: FormError = { field: "email", message: "Enter an email address such as ann@example.com." }

const submitAddress = Effect.fnUntraced(function* (request: PageRequest, text: PageText) {
  const typed = lineOf(yield* request.form, "email")
  const email = parseAddress(typed)
  if (email === null) return show(request, text, { email: typed, status: 400, errors: [mistyped] })
  const seconds = yield* askForLink(text.kind, request, email, yield* mailSender)
  return seconds === 0
    ? seeOther(`${text.path}/sent`)
    : show(request, text, { email: typed, status: 429, ...tooMany(seconds) })
})

/** Why this person may not ask for the link, as a page. */
const refusalOf = (request: PageRequest, { kind }: PageText) =>
  kind === "signup" ? signUpRefusal(request) : Effect.succeed(null)

const routesOf = (text: PageText): ReadonlyArray<PageRoute<PeopleServices>> => [
  {
    method: "GET",
    path: text.path,
    handle: (request) => Effect.map(refusalOf(request, text), (refused) => refused ?? show(request, text))
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
    handle: (request) =>
      Effect.succeed(
        page({
          title: "Check your email",
          frame: frameOf(request, null),
          body: card(
            "Check your email",
            html`<p>${text.sent}</p>
              <p>No email? Check your spam folder, or <a href="${text.path}">try again</a>.</p>`
          )
        })
      )
  }
]

export const askForLinkRoutes: ReadonlyArray<PageRoute<PeopleServices>> = [
  ...routesOf(texts.signup),
  ...routesOf(texts.reset)
]
