import { EXPORT_MINUTES } from "@mon/core-store"
import type { Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { ApiConfig } from "../../../ApiConfig.ts"
import type { Session } from "../../../auth/currentSession.ts"
import { ACCOUNT_PATH, SETTINGS_PATH } from "../../page/dashboardPaths.ts"
import { errorSummary, field, type FormError, notice, titled } from "../../page/Form.ts"
import { browserLanguage } from "../../page/language.ts"
import { page } from "../../page/Page.ts"
import type { PageRequest } from "../../page/PageEndpoint.ts"
import { frameOf } from "../../page/session.ts"
import { time } from "../../page/time.ts"
import { card } from "../../signIn/passwordForm.ts"
import type { ResponseHeaders } from "../../../http/HttpResponse.ts"
import { accountWords } from "./words.ts"

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

const download = (language: Language): Html => {
  const { button, limit, text, title } = accountWords[language].export
  const [before, after] = text
  return html`<section aria-labelledby="export-title">
    <h2 id="export-title">${title}</h2>
    <p>${before} <code>complete.json</code>${after}</p>
    <form method="post" action="${accountPaths.download}">
      <button class="second" type="submit">${button}</button>
    </form>
    <p class="hint">${limit(EXPORT_MINUTES)}</p>
  </section>`
}

const deletion = (session: Session, days: number, errors: ReadonlyArray<FormError>, language: Language): Html => {
  const { button, confirm, effects, lead, title } = accountWords[language].deletion
  return html`<section aria-labelledby="delete-title">
    <h2 id="delete-title">${title}</h2>
    <p>${lead}</p>
    <ul>
      ${effects(days).map((effect) => html`<li>${effect}</li>`)}
    </ul>
    <form method="post" action="${accountPaths.remove}">
      ${field({ name: confirmationName, label: confirm(session.email), type: "text", autocomplete: "off", isCode: true }, errors, language)}
      <button class="danger" type="submit">${button}</button>
    </form>
  </section>`
}

export const accountPage = (
  request: PageRequest,
  session: Session,
  { errors = [], headers = {}, message, status = 200 }: Shown = {}
) => {
  const language = browserLanguage(request)
  const { back, leave, ownerOnly, title } = accountWords[language]
  return Effect.map(ApiConfig.retention, ({ deletedAccounts }) =>
    page({
      title: titled(title, errors, language),
      language,
      status,
      headers,
      frame: frameOf(request, session),
      body: card(
        title,
        html`${errorSummary(errors, language)}${notice(message)}
          ${
            session.principal.role === "owner"
              ? html`${download(language)}${deletion(session, deletedAccounts, errors, language)}`
              : html`<p>${ownerOnly(session.ownerEmail)} <a href="${SETTINGS_PATH}">${leave}</a></p>`
          }
          <p><a href="${SETTINGS_PATH}">${back}</a></p>`
      )
    })
  )
}

const others = ({ accounts }: Session, language: Language): Html | null =>
  accounts > 1 ? html`<p><a href="/accounts">${accountWords[language].chooseOther}</a></p>` : null

/** Renders the only page of an account that the operator has suspended. */
export const suspendedPage = (request: PageRequest, session: Session) => {
  const language = browserLanguage(request)
  const { hint, text, title } = accountWords[language].suspended
  const [before, after] = text
  return page({
    title,
    language,
    status: 403,
    frame: frameOf(request, session),
    body: card(
      title,
      html`<p>${before} <strong>${session.ownerEmail}</strong>${after}</p>
        <p>${hint}</p>
        ${others(session, language)}`
    )
  })
}

/** Renders the only page of an account that will be deleted. */
export const endingPage = (
  request: PageRequest,
  session: Session,
  { deletesAt, isLate, zone }: { readonly deletesAt: Date; readonly isLate: boolean; readonly zone: string },
  { errors = [], headers = {}, status = 200 }: Shown = {}
) => {
  const language = browserLanguage(request)
  const { effect, keep, late, on, ownerKeeps, since, title } = accountWords[language].ending
  return page({
    title: titled(title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, session),
    body: card(
      title,
      html`${errorSummary(errors, language)}
        <p>
          ${(isLate ? since : on)(session.ownerEmail)}
          <strong>${time(deletesAt.toISOString(), zone, language)}</strong>. ${effect}
        </p>
        ${
          isLate
            ? html`<p>${late}</p>`
            : session.principal.role === "owner"
              ? html`<form method="post" action="${accountPaths.keep}"><button type="submit">${keep}</button></form>`
              : html`<p>${ownerKeeps}</p>`
        }
        ${others(session, language)}`
    )
  })
}
