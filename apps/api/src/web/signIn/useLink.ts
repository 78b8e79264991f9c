import { type LinkKind, type OpenLink, People } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { hashToken } from "../../auth/Token.ts"
import { type NewPassword, resetPassword } from "../../auth/useLink.ts"
import { type FormError, errorSummary, titled } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { type Arrival, arrivalPath } from "../page/arrival.ts"
import { html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import {
  addressShown,
  card,
  keysOffer,
  nameErrors,
  nameField,
  nameOf,
  newPasswordErrors,
  newPasswordField,
  newPasswordOf
} from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"
import { signUpRefusal } from "./signUpRefusal.ts"

interface PageText {
  readonly kind: LinkKind
  readonly path: string
  readonly action: string
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly retry: { readonly path: string; readonly label: string }
  readonly done: Arrival
}

const texts: Readonly<Record<LinkKind, PageText>> = {
  signup: {
    kind: "signup",
    path: "/confirm",
    action: "signup.complete",
    title: "Welcome",
    lead: "Your address is confirmed. Choose a password to finish.",
    button: "Create my account",
    retry: { path: "/signup", label: "Request a new link" },
    done: "welcome"
  },
  reset: {
    kind: "reset",
    path: "/reset",
    action: "password.reset",
    title: "Choose a new password",
    lead: "This signs out every session that used the old password.",
    button: "Set the password",
    retry: { path: "/reset", label: "Request a new link" },
    done: "password"
  },
  setup: {
    kind: "setup",
    path: "/setup",
    action: "password.setUp",
    title: "Choose your password",
    lead: "You are the owner of this service. Choose a password to sign in with.",
    button: "Set the password",
    retry: { path: "/reset", label: "Request a link by email" },
    done: "password"
  }
}

const expiredPage = (request: PageRequest, { retry }: PageText) =>
  page({
    title: "This link is no longer valid",
    status: 410,
    frame: frameOf(request, null),
    body: card(
      "This link is no longer valid",
      html`<p>It was used, has expired, or was replaced by a newer one.</p>
        <p><a href="${retry.path}">${retry.label}</a> · <a href="/signin">Sign in</a></p>`
    )
  })

const show = (
  request: PageRequest,
  text: PageText,
  { email, hasPassword, liveKeys }: OpenLink,
  name = "",
  errors: ReadonlyArray<FormError> = []
) =>
  page({
    title: titled(text.title, errors),
    status: errors.length === 0 ? 200 : 400,
    frame: frameOf(request, null),
    body: card(
      text.title,
      html`${errorSummary(errors)}
        <p>
          ${text.kind === "signup" && hasPassword ? "You already have a password here, which stays the same." : text.lead}
        </p>
        <form method="post" action="${request.context.path}">
          ${addressShown(email)} ${text.kind === "signup" ? nameField(name, errors) : null}
          ${text.kind === "signup" && hasPassword ? null : newPasswordField(errors, text.kind === "signup" ? "Password" : "New password")}
          ${text.kind === "reset" ? keysOffer(liveKeys) : null}
          <button type="submit">${text.button}</button>
        </form>`
    )
  })

interface FoundLink {
  readonly tokenHash: Buffer
  readonly link: OpenLink
}

const findLink = Effect.fnUntraced(function* (request: PageRequest, { kind }: PageText) {
  const tokenHash = hashToken(request.params["token"])
  const link = tokenHash === null ? null : yield* (yield* People).findLink(tokenHash)
  return tokenHash === null || link === null || link.kind !== kind ? null : ({ tokenHash, link } satisfies FoundLink)
})

const act = Effect.fnUntraced(function* (
  request: PageRequest,
  { link: { hasPassword, kind }, tokenHash }: FoundLink,
  wanted: NewPassword,
  name: string
) {
  if (kind !== "signup") return yield* resetPassword(request, tokenHash, wanted)
  const passwordHash = hasPassword ? null : yield* (yield* Passwords).hash(wanted.password)
  const onlyFirst = (yield* SignUpPolicy).mode !== "open"
  return yield* (yield* People).signUp(tokenHash, { name: name === "" ? null : name, passwordHash }, { onlyFirst })
})

/** Instead of the page of a link that cannot be used. */
const refusalOf = Effect.fnUntraced(function* (request: PageRequest, text: PageText, found: FoundLink | null) {
  const refused = text.kind === "signup" ? yield* signUpRefusal(request) : null
  return refused ?? (found === null ? expiredPage(request, text) : null)
})

const submitPassword = Effect.fnUntraced(function* (request: PageRequest, text: PageText, found: FoundLink) {
  const { link } = found
  const form = yield* request.form
  const wanted = newPasswordOf(form)
  const name = nameOf(form)
  const errors = [
    ...(text.kind === "signup" ? nameErrors(name) : []),
    ...(text.kind === "signup" && link.hasPassword ? [] : newPasswordErrors(wanted.password, link.email))
  ]
  if (errors.length > 0) return show(request, text, link, name, errors)
  const person = yield* act(request, found, wanted, name)
  const cookie = person === null ? null : yield* beginSession(request, person.userKey)
  return cookie === null
    ? ((yield* refusalOf(request, text, null)) ?? expiredPage(request, text))
    : seeOther(arrivalPath(text.done), cookie)
})

const routesOf = (text: PageText): ReadonlyArray<PageRoute<PeopleServices>> => [
  {
    method: "GET",
    path: `${text.path}/:token`,
    handle: Effect.fnUntraced(function* (request) {
      const found = yield* findLink(request, text)
      const refused = yield* refusalOf(request, text, found)
      return refused ?? (found === null ? expiredPage(request, text) : show(request, text, found.link))
    })
  },
  {
    method: "POST",
    path: `${text.path}/:token`,
    action: text.action,
    admit: Effect.fnUntraced(function* (request) {
      const found = yield* findLink(request, text)
      const refused = yield* refusalOf(request, text, found)
      if (refused !== null) return refused
      return found === null
        ? expiredPage(request, text)
        : { actor: { kind: "link" }, accountId: null, target: null, submit: submitPassword(request, text, found) }
    })
  }
]

export const useLinkRoutes: ReadonlyArray<PageRoute<PeopleServices>> = Object.values(texts).flatMap(routesOf)
