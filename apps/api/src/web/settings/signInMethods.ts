import { Accounts, Identities, type LinkedIdentity, People, sessionSeconds, inTransaction } from "@mon/core-store"
import type { Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { anySession, type Session } from "../../auth/currentSession.ts"
import { writeToPerson } from "../../auth/DeviceNotice.ts"
import { IdentityProvider, type Provider } from "../../auth/identity/IdentityProvider.ts"
import { actorOf } from "../../http/change.ts"
import type { HttpResponse, ResponseHeaders } from "../../http/HttpResponse.ts"
import { SECOND_FACTOR_PATH, SETTINGS_PATH, SIGN_IN_PATH } from "../page/dashboardPaths.ts"
import { errorSummary, type FormError, notice, titled } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageError, PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf, sessionForm, toSignIn } from "../page/session.ts"
import { time } from "../page/time.ts"
import { card } from "../signIn/passwordForm.ts"
import { providerButton, providerPaths } from "../signIn/providerForm.ts"
import { leaveFor, problemPage } from "../signIn/providerPages.ts"
import { returnPath } from "../signIn/returnPath.ts"
import type { PeopleServices } from "../signIn/services.ts"
import { confirmFirst } from "./confirmFirst.ts"
import { requireRecentSignIn } from "./recentSignIn.ts"
import { signInMethodWords } from "./signInMethodWords.ts"

interface Facts {
  readonly hasPassword: boolean
  readonly identities: ReadonlyArray<LinkedIdentity>
  readonly provider: Provider | null
  readonly zone: string
}

const hostOf = (issuer: string): string => URL.parse(issuer)?.hostname ?? issuer

const passwordPart = ({ hasPassword }: Facts, session: Session, language: Language): Html => {
  const { off, on, password, secondFactor } = signInMethodWords[language]
  return html`<section aria-labelledby="password">
    <h2 id="password">${password.title}</h2>
    ${
      hasPassword
        ? html`<p>${password.has} <a href="${SETTINGS_PATH}">${password.change}</a></p>`
        : html`<p>${password.hasNone} <a href="/reset">${password.request}</a>.</p>`
    }
    <p><a href="${SECOND_FACTOR_PATH}">${secondFactor}</a>: ${session.hasSecondFactor ? on : off}.</p>
  </section>`
}

const linkedPart = (
  { email, issuer, linkedAt }: LinkedIdentity,
  { hasPassword, provider, zone }: Facts,
  language: Language
): Html => {
  const isConfigured = provider?.issues({ issuer }) === true
  const name = isConfigured ? provider.name : hostOf(issuer)
  const words = signInMethodWords[language].linked
  const [withoutAddress, afterAddress] = words.since
  return html`<section>
    <h2>${name}</h2>
    <p>
      ${email === null ? withoutAddress : html`${words.as} <strong>${email}</strong>${afterAddress}`}
      ${time(linkedAt.toISOString(), zone, language)}. ${isConfigured ? null : words.unused}
    </p>
    ${
      hasPassword
        ? html`<details class="confirm">
            <summary>${words.unlink}…</summary>
            <p>${words.unlinkHint}</p>
            <form method="post" action="${providerPaths.unlink}">
              <input type="hidden" name="issuer" value="${issuer}" />
              <button class="danger" type="submit">${words.unlinkName(name)}</button>
            </form>
          </details>`
        : html`<p class="hint">${words.needsPassword}</p>`
    }
    ${
      isConfigured
        ? html`<p class="hint">${words.again(sessionSeconds.recent / 60)}</p>
            ${providerButton(providerPaths.again, words.signInAgain(name), { next: SIGN_IN_PATH })}`
        : null
    }
  </section>`
}

const unlinkedPart = (
  { identities, provider }: Facts,
  { email, isEmailConfirmed }: Session,
  language: Language
): Html | null => {
  if (provider === null || identities.some(provider.issues)) return null
  const { canLink, link, text } = signInMethodWords[language].unlinked
  return html`<section aria-labelledby="provider">
    <h2 id="provider">${provider.name}</h2>
    <p>${text(provider.name)}</p>
    ${isEmailConfirmed ? providerButton(providerPaths.link, link(provider.name)) : confirmFirst(email, canLink, language)}
  </section>`
}

interface Shown {
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
  readonly headers?: ResponseHeaders
}

const show = Effect.fnUntraced(function* (
  request: PageRequest,
  session: Session,
  { errors = [], headers = {}, status = 200 }: Shown = {}
) {
  const language = browserLanguage(request)
  const { back, done, title } = signInMethodWords[language]
  const justDone = request.query.get("done")
  const message = justDone === "linked" || justDone === "unlinked" ? done[justDone] : null
  const { userKey } = session.viewer
  const person = yield* (yield* People).findByKey(userKey)
  const facts: Facts = {
    hasPassword: person !== null && person.passwordHash !== null,
    identities: yield* (yield* Identities).list(userKey),
    provider: yield* IdentityProvider,
    zone: (yield* (yield* Accounts).settings(session.viewer)).timezone
  }
  return page({
    title: titled(title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      title,
      html`${errorSummary(errors, language)}${notice(message)} ${passwordPart(facts, session, language)}
      ${facts.identities.map((identity) => linkedPart(identity, facts, language))}${unlinkedPart(facts, session, language)}
      ${session.mustEnrol ? null : html`<p><a href="${SETTINGS_PATH}">${back}</a></p>`}`
    )
  })
})

type Leave = (
  request: PageRequest,
  session: Session,
  provider: Provider,
  form: URLSearchParams
) => Effect.Effect<HttpResponse, PageError, PeopleServices>

/**
 * Returns the endpoint of a form that leads to the provider. The form changes nothing, so the audit log gets no entry.
 */
const leaving = (path: string, action: string, leave: Leave): PageEndpoint<PeopleServices> => ({
  method: "POST",
  path,
  action,
  admit: Effect.fnUntraced(function* (request) {
    const session = yield* anySession(request)
    if (session === null) return toSignIn(request)
    const submit = Effect.gen(function* () {
      const provider = yield* IdentityProvider
      const form = yield* request.form
      return provider === null
        ? problemPage(request, "absent", { session })
        : yield* leave(request, session, provider, form)
    })
    const { principal } = session
    return {
      actor: actorOf("session", principal),
      accountId: principal.accountId,
      target: null,
      isAudited: false,
      submit
    }
  })
})

const link: Leave = Effect.fnUntraced(function* (request, session, provider, form) {
  if (!session.isEmailConfirmed) return problemPage(request, "addressUnconfirmed", { provider: provider.name, session })
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const { userKey } = session.viewer
  return yield* leaveFor(request, provider, { kind: "link", userKey }, { session, headers: proof.headers })
})

const again: Leave = (request, session, provider, form) => {
  const { userKey } = session.viewer
  const next = returnPath(form.get("next"))
  return leaveFor(request, provider, { kind: "again", next, userKey }, { session })
}

const unlink = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const issuer = form.get("issuer") ?? ""
  const provider = yield* IdentityProvider
  const identities = yield* Identities
  const result = yield* inTransaction(
    "unlinkIdentity",
    Effect.gen(function* () {
      const outcome = yield* identities.unlink(session.viewer, issuer)
      const name = provider?.issues({ issuer }) === true ? provider.name : hostOf(issuer)
      if (outcome === "Unlinked")
        yield* writeToPerson(session.viewer.userKey, { kind: "identityUnlinked", provider: name })
      return outcome
    })
  )
  if (result !== "NoPassword")
    return seeOther(result === "Unlinked" ? `${SIGN_IN_PATH}?done=unlinked` : SIGN_IN_PATH, proof.headers)
  const errors = [{ field: null, message: signInMethodWords[browserLanguage(request)].passwordFirst }]
  return yield* show(request, session, { status: 400, errors, headers: proof.headers })
})

const identitiesOf = Effect.fnUntraced(function* ({ viewer }: Session) {
  const identities = yield* (yield* Identities).list(viewer.userKey)
  return { identities: identities.map(({ email, issuer }) => (email === null ? issuer : `${issuer} (${email})`)) }
})

export const signInMethodEndpoints: ReadonlyArray<PageEndpoint<PeopleServices | Accounts>> = [
  {
    method: "GET",
    path: SIGN_IN_PATH,
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* anySession(request)
      return session === null ? toSignIn(request) : yield* show(request, session)
    })
  },
  leaving(providerPaths.link, "identity.askProvider", link),
  leaving(providerPaths.again, "session.askProvider", again),
  sessionForm(providerPaths.unlink, "identity.unlink", unlink, { observe: identitiesOf })
]
