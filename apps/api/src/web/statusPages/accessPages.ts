import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { accessWords } from "./accessWords.ts"
import { simplePage } from "./simplePage.ts"

interface AccessForm {
  readonly language: Language
  readonly action: string
  readonly status: number
  readonly error?: string | undefined
  readonly note?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

const errorText = (error: string | undefined): Html | null =>
  error === undefined ? null : html`<p class="error" role="alert">${error}</p>`

const noteText = (note: string | undefined): Html | null =>
  note === undefined ? null : html`<p role="status">${note}</p>`

export const passwordPage = ({ action, error, language, status, headers = {} }: AccessForm): HttpResponse => {
  const { open, password, passwordHint, title } = accessWords[language]
  return simplePage({
    language,
    title,
    status,
    headers,
    body: html`${errorText(error)}
      <p>${passwordHint}</p>
      <form method="post" action="${action}">
        <label for="password">${password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required />
        <button type="submit">${open}</button>
      </form>`
  })
}

export const emailPage = ({ action, error, headers = {}, language, note, status }: AccessForm): HttpResponse => {
  const { email, emailHint, send, title } = accessWords[language]
  return simplePage({
    language,
    title,
    status,
    headers,
    body: html`${errorText(error)}${noteText(note)}
      <p>${emailHint}</p>
      <form method="post" action="${action}">
        <label for="email">${email}</label>
        <input id="email" name="email" type="email" autocomplete="email" maxlength="254" required />
        <button type="submit">${send}</button>
      </form>`
  })
}

/**
 * Renders the page that the link in an email opens. Mail scanners follow links, so only the button on the page gives
 * access.
 */
export const confirmPage = (language: Language, action: string): HttpResponse => {
  const { confirm, open, title } = accessWords[language]
  return simplePage({
    language,
    title,
    status: 200,
    headers: { "Referrer-Policy": "no-referrer" },
    body: html`<p>${confirm}</p>
      <form method="post" action="${action}">
        <button type="submit">${open}</button>
      </form>`
  })
}

export const absentPage = (language: Language): HttpResponse => {
  const { absent, absentHint } = accessWords[language]
  return simplePage({ language, title: absent, status: 404, body: html`<p>${absentHint}</p>` })
}

/** Renders the page for a status page that is not in memory while the database is unavailable. */
export const awayPage = (language: Language): HttpResponse => {
  const { away, awayHint } = accessWords[language]
  return simplePage({
    language,
    title: away,
    status: 503,
    headers: { "Retry-After": "30" },
    body: html`<p>${awayHint}</p>`
  })
}

/** The response to a request for a document of a private page by somebody without access. */
export const privateAnswer: HttpResponse = {
  status: 401,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify({ error: "This status page is private." }),
  headers: { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff", "X-Robots-Tag": "noindex" }
}
