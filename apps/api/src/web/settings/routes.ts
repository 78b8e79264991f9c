import { Accounts, ApiKeys, type MailPreferences, type MailOutbox, Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { outboxSection } from "../outbox/outboxSection.ts"
import { currentSession, type Session } from "../../auth/currentSession.ts"
import { type FormError, errorSummary, notice, titled } from "../page/Form.ts"
import { frameOf, sessionForm, toSignIn } from "../page/session.ts"
import { html, type Html } from "../page/Html.ts"
import type { ResponseHeaders } from "../../http/HttpResponse.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { ACCOUNT_PATH } from "../page/dashboardPaths.ts"
import { returnPath } from "../signIn/returnPath.ts"
import type { PeopleServices } from "../signIn/services.ts"
import { apiKeySection, newKeyShown } from "./apiKeySection.ts"
import { makeKey, takeKeyForm } from "./keyForm.ts"
import { memberAlertsSection, takeMemberAlertsForm } from "./memberAlerts.ts"
import { passwordFacts, passwordSection, takePasswordForm } from "./passwordSection.ts"
import { alertsSection, preferencesSection, takePreferencesForm } from "./preferencesSection.ts"
import { REFUSED_ADDRESS_PATH, refusedAddressesSection, takeRefusedAddressForm } from "./refusedAddresses.ts"
import { type Proof, requireRecentSignIn } from "./recentSignIn.ts"
import { takeWhatsAppForm, whatsAppSection } from "./whatsapp.ts"

type WhatsAppServices =
  | Effect.Services<ReturnType<typeof takeWhatsAppForm>>
  | Effect.Services<ReturnType<typeof whatsAppSection>>

/** The services that the settings need. */
export type SettingsServices =
  | Effect.Services<ReturnType<typeof takeRefusedAddressForm>>
  | PeopleServices
  | Accounts
  | ApiKeys
  | MailPreferences
  | MailOutbox
  | WhatsAppServices

const done: Readonly<Record<string, string>> = {
  preferences: "Your settings were saved.",
  password: "Your password was changed, and all other sessions were signed out.",
  deleted: "The key was deleted.",
  sessions: "You were signed out everywhere else.",
  link: "The address gets a link. Emails are sent to it again when somebody opens the link.",
  paused: "Alerts are paused.",
  resumed: "Alerts are resumed."
}

interface Shown {
  readonly errors?: ReadonlyArray<FormError>
  readonly message?: string | null
  readonly status?: number
  readonly headers?: ResponseHeaders
}

const who = ({ email, name, ownerEmail, principal }: Session, plan: string): Html =>
  html`<dl class="facts">
    <div>
      <dt>Signed in as</dt>
      <dd>${name === null ? email : `${name} (${email})`}</dd>
    </div>
    <div>
      <dt>Account</dt>
      <dd>${principal.role === "owner" ? "your own" : `of ${ownerEmail}, as a member`}</dd>
    </div>
    <div>
      <dt>Plan</dt>
      <dd>${plan}</dd>
    </div>
  </dl>`

const planTitles = { free: "Free", pro: "Pro", agency: "Agency" } as const

const show = Effect.fnUntraced(function* (
  request: PageRequest,
  session: Session,
  { errors = [], headers = {}, message, status = 200 }: Shown = {}
) {
  const settings = yield* (yield* Accounts).settings(session.viewer)
  const key = yield* apiKeySection(session, settings.timezone, errors)
  const whatsApp = yield* whatsAppSection(session.caller, "/settings/whatsapp", null)
  const memberAlerts = yield* memberAlertsSection(session)
  const outbox = yield* outboxSection(session)
  const refused = yield* refusedAddressesSection(session, settings.timezone)
  const facts = yield* passwordFacts(session)
  return page({
    title: titled("Settings", errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: html`<main class="settings">
      <h1>Settings</h1>
      ${errorSummary(errors)}${notice(message ?? done[request.query.get("done") ?? ""])}
      ${who(session, planTitles[session.caller.plan])}
      ${refused}${key}${preferencesSection(settings, errors)}${alertsSection(settings, session)}${memberAlerts}${outbox}${whatsApp}${passwordSection(session, facts, errors)}
      ${session.principal.role === "owner" ? html`<p><a href="${ACCOUNT_PATH}">Export or delete the account</a></p>` : null}
    </main>`
  })
})

const settingsOf = Effect.fnUntraced(function* ({ viewer }: Session) {
  return { ...(yield* (yield* Accounts).settings(viewer)) }
})

const keysOf = Effect.fnUntraced(function* ({ principal }: Session) {
  const keys = yield* (yield* ApiKeys).listOf(principal.membershipId)
  return { keys: keys.map(({ name, scope }) => `${name} (${scope})`) }
})

export const settingsRoutes: ReadonlyArray<PageRoute<SettingsServices>> = [
  {
    method: "GET",
    path: "/settings",
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* currentSession(request)
      return session === null ? toSignIn(request) : yield* show(request, session)
    })
  },
  sessionForm(
    "/settings/api-key",
    "apiKey.create",
    Effect.fnUntraced(function* (request, session, form) {
      const wish = yield* takeKeyForm(session, form)
      if (wish._tag === "Refused") return yield* show(request, session, { errors: wish.errors, status: 400 })
      const proof: Proof =
        wish.scope === "write" ? yield* requireRecentSignIn(request, session, form) : { _tag: "Recent", headers: {} }
      if (proof._tag === "Asked") return proof.response
      const { headers } = proof
      const made = yield* makeKey(session, wish)
      return made._tag === "Refused"
        ? yield* show(request, session, { errors: made.errors, status: 400, headers })
        : page({ title: "Your new API key", headers, frame: frameOf(request, session), body: newKeyShown(made.key) })
    }),
    { observe: keysOf }
  ),
  sessionForm(
    "/settings/api-key/delete",
    "apiKey.revoke",
    Effect.fnUntraced(function* (_, { principal }, form) {
      yield* (yield* ApiKeys).revoke(principal.membershipId, form.get("id") ?? "")
      return seeOther("/settings?done=deleted")
    }),
    { observe: keysOf }
  ),
  sessionForm(
    REFUSED_ADDRESS_PATH,
    "refusedAddress.ask",
    Effect.fnUntraced(function* (request, session, form) {
      const errors = yield* takeRefusedAddressForm(session, form)
      return errors.length === 0
        ? seeOther("/settings?done=link")
        : yield* show(request, session, { errors, status: 400 })
    })
  ),
  sessionForm(
    "/settings/preferences",
    "settings.update",
    Effect.fnUntraced(function* (request, session, form) {
      const errors = yield* takePreferencesForm(session, form)
      return errors.length === 0
        ? seeOther("/settings?done=preferences")
        : yield* show(request, session, { errors, status: 400 })
    }),
    { observe: settingsOf }
  ),
  sessionForm(
    "/settings/notifications",
    "notifications.pause",
    Effect.fnUntraced(function* (request, session, form) {
      if (session.principal.role !== "owner") {
        const errors: ReadonlyArray<FormError> = [
          { field: null, message: "Only the owner of the account can do this." }
        ]
        return yield* show(request, session, { errors, status: 403 })
      }
      const paused = form.get("paused") === "yes"
      yield* (yield* Accounts).updateSettings(session.viewer, { notificationsPaused: paused })
      return seeOther(`/settings?done=${paused ? "paused" : "resumed"}`)
    }),
    { observe: settingsOf }
  ),
  sessionForm(
    "/settings/alerts-by-mail",
    "mailPreferences.update",
    Effect.fnUntraced(function* (_, session, form) {
      yield* takeMemberAlertsForm(session, form)
      return seeOther("/settings?done=preferences")
    })
  ),
  sessionForm(
    "/settings/password",
    "password.change",
    Effect.fnUntraced(function* (request, session, form) {
      const change = yield* takePasswordForm(request, session, form)
      return change._tag === "Changed"
        ? seeOther("/settings?done=password", change.headers)
        : yield* show(request, session, change)
    })
  ),
  sessionForm(
    "/settings/sessions",
    "session.closeOthers",
    Effect.fnUntraced(function* (_, { tokenHash, viewer }, form) {
      yield* (yield* Sessions).closeOthers(viewer, tokenHash)
      const next = returnPath(form.get("next"))
      return seeOther(next === "/" ? "/settings?done=sessions" : next)
    })
  ),
  sessionForm(
    "/settings/whatsapp",
    "whatsApp.update",
    Effect.fnUntraced(function* (request, session, form) {
      return yield* show(request, session, { message: yield* takeWhatsAppForm(session.caller, form) })
    })
  )
]
