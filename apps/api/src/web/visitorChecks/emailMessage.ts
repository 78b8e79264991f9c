import { EmailMessage, type EmailMessageError } from "@mon/email-health/effect"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { multipartFields } from "../../http/multipartFields.ts"
import { BODY_LIMIT } from "../../http/RequestBody.ts"
import { field, type FormError, lineOf } from "../page/Form.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { emailMessageWords } from "./emailMessageWords.ts"
import { messageBody } from "./messageBody.ts"
import { toolEndpoints } from "./tool.ts"
import { toolPage, toolPaths } from "./toolPage.ts"

const PATH = toolPaths.emailMessage
/** The largest size of the form without the message, in bytes: all other fields and the delimiters. */
const FIELDS_BYTES = 16_384
const IP_CHARACTERS = 45
const ADDRESS_CHARACTERS = 320

type Reason = EmailMessageError["reason"]

const FIELDS: Readonly<Record<Reason, string | null>> = {
  EmptyMessage: "file",
  TooLarge: "file",
  InvalidClientIp: "clientIp",
  InvalidHelo: null,
  InvalidMailFrom: "mailFrom"
}

const refusal = (reason: Reason, language: Language): FormError => ({
  field: FIELDS[reason],
  message: emailMessageWords[language].refusals[reason]
})

interface Values {
  readonly clientIp: string
  readonly mailFrom: string
}

const none: Values = { clientIp: "", mailFrom: "" }

const fileField = (language: Language, errors: ReadonlyArray<FormError>): Html => {
  const error = errors.find((one) => one.field === "file")
  const { file, fileHint } = emailMessageWords[language]
  return html`<div class="field">
    <label for="file">${file}</label>
    <p class="hint" id="file-hint">${fileHint}</p>
    ${error === undefined ? null : html`<p class="field-error" id="file-error">${error.message}</p>`}
    <input id="file" name="file" type="file" accept=".eml,.txt,message/rfc822,text/plain" aria-describedby="${error === undefined ? "file-hint" : "file-hint file-error"}">
  </div>`
}

const form = (language: Language, { clientIp, mailFrom }: Values, errors: ReadonlyArray<FormError> = []): Html => {
  const words = emailMessageWords[language]
  return html`<form method="post" action="${PATH}" enctype="multipart/form-data">
    ${fileField(language, errors)}
    <div class="field">
      <label for="message">${words.source}</label>
      <p class="hint" id="message-hint">${words.sourceHint}</p>
      <textarea id="message" name="message" rows="10" autocomplete="off" spellcheck="false" aria-describedby="message-hint"></textarea>
    </div>
    ${field({ name: "clientIp", label: words.ip, type: "text", autocomplete: "off", value: clientIp, maxLength: IP_CHARACTERS, isOptional: true, hint: words.ipHint }, errors, language)}
    ${field({ name: "mailFrom", label: words.mailFrom, type: "text", autocomplete: "off", value: mailFrom, maxLength: ADDRESS_CHARACTERS, isOptional: true, hint: words.mailFromHint }, errors, language)}
    <button type="submit">${words.check}</button>
  </form>`
}

/** Reads the message and all other fields of the form. Fails only if the body is too large. */
const readForm = Effect.fnUntraced(function* (request: PageRequest) {
  const body = yield* request.bytes(BODY_LIMIT + FIELDS_BYTES)
  const fields =
    multipartFields(request.context.request.headers["content-type"] ?? "", body) ?? new Map<string, Buffer>()
  const texts = new URLSearchParams(
    ["clientIp", "mailFrom"].map((name) => [name, fields.get(name)?.toString("utf8", 0, FIELDS_BYTES) ?? ""])
  )
  return {
    message: fields.get("file") ?? fields.get("message") ?? new Uint8Array(),
    values: {
      clientIp: lineOf(texts, "clientIp", IP_CHARACTERS),
      mailFrom: lineOf(texts, "mailFrom", ADDRESS_CHARACTERS)
    }
  }
})

/**
 * Creates the endpoints of the message check for visitors. The response to the form contains the result, because
 * nothing is stored.
 */
export const makeEmailMessageEndpoints = () =>
  toolEndpoints({
    path: PATH,
    action: "emailHealth.message",
    texts: (language) => ({ title: emailMessageWords[language].title, lead: () => emailMessageWords[language].lead }),
    form,
    empty: none,
    notes: (language) =>
      html`<p>${emailMessageWords[language].free}</p>
        <p><a href="${toolPaths.emailHealth}">${emailMessageWords[language].emailHealth}</a></p>`,
    result: null,
    submit: Effect.fnUntraced(function* (request, admitted) {
      const { formPage, frame, language } = request
      const words = emailMessageWords[language]
      const read = yield* Effect.orElseSucceed(readForm(request), () => null)
      if (read === null) return formPage({ status: 413, errors: [refusal("TooLarge", language)] })
      const { message, values } = read
      if (message.length === 0) return formPage({ values, status: 400, errors: [refusal("EmptyMessage", language)] })
      const late = yield* admitted(values)
      if (late !== null) return late
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))
      return yield* (yield* EmailMessage).check(message, given).pipe(
        Effect.map((report) =>
          toolPage({
            title: words.resultTitle,
            frame,
            language,
            isIndexed: false,
            body: html`<h1>${words.result}</h1>
              ${messageBody(report, language)}
              <section aria-labelledby="again">
                <h2 id="again">${words.again}</h2>
                ${form(language, none)}
              </section>`
          })
        ),
        Effect.catchTag("EmailMessageError", ({ reason }) =>
          Effect.succeed(
            formPage({ values, status: reason === "TooLarge" ? 413 : 400, errors: [refusal(reason, language)] })
          )
        )
      )
    })
  })
