import { parseAddress } from "@mon/alerts"
import { Effect } from "effect"
import { askForLink } from "../../auth/askForLink.ts"
import { mailSender } from "../../auth/Letter.ts"
import { type Fault, faultSummary, field, lineOf, titled, tooMany } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { html, type Html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { card } from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"

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
    title: "Make an account",
    lead: "Tell us your address. We send a link there; with it you choose a password, and that is all.",
    button: "Send the link",
    below: html`<p>Have an account? <a href="/signin">Sign in</a></p>`,
    sent: "If the address is right, a mail is on its way. Its link works for 24 hours."
  },
  reset: {
    kind: "reset",
    path: "/reset",
    action: "password.requestLink",
    title: "Set a new password",
    lead: "Tell us the address of your account. If there is one, we send a link there; with it you choose a new password.",
    button: "Send the link",
    below: html`<p><a href="/signin">Back to signing in</a></p>`,
    sent: "If the address has an account, a mail is on its way. Its link works for one hour."
  }
} as const satisfies Record<string, PageText>

interface Shown {
  readonly email?: string
  readonly status?: number
  readonly faults?: ReadonlyArray<Fault>
  readonly headers?: Readonly<Record<string, string>>
}

const show = (
  request: PageRequest,
  { below, button, lead, path, title }: PageText,
  { email = "", faults = [], headers = {}, status = 200 }: Shown = {}
) =>
  page({
    title: titled(title, faults),
    status,
    headers,
    frame: frameOf(request, null),
    body: card(
      title,
      html`${faultSummary(faults)}
        <p>${lead}</p>
        <form method="post" action="${path}">
          ${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "email", value: email, maxLength: 254 }, faults)}
          <button type="submit">${button}</button>
        </form>
        ${below}`
    )
  })

const mistyped: Fault = { field: "email", message: "Enter an e-mail address such as ann@example.com." }

const submitAddress = Effect.fnUntraced(function* (request: PageRequest, text: PageText) {
  const typed = lineOf(yield* request.form, "email")
  const email = parseAddress(typed)
  if (email === null) return show(request, text, { email: typed, status: 400, faults: [mistyped] })
  const seconds = yield* askForLink(text.kind, {
    email,
    sender: yield* mailSender,
    clientAddress: request.clientAddress
  })
  return seconds === 0
    ? seeOther(`${text.path}/sent`)
    : show(request, text, { email: typed, status: 429, ...tooMany(seconds) })
})

const routesOf = (text: PageText): ReadonlyArray<PageRoute<PeopleServices>> => [
  { method: "GET", path: text.path, handle: (request) => Effect.succeed(show(request, text)) },
  {
    method: "POST",
    path: text.path,
    action: text.action,
    admit: (request) =>
      Effect.succeed({
        actor: { kind: "visitor" },
        accountId: null,
        target: null,
        submit: submitAddress(request, text)
      })
  },
  {
    method: "GET",
    path: `${text.path}/sent`,
    handle: (request) =>
      Effect.succeed(
        page({
          title: "Check into your mail",
          frame: frameOf(request, null),
          body: card(
            "Check into your mail",
            html`<p>${text.sent}</p>
              <p>Nothing there? Check among the junk, or <a href="${text.path}">try again</a>.</p>`
          )
        })
      )
  }
]

export const askForLinkRoutes: ReadonlyArray<PageRoute<PeopleServices>> = [
  ...routesOf(texts.signup),
  ...routesOf(texts.reset)
]
