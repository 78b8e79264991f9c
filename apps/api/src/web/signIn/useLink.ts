import { type LinkKind, type OpenLink, People, type Person } from "@mon/core-store"
import { html } from "@mon/status-page"
import { Effect } from "effect"
import { passFirstFactor } from "../../auth/beginSession.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { hashToken } from "../../auth/Token.ts"
import { type NewPassword, resetPassword } from "../../auth/useLink.ts"
import { type FormError, errorSummary, titled } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { type Arrival, arrivalPath } from "../page/arrival.ts"
import { browserLanguage } from "../page/language.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
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
import { codePath } from "./codeForm.ts"
import type { PeopleServices } from "./services.ts"
import { signInWords } from "./signInWords.ts"
import { signUpRefusal } from "./signUpRefusal.ts"

interface PageText {
  readonly kind: LinkKind
  readonly path: string
  readonly action: string
  /** The path of the page that sends another link. */
  readonly retry: string
  readonly done: Arrival
}

const texts: Readonly<Record<LinkKind, PageText>> = {
  signup: { kind: "signup", path: "/confirm", action: "signup.complete", retry: "/signup", done: "welcome" },
  reset: { kind: "reset", path: "/reset", action: "password.reset", retry: "/reset", done: "password" },
  setup: { kind: "setup", path: "/setup", action: "password.setUp", retry: "/reset", done: "password" }
}

const expiredPage = (request: PageRequest, { kind, retry }: PageText) => {
  const language = browserLanguage(request)
  const { link, linkGone, linkGoneHint, signIn } = signInWords[language]
  return page({
    title: linkGone,
    language,
    status: 410,
    frame: frameOf(request, null),
    body: card(
      linkGone,
      html`<p>${linkGoneHint}</p>
        <p><a href="${retry}">${link[kind].retry}</a> · <a href="/signin">${signIn}</a></p>`
    )
  })
}

const show = (
  request: PageRequest,
  text: PageText,
  { email, hasPassword, isFirst, liveKeys }: OpenLink,
  name = "",
  errors: ReadonlyArray<FormError> = []
) => {
  const language = browserLanguage(request)
  const { endsBefore, keepsPassword, link } = signInWords[language]
  const { button, lead, title } = link[text.kind]
  const isSignUp = text.kind === "signup"
  return page({
    title: titled(title, errors, language),
    language,
    status: errors.length === 0 ? 200 : 400,
    frame: frameOf(request, null),
    body: card(
      title,
      html`${errorSummary(errors, language)}
        ${isFirst && !isSignUp ? null : html`<p>${isSignUp && hasPassword ? keepsPassword : lead}</p>`}
        ${isFirst ? html`<p>${endsBefore}</p>` : null}
        <form method="post" action="${request.context.path}">
          ${addressShown(email, language)} ${isSignUp ? nameField(name, errors, language) : null}
          ${isSignUp && hasPassword ? null : newPasswordField(errors, { isFirst: isSignUp, language })}
          ${text.kind === "reset" && !isFirst ? keysOffer(liveKeys, language) : null}
          <button type="submit">${button}</button>
        </form>`
    )
  })
}

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
  const { options } = yield* SignUpPolicy
  return yield* (yield* People).signUp(tokenHash, { name: name === "" ? null : name, passwordHash }, options)
})

const entryOf = ({ passwordHash, userKey }: Person) => ({ userKey, proof: { passwordHash }, isExpected: true })

const refusalOf = Effect.fnUntraced(function* (request: PageRequest, text: PageText, found: FoundLink | null) {
  const refused = text.kind === "signup" ? yield* signUpRefusal(request) : null
  return refused ?? (found === null ? expiredPage(request, text) : null)
})

const submitPassword = Effect.fnUntraced(function* (request: PageRequest, text: PageText, found: FoundLink) {
  const { link } = found
  const form = yield* request.form
  const wanted = newPasswordOf(form)
  const name = nameOf(form)
  const language = browserLanguage(request)
  const errors = [
    ...(text.kind === "signup" ? nameErrors(name, language) : []),
    ...(text.kind === "signup" && link.hasPassword ? [] : newPasswordErrors(wanted.password, link.email, language))
  ]
  if (errors.length > 0) return show(request, text, link, name, errors)
  const person = yield* act(request, found, wanted, name)
  const entrance = person === null ? null : yield* passFirstFactor(request, entryOf(person))
  if (entrance === null || entrance._tag === "NoAccount")
    return (yield* refusalOf(request, text, null)) ?? expiredPage(request, text)
  const next = arrivalPath(text.done)
  return seeOther(entrance._tag === "SignedIn" ? next : codePath(next), entrance.headers)
})

const endpointsOf = (text: PageText): ReadonlyArray<PageEndpoint<PeopleServices>> => [
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

export const useLinkEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = Object.values(texts).flatMap(endpointsOf)
