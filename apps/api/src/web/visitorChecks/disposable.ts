import { checkDisposable } from "@mon/disposable-check"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { field, type FormError, lineOf } from "../page/Form.ts"
import { seeOther } from "../page/Page.ts"
import { disposableWords } from "./disposableWords.ts"
import { toolEndpoints, type ToolRequest } from "./tool.ts"
import { toolPage, toolPaths } from "./toolPage.ts"

const PATH = toolPaths.disposable
const ADDRESS_CHARACTERS = 320

const invalidIn = (language: Language): FormError => ({ field: "address", message: disposableWords[language].invalid })

const form = (language: Language, value: string, errors: ReadonlyArray<FormError> = []): Html => {
  const { check, hint, label } = disposableWords[language]
  return html`<form method="post" action="${PATH}" class="check-now">
    ${field({ name: "address", label, type: "text", autocomplete: "off", value, maxLength: ADDRESS_CHARACTERS, hint }, errors)}
    <button type="submit">${check}</button>
  </form>`
}

const resultPath = (domain: string): string => `${PATH}/${encodeURIComponent(domain)}`

const resultPage = (request: ToolRequest<string>) => {
  const { formPage, frame, language } = request
  const verdict = checkDisposable(request.params["domain"] ?? "")
  if (!verdict.valid) return formPage({ status: 404, errors: [invalidIn(language)] })
  // The redirect keeps the email address out of the browser's history and the log.
  if (verdict.domain !== request.params["domain"]) return seeOther(resultPath(verdict.domain))
  const { again, didYouMean, evidence, meanings, provider } = disposableWords[language]
  const { text, title } = meanings[verdict.class]
  return toolPage({
    title: `${title}: ${verdict.domain}`,
    frame,
    language,
    isIndexed: false,
    body: html`<h1>${verdict.domain}</h1>
      <p class="lead"><strong>${title}.</strong> ${text}</p>
      ${verdict.suggestion === null ? null : html`<p>${didYouMean} <strong>${verdict.suggestion}</strong>?</p>`}
      ${verdict.provider === null ? null : html`<p>${provider(verdict.provider)}</p>`}
      ${verdict.tier === null ? null : html`<p>${evidence[verdict.tier]}</p>`}
      <section aria-labelledby="again">
        <h2 id="again">${again}</h2>
        ${form(language, "")}
      </section>`
  })
}

export const makeDisposableEndpoints = () =>
  toolEndpoints({
    path: PATH,
    action: "disposableEmail.check",
    texts: (language) => {
      const { lead, title } = disposableWords[language]
      return { title, lead: ({ service }) => lead(service) }
    },
    form,
    empty: "",
    notes: (language) =>
      html`<p>${disposableWords[language].free}</p>
        <p><a href="${toolPaths.emailHealth}">${disposableWords[language].emailHealth}</a></p>`,
    result: (request) => Effect.sync(() => resultPage(request)),
    submit: Effect.fnUntraced(function* (request, admitted) {
      const value = lineOf(yield* request.form, "address", ADDRESS_CHARACTERS)
      const verdict = checkDisposable(value)
      if (!verdict.valid) return request.formPage({ values: value, status: 400, errors: [invalidIn(request.language)] })
      return (yield* admitted(value)) ?? seeOther(resultPath(verdict.domain))
    })
  })
