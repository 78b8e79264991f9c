import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { accessWords } from "./accessWords.ts"
import { simplePage } from "./simplePage.ts"

interface AccessForm {
  readonly language: Language
  /** The path that the form is sent to. */
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

/** Asks for the password of a page. */
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

/** Asks for the email address of a reader. */
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

/** The page of the link in an email. Mail scanners follow links, so a button lets the reader in. */
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

/** The same for a page that does not exist as for a file that a page does not have. */
export const absentPage = (language: Language): HttpResponse => {
  const { absent, absentHint } = accessWords[language]
  return simplePage({ language, title: absent, status: 404, body: html`<p>${absentHint}</p>` })
}

/** For a page that is not in memory while the database cannot be reached. */
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

/** Instead of a document of a private page. */
export const privateAnswer: HttpResponse = {
  status: 401,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify({ error: "This status page is private." }),
  headers: { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff", "X-Robots-Tag": "noindex" }
}
