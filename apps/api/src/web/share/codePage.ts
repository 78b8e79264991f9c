import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { field, errorSummary, notice, titled } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { frameOf } from "../page/session.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { shareWords } from "./shareWords.ts"

/** These headers keep share pages out of referrers and search engines. */
export const PRIVATE_HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

interface CodePageOptions {
  /** Whether this browser has requested a code before. */
  readonly hasAsked: boolean
  readonly message?: string
  /**
   * Whether the entered code was refused. The page is the same for every reason, so that it does not reveal the reason.
   */
  readonly isRefused?: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export const wrongCode: CodePageOptions = { hasAsked: true, isRefused: true, status: 403 }

type Words = (typeof shareWords)[Language]

const errorsOf = (error: string | undefined) => (error === undefined ? [] : [{ field: "code", message: error }])

const codeForm = (words: Words, error: string | undefined): Html =>
  html`<form method="post">
    <input type="hidden" name="do" value="enter" />
    ${field(
      {
        name: "code",
        label: words.code,
        type: "text",
        inputMode: "numeric",
        autocomplete: "one-time-code",
        maxLength: 4,
        minLength: 4,
        hint: words.codeHint
      },
      errorsOf(error)
    )}
    <button type="submit">${words.show}</button>
  </form>`

const sendForm = ({ send, sendAgain }: Words, resend: boolean): Html =>
  html`<form method="post">
<input type="hidden" name="do" value="send">
<button${resend ? html` class="second"` : null} type="submit">${resend ? sendAgain : send}</button>
</form>`

/** Renders the page that asks for the code from the owner's email. Reveals nothing about the simulation. */
export const codePage = (
  request: PageRequest,
  { hasAsked, headers, isRefused = false, message, status = 200 }: CodePageOptions
): HttpResponse => {
  const language = browserLanguage(request)
  const words = shareWords[language]
  const error = isRefused ? words.wrongCode : undefined
  return page({
    title: titled(words.title, errorsOf(error), language),
    language,
    status,
    frame: frameOf(request, null),
    headers: { ...PRIVATE_HEADERS, ...headers },
    body: html`<main class="narrow">
      ${errorSummary(errorsOf(error), language)}
      <h1>${words.title}</h1>
      ${notice(message)}
      ${
        hasAsked
          ? html`<p>${words.sent}</p>
              ${codeForm(words, error)}${sendForm(words, true)}`
          : html`<p>${words.needsCode}</p>
              ${sendForm(words, false)}`
      }
    </main>`
  })
}

export const waitPage = (request: PageRequest): HttpResponse => {
  const language = browserLanguage(request)
  const { running, title } = shareWords[language]
  return page({
    title,
    language,
    frame: frameOf(request, null),
    headers: PRIVATE_HEADERS,
    body: html`<main class="narrow">
      <h1>${title}</h1>
      <p>${running}</p>
    </main>`
  })
}
