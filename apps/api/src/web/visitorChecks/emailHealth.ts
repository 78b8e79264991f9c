import { EmailHealthReportCache, parseMailDomain } from "@mon/checks"
import type { EmailMessage } from "@mon/email-message/effect"
import { type Html, html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { errorSummary, field, type FormError, lineOf, titled, tooMany } from "../page/Form.ts"
import { type Frame, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { makeCheckLimit } from "./checkLimits.ts"
import { readSelectors, SELECTORS_CHARACTERS, visitorSelectors } from "./selectors.ts"
import { reportBody } from "./reportBody.ts"
import { toolPage, toolPaths, watchLink } from "./toolPage.ts"

/** What the tools need. */
export type ToolServices =
  | EmailHealthReportCache
  | EmailMessage
  | SignUpPolicy
  | Effect.Services<ReturnType<typeof currentSession>>

const PATH = toolPaths.emailHealth
const DOMAIN_CHARACTERS = 300

const invalid: FormError = { field: "domain", message: "Enter a domain such as example.com." }
const unavailable: FormError = { field: null, message: "The check could not be completed. Try again in a minute." }

const domainField = (value: string, errors: ReadonlyArray<FormError>): Html =>
  field(
    {
      name: "domain",
      label: "Domain",
      type: "text",
      autocomplete: "off",
      value,
      maxLength: DOMAIN_CHARACTERS,
      hint: "A domain, an email address or a URL."
    },
    errors
  )

/** The form that starts a check of a domain. */
export const checkForm = (value: string): Html =>
  html`<form method="post" action="${PATH}" class="check-now">
    ${domainField(value, [])}
    <button type="submit">Check now</button>
  </form>`

/** The same with the selectors of the domain. */
const fullForm = (value: string, selectors: string, errors: ReadonlyArray<FormError> = []): Html =>
  html`<form method="post" action="${PATH}">
    ${domainField(value, errors)}
    ${field({ name: "selectors", label: "DKIM selectors", type: "text", autocomplete: "off", value: selectors, maxLength: SELECTORS_CHARACTERS, isOptional: true, hint: `At most ${visitorSelectors}, separated by commas. We always check common selectors.` }, errors)}
    <button type="submit">Check now</button>
  </form>`

interface Shown {
  readonly frame: Frame
  readonly value?: string
  readonly selectors?: string
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const formPage = ({ errors = [], frame, headers = {}, selectors = "", status = 200, value = "" }: Shown) =>
  toolPage({
    title: titled("Email health check", errors),
    frame,
    status,
    headers,
    isIndexed: errors.length === 0,
    body: html`${errorSummary(errors)}
      <h1>Email health check</h1>
      <p class="lead">
        Will email from your domain arrive? See the grade of its MX, SPF, DKIM and DMARC records and of blacklists, and
        the exact records that repair it.
      </p>
      ${fullForm(value, selectors, errors)}
      <p>Free, with no account needed. We only read public DNS and do not send any email.</p>
      <p><a href="${toolPaths.emailMessage}">Check a message that you received</a></p>
      <p><a href="${toolPaths.disposable}">Check for disposable email addresses</a></p>`
  })

const frameFor = Effect.fnUntraced(function* (request: PageRequest) {
  return frameOf(request, yield* currentSession(request))
})

const resultPath = (domain: string, selectors: ReadonlyArray<string>): string =>
  `${PATH}/${encodeURIComponent(domain)}${selectors.length === 0 ? "" : `?selectors=${encodeURIComponent(selectors.join(","))}`}`

const resultPage = Effect.fnUntraced(function* (request: PageRequest) {
  const frame = yield* frameFor(request)
  const domain = parseMailDomain(request.params["domain"] ?? "")
  if (domain === null) return formPage({ frame, status: 404, errors: [invalid] })
  const given = request.query.get("selectors") ?? ""
  const selectors = readSelectors(given)
  if (!Array.isArray(selectors)) return formPage({ frame, value: domain, status: 404, errors: [selectors] })
  if (domain !== request.params["domain"] || given !== selectors.join(","))
    return seeOther(resultPath(domain, selectors))
  const report = yield* (yield* EmailHealthReportCache).cached(domain, { selectors })
  const offersSignUp = yield* (yield* SignUpPolicy).isOffered
  return toolPage({
    title: `Email health of ${domain}`,
    frame,
    isIndexed: false,
    body: html`<h1>Email health of ${domain}</h1>
      ${selectors.length === 0 ? null : html`<p>With the DKIM selectors <code>${selectors.join(", ")}</code>.</p>`}
      ${report === null ? html`<p>There is no report from the last hour.</p>` : reportBody(report)}
      ${report === null ? null : watchLink(frame, "Know when this changes", offersSignUp)}
      <section aria-labelledby="again">
        <h2 id="again">${report === null ? "Check it" : "Check another domain"}</h2>
        ${report === null ? fullForm(domain, selectors.join(", ")) : fullForm("", "")}
      </section>`
  })
})

/** A new check is limited. A cached report is not. */
const submitCheck = Effect.fnUntraced(function* (request: PageRequest, limit: ReturnType<typeof makeCheckLimit>) {
  const frame = yield* frameFor(request)
  const form = yield* request.form
  const shown = {
    frame,
    value: lineOf(form, "domain", DOMAIN_CHARACTERS),
    selectors: lineOf(form, "selectors", SELECTORS_CHARACTERS)
  }
  const domain = parseMailDomain(shown.value)
  const selectors = readSelectors(shown.selectors)
  if (domain === null || !Array.isArray(selectors)) {
    const errors = [...(domain === null ? [invalid] : []), ...(Array.isArray(selectors) ? [] : [selectors])]
    return formPage({ ...shown, status: 400, errors })
  }
  const cache = yield* EmailHealthReportCache
  if ((yield* cache.cached(domain, { selectors })) === null) {
    const wait = limit(request.clientAddress, yield* Clock.currentTimeMillis)
    if (wait !== null) return formPage({ ...shown, status: 429, ...tooMany(wait) })
    const isDone = yield* cache.getOrCheck(domain, { fresh: false, selectors }).pipe(
      Effect.as(true),
      Effect.catchTag("EmailHealthUnavailable", () => Effect.succeed(false))
    )
    if (!isDone) return formPage({ ...shown, status: 503, errors: [unavailable] })
  }
  return seeOther(resultPath(domain, selectors))
})

/** The email-health check for visitors. */
export const makeEmailHealthEndpoints = (): ReadonlyArray<PageEndpoint<ToolServices>> => {
  const limit = makeCheckLimit()
  return [
    {
      method: "GET",
      path: PATH,
      handle: (request) => Effect.map(frameFor(request), (frame) => formPage({ frame }))
    },
    { method: "GET", path: `${PATH}/:domain`, handle: resultPage },
    {
      method: "POST",
      path: PATH,
      action: "emailHealth.check",
      admit: (request) =>
        Effect.succeed({
          actor: { kind: "visitor" },
          accountId: null,
          target: null,
          submit: submitCheck(request, limit)
        })
    }
  ]
}
