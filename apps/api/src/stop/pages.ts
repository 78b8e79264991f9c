import { readStopToken, type StopClaims } from "@mon/checks"
import { MailPreferences, Secrets, type StoreError, Suppressions } from "@mon/core-store"
import { Effect } from "effect"
import { faultPage } from "../pages/faultPages.ts"
import { notice } from "../pages/Form.ts"
import { frameOf } from "../pages/Frame.ts"
import { html, type Html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import type { PageRequest, PageRoute } from "../pages/PageRoute.ts"

/** What stop pages work with. */
export type StopServices = MailPreferences | Secrets | Suppressions

type Store<A> = Effect.Effect<A, StoreError, MailPreferences | Suppressions>

interface Words {
  readonly title: string
  readonly what: string
  readonly verb: string
  readonly stop: string
  readonly undo: string
  readonly stopped: string
  readonly resumed: string
}

const words: Readonly<Record<StopClaims["kind"], Words>> = {
  alerts: {
    title: "Stop these alerts",
    what: "Alerts about this account's domains",
    verb: "are",
    stop: "Stop the alerts",
    undo: "Send me alerts again",
    stopped: "No more alerts of this account are sent to this address.",
    resumed: "Alerts are sent to this address again."
  },
  weekly_report: {
    title: "Stop the weekly report",
    what: "The weekly report",
    verb: "is",
    stop: "Stop the weekly report",
    undo: "Send me the weekly report again",
    stopped: "No more weekly reports are sent to this address. Alerts go on.",
    resumed: "The weekly report is sent to this address again."
  }
}

/** Whether the mails are stopped; null: there is nothing that could be. */
const isStopped = ({ accountId, address, kind }: StopClaims): Store<boolean | null> =>
  kind === "alerts"
    ? Effect.flatMap(Suppressions, (suppressions) => suppressions.isStopped(accountId, address))
    : Effect.flatMap(MailPreferences, (choices) =>
        Effect.map(choices.weeklyReport(accountId, address), (wanted) => (wanted === null ? null : !wanted))
      )

/** False: there is nothing that could be stopped. */
const stop = ({ accountId, address, kind }: StopClaims): Store<boolean> =>
  kind === "alerts"
    ? Effect.flatMap(Suppressions, (suppressions) => suppressions.stop(accountId, address))
    : Effect.flatMap(MailPreferences, (choices) => choices.setWeeklyReport(accountId, address, false))

const resume = ({ accountId, address, kind }: StopClaims): Store<boolean> =>
  kind === "alerts"
    ? Effect.flatMap(Suppressions, (suppressions) => Effect.as(suppressions.lift(accountId, address), true))
    : Effect.flatMap(MailPreferences, (choices) => choices.setWeeklyReport(accountId, address, true))

const form = (token: string, action: "stop" | "resume", label: string): Html =>
  html`<form method="post" action="/stop/${encodeURIComponent(token)}"><input type="hidden" name="do" value="${action}">
<button${action === "resume" ? html` class="second"` : null} type="submit">${label}</button></form>`

const absent = (request: PageRequest) => faultPage("absent", frameOf(request, null))

const show = (request: PageRequest, { address, kind }: StopClaims, stopped: boolean, said: string | null) => {
  const { stop: label, title, undo, verb, what } = words[kind]
  const token = request.params["token"] ?? ""
  return page({
    title,
    frame: frameOf(request, null),
    body: html`<main class="narrow">
      <h1>${title}</h1>
      ${notice(said)}
      <p>${what} ${verb} ${stopped ? "not sent" : "sent"} to <strong>${address}</strong>.</p>
      ${stopped ? form(token, "resume", undo) : form(token, "stop", label)}
    </main>`
  })
}

const claimsOf = ({ params }: PageRequest) =>
  Effect.map(Secrets, (secrets) => readStopToken(secrets, params["token"] ?? ""))

/** Looking stops nothing, since programs follow links. A POST without a field of ours is the one click of RFC 8058. */
export const stopRoutes: ReadonlyArray<PageRoute<StopServices>> = [
  {
    method: "GET",
    path: "/stop/:token",
    reply: Effect.fnUntraced(function* (request) {
      const claims = yield* claimsOf(request)
      const stopped = claims === null ? null : yield* isStopped(claims)
      return claims === null || stopped === null ? absent(request) : show(request, claims, stopped, null)
    })
  },
  {
    method: "POST",
    path: "/stop/:token",
    reply: Effect.fnUntraced(function* (request) {
      const claims = yield* claimsOf(request)
      if (claims === null) return absent(request)
      const resumes = (yield* request.form).get("do") === "resume"
      const known = yield* resumes ? resume(claims) : stop(claims)
      return known
        ? show(request, claims, !resumes, resumes ? words[claims.kind].resumed : words[claims.kind].stopped)
        : absent(request)
    })
  }
]
