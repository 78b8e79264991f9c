import { type Html, html } from "@mon/status-page"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { field, errorSummary, notice, titled } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"

/** Keeps share pages out of referrers and search engines. */
export const PRIVATE_HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

interface CodePageOptions {
  /** Whether this browser has requested a code. */
  readonly hasAsked: boolean
  readonly message?: string
  /** The error about the entered code. */
  readonly error?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const TITLE = "A shared campaign simulation"
const WRONG_CODE =
  "That code is wrong or has expired. Each code works once, expires after 10 minutes and allows 3 attempts. Too many wrong codes lock the link."

/** The page for a refused code. It is the same for every reason, so that it reveals nothing. */
export const wrongCode: CodePageOptions = { hasAsked: true, error: WRONG_CODE, status: 403 }

const errorsOf = (error: string | undefined) => (error === undefined ? [] : [{ field: "code", message: error }])

const codeForm = (error: string | undefined): Html =>
  html`<form method="post">
    <input type="hidden" name="do" value="enter" />
    ${field(
      {
        name: "code",
        label: "Code",
        type: "text",
        inputMode: "numeric",
        autocomplete: "one-time-code",
        maxLength: 4,
        minLength: 4,
        hint: "Four digits."
      },
      errorsOf(error)
    )}
    <button type="submit">Show the results</button>
  </form>`

const sendForm = (resend: boolean): Html =>
  html`<form method="post">
<input type="hidden" name="do" value="send">
<button${resend ? html` class="second"` : null} type="submit">${resend ? "Send a new code" : "Send a code to the owner"}</button>
</form>`

/** Asks for the code that the owner gets by email. Reveals nothing about the simulation. */
export const codePage = (
  request: PageRequest,
  { error, hasAsked, headers, message, status = 200 }: CodePageOptions
): HttpResponse =>
  page({
    title: titled(TITLE, errorsOf(error)),
    status,
    frame: frameOf(request, null),
    headers: { ...PRIVATE_HEADERS, ...headers },
    body: html`<main class="narrow">
      ${errorSummary(errorsOf(error))}
      <h1>${TITLE}</h1>
      ${notice(message)}
      ${
        hasAsked
          ? html`<p>Unless this link is locked, we emailed a code to the owner of this campaign. Ask them for it.</p>
              ${codeForm(error)}${sendForm(true)}`
          : html`<p>
                To see the results, you need a four-digit code. We email it to the owner of this campaign, so ask them
                for it.
              </p>
              ${sendForm(false)}`
      }
    </main>`
  })

/** The page of a simulation that has no results yet. */
export const waitPage = (request: PageRequest): HttpResponse =>
  page({
    title: TITLE,
    frame: frameOf(request, null),
    headers: PRIVATE_HEADERS,
    body: html`<main class="narrow">
      <h1>${TITLE}</h1>
      <p>This simulation is still running. Open the link again in a few minutes.</p>
    </main>`
  })
