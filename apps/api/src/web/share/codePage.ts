import type { Reply } from "../../http/RequestContext.ts"
import { field, faultSummary, notice, titled } from "../page/Form.ts"
import { frameOf } from "../page/Frame.ts"
import { type Html, html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"

/** What every page of a link says to browsers, search engines and the sites that it leads to. */
export const PRIVATELY = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

interface Asked {
  /** Whether this browser has asked for a code. */
  readonly hasAsked: boolean
  readonly said?: string
  /** What is wrong with the code that was entered. */
  readonly fault?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const TITLE = "A shared campaign simulation"
const WRONG_CODE =
  "That is not the code, or it is over: a code works once, for 10 minutes and 3 tries, and none works at a link that was locked after too many wrong ones."

/** The code was not right: the same page for whatever reason. */
export const wrongCode: Asked = { hasAsked: true, fault: WRONG_CODE, status: 403 }

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

const sendForm = (again: boolean): Html =>
  html`<form method="post">
<input type="hidden" name="do" value="send">
<button${again ? html` class="second"` : null} type="submit">${again ? "Mail a new code" : "Mail a code to the owner"}</button>
</form>`

/** Asks who has the link for the code that its owner is mailed. Tells nothing of what is behind it. */
export const askPage = (request: PageRequest, { fault, hasAsked, headers, said, status = 200 }: Asked): Reply =>
  page({
    title: titled(TITLE, faultsOf(fault)),
    status,
    frame: frameOf(request, null),
    headers: { ...PRIVATELY, ...headers },
    body: html`<main class="narrow">
      ${faultSummary(faultsOf(fault))}
      <h1>${TITLE}</h1>
      ${notice(said)}
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
export const waitPage = (request: PageRequest): Reply =>
  page({
    title: TITLE,
    frame: frameOf(request, null),
    headers: PRIVATELY,
    body: html`<main class="narrow">
      <h1>${TITLE}</h1>
      <p>This simulation is still running. Open the link again in a few minutes.</p>
    </main>`
  })
