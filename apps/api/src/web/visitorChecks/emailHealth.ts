import { EmailHealthReportCache, parseMailDomain } from "@mon/checks"
import { Clock, Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { errorSummary, field, type FormError, lineOf, titled, tooMany } from "../page/Form.ts"
import { type Html, html } from "../page/Html.ts"
import { type Frame, seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { frameOf } from "../page/session.ts"
import { makeCheckLimit } from "./checkLimits.ts"
import { reportBody } from "./reportBody.ts"
import { toolPage, toolPaths, watchLink } from "./toolPage.ts"

/** What the tools need. */
export type ToolServices = EmailHealthReportCache | SignUpPolicy | Effect.Services<ReturnType<typeof currentSession>>

const PATH = toolPaths.emailHealth
const DOMAIN_CHARACTERS = 300

const invalid: FormError = { field: "domain", message: "Enter a domain such as example.com." }
const unavailable: FormError = { field: null, message: "The check could not be completed. Try again in a minute." }

/** The form that starts a check. */
export const checkForm = (value: string, errors: ReadonlyArray<FormError> = []): Html =>
  html`<form method="post" action="${PATH}" class="check-now">
    ${field({ name: "domain", label: "Domain", type: "text", autocomplete: "off", value, maxLength: DOMAIN_CHARACTERS, hint: "A domain, an email address or a URL." }, errors)}
    <button type="submit">Check now</button>
  </form>`

interface Shown {
  readonly frame: Frame
  readonly value?: string
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const formPage = ({ errors = [], frame, headers = {}, status = 200, value = "" }: Shown) =>
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
      ${checkForm(value, errors)}
      <p>Free, without an account. Only public DNS is read, and no email is sent.</p>
      <p><a href="${toolPaths.disposable}">Check for disposable email addresses</a></p>`
  })

const frameFor = Effect.fnUntraced(function* (request: PageRequest) {
  return frameOf(request, yield* currentSession(request))
})

const resultPath = (domain: string): string => `${PATH}/${encodeURIComponent(domain)}`

const resultPage = Effect.fnUntraced(function* (request: PageRequest) {
  const frame = yield* frameFor(request)
  const domain = parseMailDomain(request.params["domain"] ?? "")
  if (domain === null) return formPage({ frame, status: 404, errors: [invalid] })
  if (domain !== request.params["domain"]) return seeOther(resultPath(domain))
  const report = yield* (yield* EmailHealthReportCache).cached(domain)
  const offersSignUp = yield* (yield* SignUpPolicy).isOffered
  return toolPage({
    title: `Email health of ${domain}`,
    frame,
    isIndexed: false,
    body: html`<h1>Email health of ${domain}</h1>
      ${report === null ? html`<p>There is no report of the last hour.</p>` : reportBody(report)}
      ${report === null ? null : watchLink(frame, "Know when this changes", offersSignUp)}
      <section aria-labelledby="again">
        <h2 id="again">${report === null ? "Check it" : "Check another domain"}</h2>
        ${checkForm(report === null ? domain : "")}
      </section>`
  })
})

/** A new check is limited. A cached report is not. */
const submitCheck = Effect.fnUntraced(function* (request: PageRequest, limit: ReturnType<typeof makeCheckLimit>) {
  const frame = yield* frameFor(request)
  const value = lineOf(yield* request.form, "domain", DOMAIN_CHARACTERS)
  const domain = parseMailDomain(value)
  if (domain === null) return formPage({ frame, value, status: 400, errors: [invalid] })
  const cache = yield* EmailHealthReportCache
  if ((yield* cache.cached(domain)) === null) {
    const wait = limit(request.clientAddress, yield* Clock.currentTimeMillis)
    if (wait !== null) return formPage({ frame, value, status: 429, ...tooMany(wait) })
    const isDone = yield* cache.getOrCheck(domain, { fresh: false }).pipe(
      Effect.as(true),
      Effect.catchTag("EmailHealthUnavailable", () => Effect.succeed(false))
    )
    if (!isDone) return formPage({ frame, value, status: 503, errors: [unavailable] })
  }
  return seeOther(resultPath(domain))
})

/** The email-health check for visitors. */
export const makeEmailHealthRoutes = (): ReadonlyArray<PageRoute<ToolServices>> => {
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
