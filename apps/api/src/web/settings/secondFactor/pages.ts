import { type SecondFactorState, sessionSeconds } from "@mon/core-store"
import { html, type Html } from "@mon/status-page"
import type { Session } from "../../../auth/currentSession.ts"
import type { ResponseHeaders } from "../../../http/HttpResponse.ts"
import { DASHBOARD_PATH, SECOND_FACTOR_PATH, SETTINGS_PATH } from "../../page/dashboardPaths.ts"
import { attributes, errorSummary, field, type FormError, notice, titled } from "../../page/Form.ts"
import { page } from "../../page/Page.ts"
import type { PageRequest } from "../../page/PageEndpoint.ts"
import { frameOf } from "../../page/session.ts"
import { time } from "../../page/time.ts"
import { card } from "../../signIn/passwordForm.ts"
import { confirmFirst } from "../confirmFirst.ts"

/** The name of the field with the code that proves that an app has the secret. */
export const appCodeName = "appCode"

/** The paths of the forms. */
export const secondFactorPaths = {
  setUp: `${SECOND_FACTOR_PATH}/setup`,
  confirm: `${SECOND_FACTOR_PATH}/confirm`,
  recoveryCodes: `${SECOND_FACTOR_PATH}/recovery-codes`,
  remove: `${SECOND_FACTOR_PATH}/remove`,
  requirement: `${SECOND_FACTOR_PATH}/requirement`
} as const

interface Shown {
  readonly errors?: ReadonlyArray<FormError>
  readonly message?: string | undefined
  readonly status?: number
  readonly headers?: ResponseHeaders
}

const button = (action: string, label: string, kind = ""): Html =>
  html`<form method="post" action="${action}"><button${attributes({ class: kind === "" ? undefined : kind, type: "submit" })}>${label}</button></form>`

/** A form behind a second step. */
const confirmed = (label: string, hint: string, form: Html): Html =>
  html`<details class="confirm">
    <summary>${label}…</summary>
    <p>${hint}</p>
    ${form}
  </details>`

const required = ({ ownerEmail, principal }: Session): Html =>
  principal.role === "owner"
    ? html`<p><strong>Your account requires two-factor sign-in.</strong> Set it up to continue.</p>`
    : html`<p>
        <strong>The account of ${ownerEmail} requires two-factor sign-in.</strong> Set it up to continue, or
        <a href="/accounts">choose another account</a>.
      </p>`

const off = (session: Session): Html =>
  html`${session.mustEnrol ? required(session) : html`<p>Two-factor sign-in is <strong>off</strong>.</p>`}
    <p>
      With two-factor sign-in, a stolen password is not enough: signing in also needs a code from an app on your phone.
      Every app for one-time codes (TOTP) works.
    </p>
    ${
      session.isEmailConfirmed
        ? button(secondFactorPaths.setUp, "Set up two-factor sign-in")
        : confirmFirst(session.email, "You can set it up")
    }`

const codesLeft = (left: number): string => (left === 1 ? "1 recovery code" : `${left} recovery codes`)

const on = ({ enabledAt, isRequired, recoveryCodes }: SecondFactorState & { enabledAt: Date }, zone: string): Html =>
  html`<p>
      Two-factor sign-in is <strong>on</strong> since ${time(enabledAt.toISOString(), zone)}. You have
      ${codesLeft(recoveryCodes)} left.
    </p>
    ${recoveryCodes < 3 ? html`<p><strong>Create new recovery codes soon.</strong> You need one to sign in without your phone.</p>` : null}
    ${confirmed(
      "New recovery codes",
      "The earlier recovery codes stop working immediately.",
      button(secondFactorPaths.recoveryCodes, "Create new recovery codes")
    )}
    ${confirmed(
      "Use another phone or app",
      "Nothing changes until you enter a code from the new app. Then all other sessions are signed out.",
      button(secondFactorPaths.setUp, "Set up the new app")
    )}
    ${
      isRequired
        ? html`<p class="hint">The account requires two-factor sign-in, so you cannot switch it off.</p>`
        : confirmed(
            "Switch off",
            "You will then need only your password to sign in.",
            button(secondFactorPaths.remove, "Switch off two-factor sign-in", "danger")
          )
    }`

/** Only for owners: whether everybody needs a second factor. */
const requirement = ({ mustEnrol, principal }: Session, { enabledAt, isRequired }: SecondFactorState): Html | null =>
  principal.role !== "owner" || mustEnrol
    ? null
    : html`<section aria-labelledby="requirement">
        <h2 id="requirement">Everyone in your account</h2>
        <p>
          ${isRequired ? "Everyone needs two-factor sign-in." : "Each person decides for themselves."}
          ${isRequired ? null : "If you require it, members who do not have it must set it up the next time they open a page. Their API keys keep working."}
        </p>
        ${
          !isRequired && enabledAt === null
            ? html`<p class="hint">Set up your own two-factor sign-in before you require it.</p>`
            : html`<form method="post" action="${secondFactorPaths.requirement}">
                <input type="hidden" name="required" value="${isRequired ? "no" : "yes"}" />
                <button class="second" type="submit">
                  ${isRequired ? "Stop requiring it" : "Require two-factor sign-in"}
                </button>
              </form>`
        }
      </section>`

const TITLE = "Two-factor sign-in"

/** The state of the second factor, and what can be changed. */
export const statePage = (
  request: PageRequest,
  session: Session,
  state: SecondFactorState,
  zone: string,
  { errors = [], headers = {}, message, status = 200 }: Shown = {}
) => {
  const { enabledAt } = state
  return page({
    title: titled(TITLE, errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      TITLE,
      html`${errorSummary(errors)}${notice(message)} ${enabledAt === null ? off(session) : on({ ...state, enabledAt }, zone)}
      ${requirement(session, state)}
      ${session.mustEnrol ? null : html`<p><a href="${SETTINGS_PATH}">Back to settings</a></p>`}`
    )
  })
}

interface Secret {
  readonly secret: string
  readonly qrCode: string
  readonly uri: string
  readonly token: string
}

/** In groups of four, as people type it. */
const grouped = (secret: string): string => secret.replaceAll(/.{4}(?=.)/gu, "$& ")

const SETUP_TITLE = "Set up two-factor sign-in"

/** The secret as a QR code and as text, and the field for the first code. */
export const setupPage = (
  request: PageRequest,
  session: Session,
  { qrCode, secret, token, uri }: Secret,
  { errors = [], headers = {}, status = 200 }: Shown = {}
) =>
  page({
    title: titled(SETUP_TITLE, errors),
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      SETUP_TITLE,
      html`${errorSummary(errors)}
        <ol class="steps">
          <li>
            <p>Scan this code with your authenticator app, or <a href="${uri}">open it on this device</a>.</p>
            <img class="qr" src="${qrCode}" width="220" height="220" alt="QR code with the key below" />
            <p>Without a camera, enter this key: <code class="secret">${grouped(secret)}</code></p>
          </li>
          <li>
            <form method="post" action="${secondFactorPaths.confirm}">
              <input${attributes({ type: "hidden", name: "token", value: token })}>
              ${field({ name: appCodeName, label: "Enter the code the app shows", type: "text", autocomplete: "one-time-code", inputMode: "numeric", maxLength: 20, isCode: true }, errors)}
              <button type="submit">Switch on</button>
            </form>
          </li>
        </ol>
        <p class="hint">You have ${sessionSeconds.recent / 60} minutes. Nothing changes until the code is correct.</p>
        <p><a href="${SECOND_FACTOR_PATH}">Cancel</a></p>`
    )
  })

/** The recovery codes, the only time they are visible. */
export const recoveryCodesPage = (
  request: PageRequest,
  session: Session,
  codes: ReadonlyArray<string>,
  { headers = {}, message }: Shown = {}
) =>
  page({
    title: "Your recovery codes",
    headers,
    frame: frameOf(request, session),
    body: card(
      "Your recovery codes",
      html`${notice(message)}
        <p>
          Store them somewhere safe, such as a password manager or on paper. Each code signs you in once if you do not have
          your phone. They cannot be shown again.
        </p>
        <ul class="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a class="button" href="${DASHBOARD_PATH}">I have stored them</a></p>`
    )
  })
