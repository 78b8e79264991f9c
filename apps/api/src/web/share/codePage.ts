import type { HttpResponse } from "../../http/HttpResponse.ts"
import { field, faultSummary, notice, titled } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { type Html, html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"

/** What every page of a link says to browsers, search engines and the sites that it leads to. */
export const PRIVATELY = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

interface CodePageOptions {
  /** Whether this browser has asked for a code. */
  readonly hasAsked: boolean
  readonly message?: string
  /** What is wrong with the code that was entered. */
  readonly fault?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const TITLE = "A shared campaign simulation"
const WRONG_CODE =
  "That code is wrong or has expired. Codes work once, for 10 minutes and 3 attempts. After too many wrong codes the link is locked."

/** The code was refused: the same page for every reason. */
export const wrongCode: CodePageOptions = { hasAsked: true, fault: WRONG_CODE, status: 403 }

const faultsOf = (fault: string | undefined) => (fault === undefined ? [] : [{ field: "code", message: fault }])

const codeForm = (fault: string | undefined): Html =>
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
      faultsOf(fault)
    )}
    <button type="submit">Show the results</button>
  </form>`

const sendForm = (resend: boolean): Html =>
  html`<form method="post">
<input type="hidden" name="do" value="send">
<button${resend ? html` class="second"` : null} type="submit">${resend ? "Mail a new code" : "Mail a code to the owner"}</button>
</form>`

/** Asks who has the link for the code that its owner gets by email. Shows nothing of the simulation. */
export const codePage = (
  request: PageRequest,
  { fault, hasAsked, headers, message, status = 200 }: CodePageOptions
): HttpResponse =>
  page({
    title: titled(TITLE, faultsOf(fault)),
    status,
    frame: frameOf(request, null),
    headers: { ...PRIVATELY, ...headers },
    body: html`<main class="narrow">
      ${faultSummary(faultsOf(fault))}
      <h1>${TITLE}</h1>
      ${notice(message)}
      ${
        hasAsked
          ? html`<p>Unless this link is locked, a code was mailed to the owner of this campaign. Ask them for it.</p>
              ${codeForm(fault)}${sendForm(true)}`
          : html`<p>
                To see the results you need a code of four digits. It is mailed to the owner of this campaign, not to
                you: ask them for it.
              </p>
              ${sendForm(false)}`
      }
    </main>`
  })

/** A simulation that has no results yet. */
export const waitPage = (request: PageRequest): HttpResponse =>
  page({
    title: TITLE,
    frame: frameOf(request, null),
    headers: PRIVATELY,
    body: html`<main class="narrow">
      <h1>${TITLE}</h1>
      <p>This simulation is still running. Open the link again in a few minutes.</p>
    </main>`
  })
