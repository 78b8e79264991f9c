import { type OpenInvite, Team } from "@mon/core-store"
import type { Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { arrive, noteInAudit } from "../../auth/beginSession.ts"
import { currentSession, type Session } from "../../auth/currentSession.ts"
import { IdentityProvider } from "../../auth/identity/IdentityProvider.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { checkIdentity } from "../../auth/checkIdentity.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { hashToken } from "../../auth/Token.ts"
import { type FormError, errorSummary, field, titled, tooMany } from "../page/Form.ts"
import { arrivalPath } from "../page/arrival.ts"
import { branded } from "../page/branding.ts"
import { frameOf } from "../page/session.ts"
import { browserLanguage } from "../page/language.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import {
  addressShown,
  card,
  nameErrors,
  nameField,
  nameOf,
  newPasswordErrors,
  newPasswordField
} from "./passwordForm.ts"
import { providerButton } from "./providerForm.ts"
import { codeField, codeFieldName, wrongCode } from "./codeForm.ts"
import type { PeopleServices } from "./services.ts"
import { signInWords } from "./signInWords.ts"
import { refusalPage } from "./signUpRefusal.ts"

/**
 * The way in which the invited person authenticates: with the current session, with the existing password, or with a
 * new password.
 */
type Way = "signedIn" | "password" | "new"

interface Found {
  readonly tokenHash: Buffer
  readonly invite: OpenInvite
  readonly session: Session | null
  readonly way: Way
}

const wayOf = (invite: OpenInvite, session: Session | null): Way => {
  if (invite.isFirst) return "new"
  if (session !== null && session.viewer.userKey === invite.userKey) return "signedIn"
  return invite.passwordHash === null ? "new" : "password"
}

/**
 * Finds the invitation of a request. Reads the session last: if it is valid, the person's password has not changed
 * since the invitation was read.
 */
const find = Effect.fnUntraced(function* (request: PageRequest) {
  const tokenHash = hashToken(request.params["token"])
  const invite = tokenHash === null ? null : yield* (yield* Team).findInvite(tokenHash)
  if (tokenHash === null || invite === null) return null
  const session = yield* currentSession(request)
  return { tokenHash, invite, session, way: wayOf(invite, session) } satisfies Found
})

const expiredPage = (request: PageRequest, session: Session | null = null) => {
  const language = browserLanguage(request)
  const { invite, signIn } = signInWords[language]
  return page({
    title: invite.gone,
    language,
    status: 410,
    frame: frameOf(request, session),
    body: card(
      invite.gone,
      html`<p>${invite.goneHint}</p>
        <p><a href="/signin">${signIn}</a></p>`
    )
  })
}

/**
 * Returns the invitation, or the page with the reason why it cannot be used. While sign-up is closed, only existing
 * people can join.
 */
const admitted = Effect.fnUntraced(function* (request: PageRequest) {
  const found = yield* find(request)
  if (found === null) return { refused: expiredPage(request), found: null }
  const { mode } = yield* SignUpPolicy
  return mode === "closed" && found.invite.userKey === null
    ? { refused: refusalPage(request, mode), found: null }
    : { refused: null, found }
})

interface Filled {
  readonly name: string
  readonly errors: ReadonlyArray<FormError>
  readonly language: Language
}

const fields: Readonly<Record<Way, (invite: OpenInvite, filled: Filled) => Html>> = {
  signedIn: () => html``,
  password: ({ email }, { errors, language }) =>
    html`${addressShown(email, language)}
    ${field({ name: "password", label: signInWords[language].password, type: "password", autocomplete: "current-password" }, errors)}
    ${codeField(errors, { isOptional: true, language })}`,
  new: ({ email }, { errors, language, name }) =>
    html`${addressShown(email, language)}${nameField(name, errors, language)}${newPasswordField(errors, { isFirst: true, language })}`
}

interface Shown {
  readonly name?: string
  readonly status?: number
  readonly errors?: ReadonlyArray<FormError>
  readonly headers?: Readonly<Record<string, string>>
}

const show = Effect.fnUntraced(function* (
  request: PageRequest,
  { invite, session, way }: Found,
  { errors = [], headers = {}, name = "", status = 200 }: Shown = {}
) {
  const language = browserLanguage(request)
  const words = signInWords[language]
  const title = words.invite.title(invite.ownerEmail)
  const provider = yield* IdentityProvider
  // An existing person must sign in and can then link the identity in the settings.
  const offer =
    provider !== null && way === "new" && invite.userKey === null
      ? html`<p>${words.invite.orIdentity(invite.email)}</p>
          ${providerButton(`${request.context.path}/oidc`, words.continueWith(provider.name))}`
      : null
  return page({
    title: titled(title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(yield* branded(request, invite), session),
    body: card(
      title,
      html`${errorSummary(errors, language)}
        <p>${words.invite.lead(invite.ownerEmail, invite.email)} ${words.invite.ways[way]}</p>
        ${invite.isFirst ? html`<p>${words.endsBefore}</p>` : null}
        ${session !== null && way !== "signedIn" ? html`<p class="hint">${words.invite.other(session.email, invite.email)}</p>` : null}
        <form method="post" action="${request.context.path}">
          ${fields[way](invite, { name, errors, language })}
          <button type="submit">${words.invite.accept}</button>
        </form>
        ${offer} ${way === "password" ? html`<p><a href="/reset">${words.forgot}</a></p>` : null}`
    )
  })
})

const showInvite: PageEndpoint<PeopleServices> = {
  method: "GET",
  path: "/invite/:token",
  handle: Effect.fnUntraced(function* (request) {
    const { found, refused } = yield* admitted(request)
    return refused ?? (yield* show(request, found))
  })
}

interface Typed {
  readonly name: string
  readonly password: string
  readonly code: string | null
}

const proved = (passwordHash: string | null, withCode: boolean) => ({
  _tag: "Proved" as const,
  passwordHash,
  withCode
})

/**
 * Returns the proof that the person has authenticated with the password, and possibly with a code. Otherwise, returns
 * the reason why the person cannot accept the invitation.
 */
const proofOf = Effect.fnUntraced(function* (
  request: PageRequest,
  { invite, session, way }: Found,
  { code, name, password }: Typed
) {
  const language = browserLanguage(request)
  if (way === "signedIn") return proved(invite.passwordHash, session?.hasSecondFactor === true)
  if (way === "new") {
    const errors = [...nameErrors(name, language), ...newPasswordErrors(password, invite.email, language)]
    return errors.length === 0
      ? proved(yield* (yield* Passwords).hash(password), false)
      : { _tag: "Refused" as const, status: 400, errors }
  }
  const result = yield* checkIdentity(request, invite.email, { password: password.slice(0, 1_024), code })
  if (result._tag === "Wait") return { _tag: "Refused" as const, status: 429, ...tooMany(result.seconds, language) }
  if (result._tag === "WrongCode") return { _tag: "Refused" as const, status: 400, errors: [wrongCode(language)] }
  if (result._tag === "Right") return proved(result.person.passwordHash, result.withCode)
  const wrong: FormError = { field: "password", message: signInWords[language].wrongPassword }
  return { _tag: "Refused" as const, status: 400, errors: [wrong] }
})

const submitAcceptance = Effect.fnUntraced(function* (request: PageRequest, found: Found) {
  const form = yield* request.form
  const name = nameOf(form)
  const password = form.get("password") ?? ""
  const proof = yield* proofOf(request, found, { name, password, code: form.get(codeFieldName) })
  if (proof._tag === "Refused") return yield* show(request, found, { name, ...proof })
  const { passwordHash, withCode } = proof
  const { userKey } = found.invite
  const entrant =
    found.way === "new" || userKey === null
      ? { name: name === "" ? null : name, passwordHash }
      : { userKey, passwordHash }
  const joined = yield* (yield* Team).accept(found.tokenHash, entrant)
  // The invitation has ended, or the person's password has changed. In the second case, the page asks for the new
  // password.
  if (joined === null)
    return (yield* find(request)) === null ? expiredPage(request, found.session) : seeOther(request.context.path)
  const { membershipKey, userKey: joinedKey } = joined
  yield* noteInAudit(request, { action: "team.join", actor: "link", who: joined })
  const cookie = yield* arrive(request, {
    userKey: joinedKey,
    membershipKey,
    proof: { passwordHash: joined.passwordHash },
    withCode,
    isExpected: found.way !== "password"
  })
  return cookie === null ? expiredPage(request, found.session) : seeOther(arrivalPath("joined"), cookie)
})

const acceptInvite: PageEndpoint<PeopleServices> = {
  method: "POST",
  path: "/invite/:token",
  action: "team.join",
  admit: Effect.fnUntraced(function* (request) {
    const { found, refused } = yield* admitted(request)
    return (
      refused ?? { actor: { kind: "link" }, accountId: null, target: null, submit: submitAcceptance(request, found) }
    )
  })
}

export const inviteEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [showInvite, acceptInvite]
