import type { EmailHealthReportCache } from "@mon/checks"
import type { EmailMessage } from "@mon/email-health/effect"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import type { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { errorSummary, type FormError, titled, tooMany } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import type { Frame } from "../page/Page.ts"
import type { PageEndpoint, PageError, PageRequest } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { makeCheckLimit } from "./checkLimits.ts"
import { toolPage } from "./toolPage.ts"

export type ToolServices =
  | EmailHealthReportCache
  | EmailMessage
  | SignUpPolicy
  | Effect.Services<ReturnType<typeof currentSession>>

type Answer = Effect.Effect<HttpResponse, PageError, ToolServices>

interface Shown<Values> {
  readonly values?: Values
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface ToolRequest<Values> extends PageRequest {
  readonly frame: Frame
  readonly language: Language
  readonly formPage: (shown?: Shown<Values>) => HttpResponse
}

/** A check that visitors start with a form, without an account. */
interface Tool<Values> {
  readonly path: string
  readonly action: string
  readonly texts: (language: Language) => { readonly title: string; readonly lead: (frame: Frame) => string }
  readonly form: (language: Language, values: Values, errors?: ReadonlyArray<FormError>) => Html
  readonly empty: Values
  readonly notes: (language: Language) => Html
  /** Responds to requests for `:domain` below the path. Null: the response to the form contains the result. */
  readonly result: ((request: ToolRequest<Values>) => Answer) | null
  /** Responds to the form. `admitted` counts a check, and returns null, or the page for a visitor who has to wait. */
  readonly submit: (
    request: ToolRequest<Values>,
    admitted: (values: Values) => Effect.Effect<HttpResponse | null>
  ) => Answer
}

export const toolEndpoints = <Values>(tool: Tool<Values>): ReadonlyArray<PageEndpoint<ToolServices>> => {
  const { action, empty, form, notes, path, result, submit, texts } = tool
  const limit = makeCheckLimit()
  const formPage =
    (frame: Frame, language: Language): ToolRequest<Values>["formPage"] =>
    ({ errors = [], headers = {}, status = 200, values = empty } = {}) => {
      const { lead, title } = texts(language)
      return toolPage({
        title: titled(title, errors, language),
        frame,
        language,
        status,
        headers,
        isIndexed: errors.length === 0,
        body: html`${errorSummary(errors, language)}
          <h1>${title}</h1>
          <p class="lead">${lead(frame)}</p>
          ${form(language, values, errors)}${notes(language)}`
      })
    }
  const shown = Effect.fnUntraced(function* (request: PageRequest) {
    const frame = frameOf(request, yield* currentSession(request))
    const language = browserLanguage(request)
    return { ...request, frame, language, formPage: formPage(frame, language) } satisfies ToolRequest<Values>
  })
  const answer = Effect.fnUntraced(function* (request: PageRequest) {
    const seen = yield* shown(request)
    return yield* submit(seen, (values) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const wait = limit(request.clientAddress, now)
        return wait === null ? null : seen.formPage({ values, status: 429, ...tooMany(wait, seen.language) })
      })
    )
  })
  return [
    { method: "GET", path, handle: (request) => Effect.map(shown(request), (seen) => seen.formPage()) },
    ...(result === null
      ? []
      : [
          {
            method: "GET" as const,
            path: `${path}/:domain`,
            handle: (request: PageRequest) => Effect.flatMap(shown(request), result)
          }
        ]),
    {
      method: "POST",
      path,
      action,
      admit: (request) =>
        Effect.succeed({ actor: { kind: "visitor" }, accountId: null, target: null, submit: answer(request) })
    }
  ]
}
