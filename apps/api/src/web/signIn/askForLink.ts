import { parseAddress } from "@mon/alerts"
import { Effect } from "effect"
import { askForLink } from "../../auth/askForLink.ts"
import { mailSender } from "../../auth/mailSender.ts"
import { type Fault, faultSummary, field, lineOf, titled } from "../page/Form.ts"
import { frameOf } from "../page/Frame.ts"
import { html, type Html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { card } from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"
import { tooMany } from "./wait.ts"

interface Words {
  readonly kind: "signup" | "reset"
  readonly path: string
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly below: Html
  readonly sent: string
}

const words = {
  signup: {
    kind: "signup",
    path: "/signup",
    title: "Make an account",
    lead: "Tell us your address. We send a link there; with it you choose a password, and that is all.",
    button: "Send the link",
    below: html`<p>Have an account? <a href="/signin">Sign in</a></p>`,
    sent: "If the address is right, a mail is on its way. Its link works for 24 hours."
  },
  reset: {
    kind: "reset",
    path: "/reset",
    title: "Set a new password",
    lead: "Tell us the address of your account. If there is one, we send a link there; with it you choose a new password.",
    button: "Send the link",
    below: html`<p><a href="/signin">Back to signing in</a></p>`,
    sent: "If the address has an account, a mail is on its way. Its link works for one hour."
  }
} as const satisfies Record<string, Words>

interface Shown {
  readonly email?: string
  readonly status?: number
  readonly faults?: ReadonlyArray<Fault>
  readonly headers?: Readonly<Record<string, string>>
}

const show = (
  request: PageRequest,
  { below, button, lead, path, title }: Words,
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

const routesOf = (said: Words): ReadonlyArray<PageRoute<PeopleServices>> => [
  { method: "GET", path: said.path, reply: (request) => Effect.succeed(show(request, said)) },
  {
    method: "POST",
    path: said.path,
    reply: Effect.fnUntraced(function* (request) {
      const typed = lineOf(yield* request.form, "email")
      const email = parseAddress(typed)
      if (email === null) return show(request, said, { email: typed, status: 400, faults: [mistyped] })
      const seconds = yield* askForLink(said.kind, {
        email,
        sender: yield* mailSender,
        clientAddress: request.clientAddress
      })
      return seconds === 0
        ? seeOther(`${said.path}/sent`)
        : show(request, said, { email: typed, status: 429, ...tooMany(seconds) })
    })
  },
  {
    method: "GET",
    path: `${said.path}/sent`,
    reply: (request) =>
      Effect.succeed(
        page({
          title: "Look into your mail",
          frame: frameOf(request, null),
          body: card(
            "Look into your mail",
            html`<p>${said.sent}</p>
              <p>Nothing there? Look among the junk, or <a href="${said.path}">try again</a>.</p>`
          )
        })
      )
  }
]

export const askForLinkRoutes: ReadonlyArray<PageRoute<PeopleServices>> = [
  ...routesOf(words.signup),
  ...routesOf(words.reset)
]
