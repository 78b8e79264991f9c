import { EXPORT_MINUTES } from "@mon/core-store"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { ApiConfig } from "../../../ApiConfig.ts"
import type { Session } from "../../../auth/currentSession.ts"
import { ACCOUNT_PATH, SETTINGS_PATH } from "../../page/dashboardPaths.ts"
import { errorSummary, field, type FormError, notice, titled } from "../../page/Form.ts"
import { page } from "../../page/Page.ts"
import type { PageRequest } from "../../page/PageEndpoint.ts"
import { frameOf } from "../../page/session.ts"
import { time } from "../../page/time.ts"
import { card } from "../../signIn/passwordForm.ts"
import type { ResponseHeaders } from "../../../http/HttpResponse.ts"

/** The paths of the forms. */
export const accountPaths = {
  download: `${ACCOUNT_PATH}/export`,
  remove: `${ACCOUNT_PATH}/delete`,
  keep: `${ACCOUNT_PATH}/keep`
} as const

/** The name of the field with the address that confirms the deletion. */
export const confirmationName = "confirmation"

interface Shown {
  readonly errors?: ReadonlyArray<FormError>
  readonly message?: string | undefined
  readonly status?: number
  readonly headers?: ResponseHeaders
}

const download = html`<section aria-labelledby="export-title">
  <h2 id="export-title">Export the account</h2>
  <p>
    You get everything in your account as one archive (tar.gz): the rows of every table as JSON Lines, and all screenshots.
    Passwords, keys and other secrets are not in it. It is written while you download it, so your browser cannot say how
    much is left. If the archive has no file <code>complete.json</code>, the download was interrupted.
  </p>
  <form method="post" action="${accountPaths.download}">
    <button class="second" type="submit">Download the archive</button>
  </form>
  <p class="hint">You can export the account once every ${EXPORT_MINUTES} minutes.</p>
</section>`

const deletion = (session: Session, days: number, errors: ReadonlyArray<FormError>): Html =>
  html`<section aria-labelledby="delete-title">
    <h2 id="delete-title">Delete the account</h2>
    <p>This is what happens:</p>
    <ul>
      <li>At once: checks and alerts stop, API keys stop working, and status pages and their copies go offline.</li>
      <li>Everyone in your account gets an email.</li>
      <li>
        For ${days} days you can sign in and keep the account. You are reminded before the end.
      </li>
      <li>
        Then everything is permanently deleted: monitors, history, status pages, subscribers, simulations, credits and paid
        time. People who do not belong to another account are deleted too.
      </li>
      <li>Backups made by the service operator remain until the operator deletes them.</li>
      <li>Payments are made once and do not renew, so there is nothing to cancel. Unused time is not refunded.</li>
    </ul>
    <form method="post" action="${accountPaths.remove}">
      ${field({ name: confirmationName, label: `Enter ${session.email} to confirm`, type: "text", autocomplete: "off", isCode: true }, errors)}
      <button class="danger" type="submit">Delete the account</button>
    </form>
  </section>`

const member = ({ ownerEmail }: Session): Html =>
  html`<p>
    Only the account owner (${ownerEmail}) can export or delete it. You can leave it on
    <a href="${SETTINGS_PATH}">your profile</a>.
  </p>`

const TITLE = "Your account"

/** What the owner can do with the account as a whole. */
export const accountPage = (
  request: PageRequest,
  session: Session,
  { errors = [], headers = {}, message, status = 200 }: Shown = {}
) =>
  Effect.map(ApiConfig.retention, ({ deletedAccounts }) =>
    page({
      title: titled(TITLE, errors),
      status,
      headers,
      frame: frameOf(request, session),
      body: card(
        TITLE,
        html`${errorSummary(errors)}${notice(message)}
          ${session.principal.role === "owner" ? html`${download}${deletion(session, deletedAccounts, errors)}` : member(session)}
          <p><a href="${SETTINGS_PATH}">Back to settings</a></p>`
      )
    })
  )

const others = ({ accounts }: Session): Html | null =>
  accounts > 1 ? html`<p><a href="/accounts">Choose another account</a></p>` : null

const SUSPENDED_TITLE = "The account is suspended"

/** The only page of an account that the operator has suspended. */
export const suspendedPage = (request: PageRequest, session: Session) =>
  page({
    title: SUSPENDED_TITLE,
    status: 403,
    frame: frameOf(request, session),
    body: card(
      SUSPENDED_TITLE,
      html`<p>
          The operator of this service has suspended the account of <strong>${session.ownerEmail}</strong>. Nothing is
          checked, no alerts are sent, and its status pages are offline.
        </p>
        <p>Nothing was deleted. Ask the service operator what to do next.</p>
        ${others(session)}`
    )
  })

const ENDING_TITLE = "The account will be deleted"

/** The only page of an account that will be deleted. */
export const endingPage = (
  request: PageRequest,
  session: Session,
  { deletesAt, isLate, zone }: { readonly deletesAt: Date; readonly isLate: boolean; readonly zone: string },
  { errors = [], headers = {}, status = 200 }: Shown = {}
) =>
  page({
    title: titled(ENDING_TITLE, errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      ENDING_TITLE,
      html`${errorSummary(errors)}
        <p>
          The account of ${session.ownerEmail} ${isLate ? "is being deleted since" : "will be deleted for good on"}
          <strong>${time(deletesAt.toISOString(), zone)}</strong>. Nothing is checked and no alerts are sent.
        </p>
        ${
          isLate
            ? html`<p>It can no longer be kept.</p>`
            : session.principal.role === "owner"
              ? html`<form method="post" action="${accountPaths.keep}"><button type="submit">Keep my account</button></form>`
              : html`<p>Only its owner can keep it.</p>`
        }
        ${others(session)}`
    )
  })
