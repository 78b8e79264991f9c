import { type AccountBranding, MailPreferences, Secrets, type StoreError, Suppressions } from "@mon/core-store"
import { readUnsubscribeToken, type UnsubscribeClaims } from "@mon/notifications"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { branded } from "../page/branding.ts"
import { errorPage } from "../page/errorPages.ts"
import { notice } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { frameOf } from "../page/session.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { unsubscribeWords } from "./words.ts"

export type UnsubscribeServices = AccountBranding | MailPreferences | Secrets | Suppressions

type Store<A> = Effect.Effect<A, StoreError, MailPreferences | Suppressions>

/** Returns whether an address is unsubscribed, or null if the address gets no emails of this kind. */
const isUnsubscribed = ({ accountId, address, kind }: UnsubscribeClaims): Store<boolean | null> =>
  kind === "alerts"
    ? Effect.flatMap(Suppressions, (suppressions) => suppressions.isStopped(accountId, address))
    : Effect.flatMap(MailPreferences, (preferences) =>
        Effect.map(preferences.weeklyReport(accountId, address), (enabled) => (enabled === null ? null : !enabled))
      )

/** Unsubscribes an address. Returns false if the address gets no emails of this kind. */
const unsubscribe = ({ accountId, address, kind }: UnsubscribeClaims): Store<boolean> =>
  kind === "alerts"
    ? Effect.flatMap(Suppressions, (suppressions) => suppressions.stop(accountId, address))
    : Effect.flatMap(MailPreferences, (preferences) => preferences.setWeeklyReport(accountId, address, false))

const resubscribe = ({ accountId, address, kind }: UnsubscribeClaims): Store<boolean> =>
  kind === "alerts"
    ? Effect.flatMap(Suppressions, (suppressions) => Effect.as(suppressions.lift(accountId, address), true))
    : Effect.flatMap(MailPreferences, (preferences) => preferences.setWeeklyReport(accountId, address, true))

const form = (token: string, action: "stop" | "resume", label: string): Html =>
  html`<form method="post" action="/stop/${encodeURIComponent(token)}"><input type="hidden" name="do" value="${action}">
<button${action === "resume" ? html` class="second"` : null} type="submit">${label}</button></form>`

const absent = (request: PageRequest) => errorPage("absent", frameOf(request, null))

const show = (request: PageRequest, { address, kind }: UnsubscribeClaims, stopped: boolean, message: string | null) => {
  const language = browserLanguage(request)
  const { notSent, sent, stop: label, title, undo } = unsubscribeWords[language][kind]
  const token = request.params["token"] ?? ""
  return page({
    title,
    language,
    frame: frameOf(request, null),
    body: html`<main class="narrow">
      <h1>${title}</h1>
      ${notice(message)}
      <p>${stopped ? notSent : sent} <strong>${address}</strong>.</p>
      ${stopped ? form(token, "resume", undo) : form(token, "stop", label)}
    </main>`
  })
}

const claimsOf = ({ params }: PageRequest) =>
  Effect.map(Secrets, (secrets) => readUnsubscribeToken(secrets, params["token"] ?? ""))

const submit = Effect.fnUntraced(function* (request: PageRequest, claims: UnsubscribeClaims) {
  const resumes = (yield* request.form).get("do") === "resume"
  const { resumed, stopped } = unsubscribeWords[browserLanguage(request)][claims.kind]
  const known = yield* resumes ? resubscribe(claims) : unsubscribe(claims)
  return known ? show(yield* branded(request, claims), claims, !resumes, resumes ? resumed : stopped) : absent(request)
})

/**
 * The unsubscribe pages. A GET changes nothing, because mail scanners follow links. A POST without the form field is a
 * one-click unsubscribe (RFC 8058).
 */
export const unsubscribeEndpoints: ReadonlyArray<PageEndpoint<UnsubscribeServices>> = [
  {
    method: "GET",
    path: "/stop/:token",
    handle: Effect.fnUntraced(function* (request) {
      const claims = yield* claimsOf(request)
      const stopped = claims === null ? null : yield* isUnsubscribed(claims)
      return claims === null || stopped === null
        ? absent(request)
        : show(yield* branded(request, claims), claims, stopped, null)
    })
  },
  {
    method: "POST",
    path: "/stop/:token",
    action: "subscription.update",
    admit: Effect.fnUntraced(function* (request) {
      const claims = yield* claimsOf(request)
      return claims === null
        ? absent(request)
        : { actor: { kind: "link" }, accountId: claims.accountId, target: null, submit: submit(request, claims) }
    })
  }
]
