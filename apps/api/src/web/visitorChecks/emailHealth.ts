import { EmailHealthReportCache, parseMailDomain } from "@mon/checks"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { field, type FormError, lineOf } from "../page/Form.ts"
import { seeOther } from "../page/Page.ts"
import { readSelectors, SELECTORS_CHARACTERS, visitorSelectors } from "./selectors.ts"
import { reportBody } from "./reportBody.ts"
import { toolEndpoints, type ToolRequest } from "./tool.ts"
import { toolPage, toolPaths, watchLink } from "./toolPage.ts"

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

interface Values {
  readonly domain: string
  readonly selectors: string
}

const none: Values = { domain: "", selectors: "" }

/** The same with the selectors of the domain. */
const fullForm = ({ domain, selectors }: Values, errors: ReadonlyArray<FormError> = []): Html =>
  html`<form method="post" action="${PATH}">
    ${domainField(domain, errors)}
    ${field({ name: "selectors", label: "DKIM selectors", type: "text", autocomplete: "off", value: selectors, maxLength: SELECTORS_CHARACTERS, isOptional: true, hint: `At most ${visitorSelectors}, separated by commas. We always check common selectors.` }, errors)}
    <button type="submit">Check now</button>
  </form>`

const resultPath = (domain: string, selectors: ReadonlyArray<string>): string =>
  `${PATH}/${encodeURIComponent(domain)}${selectors.length === 0 ? "" : `?selectors=${encodeURIComponent(selectors.join(","))}`}`

const resultPage = Effect.fnUntraced(function* ({ formPage, frame, params, query }: ToolRequest<Values>) {
  const domain = parseMailDomain(params["domain"] ?? "")
  if (domain === null) return formPage({ status: 404, errors: [invalid] })
  const given = query.get("selectors") ?? ""
  const selectors = readSelectors(given)
  if (!Array.isArray(selectors)) return formPage({ values: { ...none, domain }, status: 404, errors: [selectors] })
  if (domain !== params["domain"] || given !== selectors.join(",")) return seeOther(resultPath(domain, selectors))
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
        ${fullForm(report === null ? { domain, selectors: selectors.join(", ") } : none)}
      </section>`
  })
})

/** The email-health check for visitors. A new check is limited; a cached report is not. */
export const makeEmailHealthEndpoints = () =>
  toolEndpoints({
    path: PATH,
    action: "emailHealth.check",
    title: "Email health check",
    lead: () =>
      html`Will email from your domain arrive? See the grade of its MX, SPF, DKIM and DMARC records and of blacklists,
        and the exact records that repair it.`,
    form: fullForm,
    empty: none,
    notes: html`<p>Free, with no account needed. We only read public DNS and do not send any email.</p>
      <p><a href="${toolPaths.emailMessage}">Check a message that you received</a></p>
      <p><a href="${toolPaths.disposable}">Check for disposable email addresses</a></p>`,
    result: resultPage,
    submit: Effect.fnUntraced(function* ({ form, formPage }, admitted) {
      const fields = yield* form
      const values = {
        domain: lineOf(fields, "domain", DOMAIN_CHARACTERS),
        selectors: lineOf(fields, "selectors", SELECTORS_CHARACTERS)
      }
      const domain = parseMailDomain(values.domain)
      const selectors = readSelectors(values.selectors)
      if (domain === null || !Array.isArray(selectors)) {
        const errors = [...(domain === null ? [invalid] : []), ...(Array.isArray(selectors) ? [] : [selectors])]
        return formPage({ values, status: 400, errors })
      }
      const cache = yield* EmailHealthReportCache
      if ((yield* cache.cached(domain, { selectors })) === null) {
        const refusal = yield* admitted(values)
        if (refusal !== null) return refusal
        const isDone = yield* cache.getOrCheck(domain, { fresh: false, selectors }).pipe(
          Effect.as(true),
          Effect.catchTag("EmailHealthUnavailable", () => Effect.succeed(false))
        )
        if (!isDone) return formPage({ values, status: 503, errors: [unavailable] })
      }
      return seeOther(resultPath(domain, selectors))
    })
  })
