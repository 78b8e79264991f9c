import { checkDisposable } from "@mon/disposable-check"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { field, type FormError, lineOf } from "../page/Form.ts"
import { seeOther } from "../page/Page.ts"
import { toolEndpoints, type ToolRequest } from "./tool.ts"
import { toolPage, toolPaths } from "./toolPage.ts"

const PATH = toolPaths.disposable
const ADDRESS_CHARACTERS = 320

const invalid: FormError = { field: "address", message: "Enter an email address or a domain." }

type Verdict = Extract<ReturnType<typeof checkDisposable>, { readonly valid: true }>

/** What each class means for whoever gets such an address. */
const meanings: Readonly<Record<Verdict["class"], { readonly title: string; readonly text: string }>> = {
  disposable: {
    title: "Disposable",
    text: "Addresses at this domain are for short-term use. Email sent to them is soon lost."
  },
  alias: { title: "Alias", text: "Addresses at this domain forward to a permanent mailbox. They are not disposable." },
  privacy: { title: "Private mailbox", text: "The domain offers permanent mailboxes with a focus on privacy." },
  free: { title: "Free mailbox", text: "The domain offers permanent mailboxes for individuals." },
  typo: {
    title: "Probably misspelt",
    text: "The domain looks like a misspelled domain of a large mailbox provider. Email sent to it will not reach the person."
  },
  none: { title: "Not disposable", text: "The domain is not on any list. Most company domains are in this class." }
}

const evidence: Readonly<Record<NonNullable<Verdict["tier"]>, string>> = {
  confirmed: "A maintained list or two independent lists contain the domain.",
  reported: "The domain is on one list."
}

const form = (value: string, errors: ReadonlyArray<FormError> = []): Html =>
  html`<form method="post" action="${PATH}" class="check-now">
    ${field({ name: "address", label: "Email address or domain", type: "text", autocomplete: "off", value, maxLength: ADDRESS_CHARACTERS, hint: "The part before the @ is not stored." }, errors)}
    <button type="submit">Check now</button>
  </form>`

const resultPath = (domain: string): string => `${PATH}/${encodeURIComponent(domain)}`

const resultPage = (request: ToolRequest<string>) => {
  const { formPage, frame } = request
  const verdict = checkDisposable(request.params["domain"] ?? "")
  if (!verdict.valid) return formPage({ status: 404, errors: [invalid] })
  // No address stays in the history of the browser or in a log.
  if (verdict.domain !== request.params["domain"]) return seeOther(resultPath(verdict.domain))
  const { text, title } = meanings[verdict.class]
  return toolPage({
    title: `${title}: ${verdict.domain}`,
    frame,
    isIndexed: false,
    body: html`<h1>${verdict.domain}</h1>
      <p class="lead"><strong>${title}.</strong> ${text}</p>
      ${verdict.suggestion === null ? null : html`<p>Did you mean <strong>${verdict.suggestion}</strong>?</p>`}
      ${verdict.provider === null ? null : html`<p>Provider: ${verdict.provider}</p>`}
      ${verdict.tier === null ? null : html`<p>${evidence[verdict.tier]}</p>`}
      <section aria-labelledby="again">
        <h2 id="again">Check another address</h2>
        ${form("")}
      </section>`
  })
}

/** The check for disposable addresses for visitors. */
export const makeDisposableEndpoints = () =>
  toolEndpoints({
    path: PATH,
    action: "disposableEmail.check",
    title: "Disposable email check",
    lead: ({ service }) =>
      html`Is an address only for short-term use? ${service} compares its domain with over 72,000 domains of disposable
        addresses. Mailboxes with a focus on privacy are not among them.`,
    form,
    empty: "",
    notes: html`<p>Free, with no account needed. We do not send any email.</p>
      <p><a href="${toolPaths.emailHealth}">Check a domain's email health</a></p>`,
    result: (request) => Effect.sync(() => resultPage(request)),
    submit: Effect.fnUntraced(function* (request, admitted) {
      const value = lineOf(yield* request.form, "address", ADDRESS_CHARACTERS)
      const verdict = checkDisposable(value)
      if (!verdict.valid) return request.formPage({ values: value, status: 400, errors: [invalid] })
      return (yield* admitted(value)) ?? seeOther(resultPath(verdict.domain))
    })
  })
