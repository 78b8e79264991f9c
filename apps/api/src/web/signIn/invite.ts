import { type OpenInvite, Team } from "@mon/core-store"
import { Effect } from "effect"
import { beginSession } from "../../auth/beginSession.ts"
import { currentSession, type Session } from "../../auth/currentSession.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { checkPassword } from "../../auth/signIn.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { hashToken } from "../../auth/Token.ts"
import { type FormError, errorSummary, field, titled, tooMany } from "../page/Form.ts"
import { arrivalPath } from "../page/arrival.ts"
import { frameOf } from "../page/session.ts"
import { html, type Html } from "../page/Html.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import {
  addressShown,
  card,
  nameErrors,
  nameField,
  nameOf,
  newPasswordErrors,
  newPasswordField
} from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"
import { refusalPage } from "./signUpRefusal.ts"

/** How the invited person authenticates: by the current session, by password, or by choosing a first password. */
type Way = "signedIn" | "password" | "new"

interface Found {
  readonly tokenHash: Buffer
  readonly invite: OpenInvite
  readonly session: Session | null
  readonly way: Way
}

const wayOf = (invite: OpenInvite, session: Session | null): Way => {
  if (session !== null && session.viewer.userKey === invite.userKey) return "signedIn"
  return invite.hasPassword ? "password" : "new"
}

const find = Effect.fnUntraced(function* (request: PageRequest) {
  const tokenHash = hashToken(request.params["token"])
  const invite = tokenHash === null ? null : yield* (yield* Team).findInvite(tokenHash)
  if (tokenHash === null || invite === null) return null
  const session = yield* currentSession(request)
  return { tokenHash, invite, session, way: wayOf(invite, session) } satisfies Found
})

const expiredPage = (request: PageRequest, session: Session | null = null) =>
  page({
    title: "This invitation is no longer valid",
    status: 410,
    frame: frameOf(request, session),
    body: card(
      "This invitation is no longer valid",
      html`<p>
          It was accepted, has expired, was withdrawn, or was replaced by a newer one. The person who invited you can send
          it again.
        </p>
        <p><a href="/signin">Sign in</a></p>`
    )
  })

/** The usable invitation, or the page that says why there is none. While nobody may sign up, only known people join. */
const admitted = Effect.fnUntraced(function* (request: PageRequest) {
  const found = yield* find(request)
  if (found === null) return { refused: expiredPage(request), found: null }
  const { mode } = yield* SignUpPolicy
  return mode === "closed" && found.invite.userKey === null
    ? { refused: refusalPage(request, mode), found: null }
    : { refused: null, found }
})

const fields: Readonly<Record<Way, (invite: OpenInvite, name: string, errors: ReadonlyArray<FormError>) => Html>> = {
  signedIn: () => html``,
  password: ({ email }, _, errors) =>
    html`${addressShown(email)}
    ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" }, errors)}`,
  new: ({ email }, name, errors) =>
    html`${addressShown(email)}${nameField(name, errors)}${newPasswordField(errors, "Password")}`
}

const leads: Readonly<Record<Way, string>> = {
  signedIn: "You are already signed in with this address, so you only need to accept.",
  password: "To accept, sign in with your password.",
  new: "To accept, choose a password."
}

interface Shown {
  readonly name?: string
  readonly status?: number
  readonly errors?: ReadonlyArray<FormError>
  readonly headers?: Readonly<Record<string, string>>
}

const show = (
  request: PageRequest,
  { invite, session, way }: Found,
  { errors = [], headers = {}, name = "", status = 200 }: Shown = {}
) => {
  const title = `Join the team of ${invite.ownerEmail}`
  return page({
    title: titled(title, errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      title,
      html`${errorSummary(errors)}
        <p>${invite.ownerEmail} shares domains with ${invite.email}. ${leads[way]}</p>
        ${session !== null && way !== "signedIn" ? html`<p class="hint">You are signed in as ${session.email}. Accepting signs you in as ${invite.email} instead.</p>` : null}
        <form method="post" action="${request.context.path}">
          ${fields[way](invite, name, errors)}
          <button type="submit">Accept the invitation</button>
        </form>
        ${way === "password" ? html`<p><a href="/reset">Forgot your password?</a></p>` : null}`
    )
  })
}

const showInvite: PageRoute<PeopleServices> = {
  method: "GET",
  path: "/invite/:token",
  handle: Effect.fnUntraced(function* (request) {
    const { found, refused } = yield* admitted(request)
    return refused ?? show(request, found)
  })
}

const wrong: FormError = { field: "password", message: "The password is incorrect." }

/** What keeps the person from accepting, or null. */
const refusal = Effect.fnUntraced(function* (
  request: PageRequest,
  { invite, way }: Found,
  name: string,
  password: string
) {
  if (way === "signedIn") return null
  if (way === "new") {
    const errors = [...nameErrors(name), ...newPasswordErrors(password, invite.email)]
    return errors.length === 0 ? null : { status: 400, errors }
  }
  const result = yield* checkPassword(request, invite.email, password.slice(0, 1_024))
  if (result._tag === "Wait") return { status: 429, ...tooMany(result.seconds) }
  return result._tag === "Right" ? null : { status: 400, errors: [wrong] }
})

const submitAcceptance = Effect.fnUntraced(function* (request: PageRequest, found: Found) {
  const form = yield* request.form
  const name = nameOf(form)
  const password = form.get("password") ?? ""
  const refused = yield* refusal(request, found, name, password)
  if (refused !== null) return show(request, found, { name, ...refused })
  const passwordHash = found.way === "new" ? yield* (yield* Passwords).hash(password) : null
  const joined = yield* (yield* Team).accept(found.tokenHash, { name: name === "" ? null : name, passwordHash })
  const cookie = joined === null ? null : yield* beginSession(request, joined.userKey, joined.membershipKey)
  return cookie === null ? expiredPage(request, found.session) : seeOther(arrivalPath("joined"), cookie)
})

const acceptInvite: PageRoute<PeopleServices> = {
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

export const inviteRoutes: ReadonlyArray<PageRoute<PeopleServices>> = [showInvite, acceptInvite]
