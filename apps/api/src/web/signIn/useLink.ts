import { type LinkKind, type OpenLink, People } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import { mailSender } from "../../auth/mailSender.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { hashToken } from "../../auth/Token.ts"
import { resetPassword } from "../../auth/useLink.ts"
import { type Fault, faultSummary, lineOf, titled } from "../page/Form.ts"
import { frameOf } from "../page/Frame.ts"
import { html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { addressShown, card, nameField, newPasswordFaults, newPasswordField } from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"

interface Words {
  readonly kind: LinkKind
  readonly path: string
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly again: { readonly path: string; readonly label: string }
  readonly done: string
}

const words: Readonly<Record<LinkKind, Words>> = {
  signup: {
    kind: "signup",
    path: "/confirm",
    title: "Welcome",
    lead: "Your address is confirmed. Choose a password, and your account is ready.",
    button: "Make my account",
    again: { path: "/signup", label: "Ask for a new link" },
    done: "/?done=welcome"
  },
  reset: {
    kind: "reset",
    path: "/reset",
    title: "Choose a new password",
    lead: "Everybody who is signed in with the old one is signed out.",
    button: "Set the password",
    again: { path: "/reset", label: "Ask for a new link" },
    done: "/?done=password"
  },
  setup: {
    kind: "setup",
    path: "/setup",
    title: "Choose your password",
    lead: "You are the owner of this service. Choose the password that you will sign in with.",
    button: "Set the password",
    again: { path: "/reset", label: "Ask for a link by mail" },
    done: "/?done=password"
  }
}

const over = (request: PageRequest, { again }: Words) =>
  page({
    title: "This link does not work any more",
    status: 410,
    frame: frameOf(request, null),
    body: card(
      "This link does not work any more",
      html`<p>It was used, has expired, or a newer one was sent.</p>
        <p><a href="${again.path}">${again.label}</a> · <a href="/signin">Sign in</a></p>`
    )
  })

const show = (
  request: PageRequest,
  said: Words,
  { email, hasPassword }: OpenLink,
  name = "",
  faults: ReadonlyArray<Fault> = []
) =>
  page({
    title: titled(said.title, faults),
    status: faults.length === 0 ? 200 : 400,
    frame: frameOf(request, null),
    body: card(
      said.title,
      html`${faultSummary(faults)}
        <p>
          ${said.kind === "signup" && hasPassword ? "You have a password here already; it stays as it is." : said.lead}
        </p>
        <form method="post" action="${request.exchange.path}">
          ${addressShown(email)} ${said.kind === "signup" ? nameField(name) : null}
          ${said.kind === "signup" && hasPassword ? null : newPasswordField(faults, said.kind === "signup" ? "Password" : "New password")}
          <button type="submit">${said.button}</button>
        </form>`
    )
  })

const openLink = Effect.fnUntraced(function* (request: PageRequest, { kind }: Words) {
  const tokenHash = hashToken(request.params["token"])
  const link = tokenHash === null ? null : yield* (yield* People).findLink(tokenHash)
  return tokenHash === null || link === null || link.kind !== kind ? null : { tokenHash, link }
})

const act = Effect.fnUntraced(function* (
  kind: LinkKind,
  tokenHash: Buffer,
  { hasPassword }: OpenLink,
  password: string,
  name: string
) {
  if (kind !== "signup") return yield* resetPassword(tokenHash, password, yield* mailSender)
  const passwordHash = hasPassword ? null : yield* (yield* Passwords).hash(password)
  return yield* (yield* People).signUp(tokenHash, { name: name === "" ? null : name, passwordHash })
})

const routesOf = (said: Words): ReadonlyArray<PageRoute<PeopleServices>> => [
  {
    method: "GET",
    path: `${said.path}/:token`,
    reply: Effect.fnUntraced(function* (request) {
      const open = yield* openLink(request, said)
      return open === null ? over(request, said) : show(request, said, open.link)
    })
  },
  {
    method: "POST",
    path: `${said.path}/:token`,
    reply: Effect.fnUntraced(function* (request) {
      const open = yield* openLink(request, said)
      if (open === null) return over(request, said)
      const { link, tokenHash } = open
      const form = yield* request.form
      const password = form.get("password") ?? ""
      const name = lineOf(form, "name", 100)
      const faults = said.kind === "signup" && link.hasPassword ? [] : newPasswordFaults(password, link.email)
      if (faults.length > 0) return show(request, said, link, name, faults)
      const person = yield* act(said.kind, tokenHash, link, password, name)
      const cookie = person === null ? null : yield* beginSession(request, person.userKey)
      return cookie === null ? over(request, said) : seeOther(said.done, cookie)
    })
  }
]

export const useLinkRoutes: ReadonlyArray<PageRoute<PeopleServices>> = Object.values(words).flatMap(routesOf)
