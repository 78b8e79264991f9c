import { EmailHealthReportCache, parseMailDomain } from "@mon/checks"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { field, type FormError, lineOf } from "../page/Form.ts"
import { seeOther } from "../page/Page.ts"
import { emailHealthWords } from "./emailHealthWords.ts"
import { readSelectors, SELECTORS_CHARACTERS, visitorSelectors } from "./selectors.ts"
import { reportBody } from "./reportBody.ts"
import { toolEndpoints, type ToolRequest } from "./tool.ts"
import { toolPage, toolPaths, watchLink } from "./toolPage.ts"

const PATH = toolPaths.emailHealth
const DOMAIN_CHARACTERS = 300

const invalidIn = (language: Language): FormError => ({ field: "domain", message: emailHealthWords[language].invalid })

const domainField = (language: Language, value: string, errors: ReadonlyArray<FormError>): Html =>
  field(
    {
      name: "domain",
      label: emailHealthWords[language].domain,
      type: "text",
      autocomplete: "off",
      value,
      maxLength: DOMAIN_CHARACTERS,
      hint: emailHealthWords[language].domainHint
    },
    errors
  )

export const checkForm = (language: Language): Html =>
  html`<form method="post" action="${PATH}" class="check-now">
    ${domainField(language, "", [])}
    <button type="submit">${emailHealthWords[language].check}</button>
  </form>`

interface Values {
  readonly domain: string
  readonly selectors: string
}

const none: Values = { domain: "", selectors: "" }

const fullForm = (language: Language, { domain, selectors }: Values, errors: ReadonlyArray<FormError> = []): Html => {
  const words = emailHealthWords[language]
  return html`<form method="post" action="${PATH}">
    ${domainField(language, domain, errors)}
    ${field({ name: "selectors", label: words.selectors, type: "text", autocomplete: "off", value: selectors, maxLength: SELECTORS_CHARACTERS, isOptional: true, hint: words.selectorsHint(visitorSelectors) }, errors, language)}
    <button type="submit">${words.check}</button>
  </form>`
}

const resultPath = (domain: string, selectors: ReadonlyArray<string>): string =>
  `${PATH}/${encodeURIComponent(domain)}${selectors.length === 0 ? "" : `?selectors=${encodeURIComponent(selectors.join(","))}`}`

const resultPage = Effect.fnUntraced(function* ({ formPage, frame, language, params, query }: ToolRequest<Values>) {
  const words = emailHealthWords[language]
  const domain = parseMailDomain(params["domain"] ?? "")
  if (domain === null) return formPage({ status: 404, errors: [invalidIn(language)] })
  const given = query.get("selectors") ?? ""
  const selectors = readSelectors(given, language)
  if (!Array.isArray(selectors)) return formPage({ values: { ...none, domain }, status: 404, errors: [selectors] })
  if (domain !== params["domain"] || given !== selectors.join(",")) return seeOther(resultPath(domain, selectors))
  const report = yield* (yield* EmailHealthReportCache).cached(domain, { selectors })
  const offersSignUp = yield* (yield* SignUpPolicy).isOffered
  return toolPage({
    title: words.resultOf(domain),
    frame,
    language,
    isIndexed: false,
    body: html`<h1>${words.resultOf(domain)}</h1>
      ${selectors.length === 0 ? null : html`<p>${words.withSelectors} <code>${selectors.join(", ")}</code>.</p>`}
      ${report === null ? html`<p>${words.noReport}</p>` : reportBody(report, language)}
      ${report === null ? null : watchLink(frame, language, words.watch, offersSignUp)}
      <section aria-labelledby="again">
        <h2 id="again">${report === null ? words.checkIt : words.again}</h2>
        ${fullForm(language, report === null ? { domain, selectors: selectors.join(", ") } : none)}
      </section>`
  })
})

/** Creates the endpoints of the email-health check for visitors. Only new checks are limited, not cached reports. */
export const makeEmailHealthEndpoints = () =>
  toolEndpoints({
    path: PATH,
    action: "emailHealth.check",
    texts: (language) => ({ title: emailHealthWords[language].title, lead: () => emailHealthWords[language].lead }),
    form: fullForm,
    empty: none,
    notes: (language) =>
      html`<p>${emailHealthWords[language].free}</p>
        <p><a href="${toolPaths.emailMessage}">${emailHealthWords[language].message}</a></p>
        <p><a href="${toolPaths.disposable}">${emailHealthWords[language].disposable}</a></p>`,
    result: resultPage,
    submit: Effect.fnUntraced(function* ({ form, formPage, language }, admitted) {
      const fields = yield* form
      const values = {
        domain: lineOf(fields, "domain", DOMAIN_CHARACTERS),
        selectors: lineOf(fields, "selectors", SELECTORS_CHARACTERS)
      }
      const domain = parseMailDomain(values.domain)
      const selectors = readSelectors(values.selectors, language)
      if (domain === null || !Array.isArray(selectors)) {
        const errors = [
          ...(domain === null ? [invalidIn(language)] : []),
          ...(Array.isArray(selectors) ? [] : [selectors])
        ]
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
        if (!isDone) {
          const unavailable = { field: null, message: emailHealthWords[language].unavailable }
          return formPage({ values, status: 503, errors: [unavailable] })
        }
      }
      return seeOther(resultPath(domain, selectors))
    })
  })
