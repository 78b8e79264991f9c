import { type SecondFactorState, sessionSeconds } from "@mon/core-store"
import type { Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"
import type { Session } from "../../../auth/currentSession.ts"
import type { ResponseHeaders } from "../../../http/HttpResponse.ts"
import { DASHBOARD_PATH, SECOND_FACTOR_PATH, SETTINGS_PATH } from "../../page/dashboardPaths.ts"
import { attributes, errorSummary, field, type FormError, notice, titled } from "../../page/Form.ts"
import { browserLanguage } from "../../page/language.ts"
import { page } from "../../page/Page.ts"
import type { PageRequest } from "../../page/PageEndpoint.ts"
import { frameOf } from "../../page/session.ts"
import { time } from "../../page/time.ts"
import { card } from "../../signIn/passwordForm.ts"
import { confirmFirst } from "../confirmFirst.ts"
import { secondFactorWords } from "./words.ts"

/** The name of the field for the code that proves that the app has the secret. */
export const appCodeName = "appCode"

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

/** Renders a form that is hidden until the person opens it. */
const confirmed = (label: string, hint: string, form: Html): Html =>
  html`<details class="confirm">
    <summary>${label}…</summary>
    <p>${hint}</p>
    ${form}
  </details>`

const required = ({ ownerEmail, principal }: Session, language: Language): Html => {
  const { chooseOther, required: words } = secondFactorWords[language]
  const [before, link, after] = chooseOther
  return principal.role === "owner"
    ? html`<p><strong>${words.own}</strong> ${words.setUp}.</p>`
    : html`<p><strong>${words.of(ownerEmail)}</strong> ${words.setUp}${before} <a href="/accounts">${link}</a>${after}</p>`
}

const off = (session: Session, language: Language): Html => {
  const { canSetUp, isOff, setUp, why } = secondFactorWords[language]
  return html`${session.mustEnrol ? required(session, language) : html`<p><strong>${isOff}</strong></p>`}
    <p>${why}</p>
    ${
      session.isEmailConfirmed
        ? button(secondFactorPaths.setUp, setUp)
        : confirmFirst(session.email, canSetUp, language)
    }`
}

const on = (
  { enabledAt, isRequired, recoveryCodes }: SecondFactorState & { enabledAt: Date },
  zone: string,
  language: Language
): Html => {
  const { cannotSwitchOff, fewCodes, isOn, otherApp, renew, switchOff } = secondFactorWords[language]
  const [before, after] = isOn(recoveryCodes)
  const [strong, more] = fewCodes
  return html`<p>${before} ${time(enabledAt.toISOString(), zone, language)}${after}</p>
    ${recoveryCodes < 3 ? html`<p><strong>${strong}</strong> ${more}</p>` : null}
    ${confirmed(renew.label, renew.hint, button(secondFactorPaths.recoveryCodes, renew.button))}
    ${confirmed(otherApp.label, otherApp.hint, button(secondFactorPaths.setUp, otherApp.button))}
    ${
      isRequired
        ? html`<p class="hint">${cannotSwitchOff}</p>`
        : confirmed(switchOff.label, switchOff.hint, button(secondFactorPaths.remove, switchOff.button, "danger"))
    }`
}

const requirement = (
  { mustEnrol, principal }: Session,
  { enabledAt, isRequired }: SecondFactorState,
  language: Language
): Html | null => {
  if (principal.role !== "owner" || mustEnrol) return null
  const words = secondFactorWords[language]
  return html`<section aria-labelledby="requirement">
    <h2 id="requirement">${words.everyone}</h2>
    <p>${isRequired ? words.isRequired : `${words.isOptional} ${words.ifRequired}`}</p>
    ${
      !isRequired && enabledAt === null
        ? html`<p class="hint">${words.ownFirst}</p>`
        : html`<form method="post" action="${secondFactorPaths.requirement}">
            <input type="hidden" name="required" value="${isRequired ? "no" : "yes"}" />
            <button class="second" type="submit">${isRequired ? words.stopRequiring : words.require}</button>
          </form>`
    }
  </section>`
}

export const statePage = (
  request: PageRequest,
  session: Session,
  state: SecondFactorState,
  zone: string,
  { errors = [], headers = {}, message, status = 200 }: Shown = {}
) => {
  const { enabledAt } = state
  const language = browserLanguage(request)
  const { back, title } = secondFactorWords[language]
  return page({
    title: titled(title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      title,
      html`${errorSummary(errors, language)}${notice(message)}
      ${enabledAt === null ? off(session, language) : on({ ...state, enabledAt }, zone, language)}
      ${requirement(session, state, language)}
      ${session.mustEnrol ? null : html`<p><a href="${SETTINGS_PATH}">${back}</a></p>`}`
    )
  })
}

interface Secret {
  readonly secret: string
  readonly qrCode: string
  readonly uri: string
  readonly token: string
}

/** Splits a secret into groups of four characters, so that it is easy to type. */
const grouped = (secret: string): string => secret.replaceAll(/.{4}(?=.)/gu, "$& ")

export const setupPage = (
  request: PageRequest,
  session: Session,
  { qrCode, secret, token, uri }: Secret,
  { errors = [], headers = {}, status = 200 }: Shown = {}
) => {
  const language = browserLanguage(request)
  const { setup: words } = secondFactorWords[language]
  const [before, link, after] = words.scan
  return page({
    title: titled(words.title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      words.title,
      html`${errorSummary(errors, language)}
        <ol class="steps">
          <li>
            <p>${before} <a href="${uri}">${link}</a>${after}</p>
            <img class="qr" src="${qrCode}" width="220" height="220" alt="${words.qrCode}" />
            <p>${words.key} <code class="secret">${grouped(secret)}</code></p>
          </li>
          <li>
            <form method="post" action="${secondFactorPaths.confirm}">
              <input${attributes({ type: "hidden", name: "token", value: token })}>
              ${field({ name: appCodeName, label: words.code, type: "text", autocomplete: "one-time-code", inputMode: "numeric", maxLength: 20, isCode: true }, errors, language)}
              <button type="submit">${words.button}</button>
            </form>
          </li>
        </ol>
        <p class="hint">${words.limit(sessionSeconds.recent / 60)}</p>
        <p><a href="${SECOND_FACTOR_PATH}">${words.cancel}</a></p>`
    )
  })
}

/** Renders the recovery codes, which are shown only once. */
export const recoveryCodesPage = (
  request: PageRequest,
  session: Session,
  codes: ReadonlyArray<string>,
  { headers = {}, message }: Shown = {}
) => {
  const language = browserLanguage(request)
  const { hint, stored, title } = secondFactorWords[language].codes
  return page({
    title,
    language,
    headers,
    frame: frameOf(request, session),
    body: card(
      title,
      html`${notice(message)}
        <p>${hint}</p>
        <ul class="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a class="button" href="${DASHBOARD_PATH}">${stored}</a></p>`
    )
  })
}
