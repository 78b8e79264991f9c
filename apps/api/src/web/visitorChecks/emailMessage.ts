import { EmailMessage, type EmailMessageError } from "@mon/email-message/effect"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { multipartFields } from "../../http/multipartFields.ts"
import { BODY_LIMIT } from "../../http/RequestBody.ts"
import { field, type FormError, lineOf } from "../page/Form.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { messageBody } from "./messageBody.ts"
import { toolEndpoints } from "./tool.ts"
import { toolPage, toolPaths } from "./toolPage.ts"

const PATH = toolPaths.emailMessage
/** For the other fields, and for the delimiters of the form. */
const FIELDS_BYTES = 16_384
const IP_CHARACTERS = 45
const ADDRESS_CHARACTERS = 320

const missing: FormError = { field: "file", message: "Choose a file, or paste the source of a message." }
const tooLarge: FormError = { field: "file", message: "The message is larger than 1 MiB." }

const refusals: Readonly<Record<EmailMessageError["reason"], FormError>> = {
  EmptyMessage: missing,
  TooLarge: tooLarge,
  InvalidClientIp: { field: "clientIp", message: "Enter an IPv4 or IPv6 address, or nothing." },
  InvalidHelo: { field: null, message: "The name of the sending server is not valid." },
  InvalidMailFrom: { field: "mailFrom", message: "Enter an email address, or nothing." }
}

interface Values {
  readonly clientIp: string
  readonly mailFrom: string
}

const none: Values = { clientIp: "", mailFrom: "" }

const fileField = (errors: ReadonlyArray<FormError>): Html => {
  const error = errors.find((one) => one.field === "file")
  return html`<div class="field">
    <label for="file">File</label>
    <p class="hint" id="file-hint">A saved message such as message.eml, at most 1 MiB. You can also drop it on the button.</p>
    ${error === undefined ? null : html`<p class="field-error" id="file-error">${error.message}</p>`}
    <input id="file" name="file" type="file" accept=".eml,.txt,message/rfc822,text/plain" aria-describedby="${error === undefined ? "file-hint" : "file-hint file-error"}">
  </div>`
}

const form = ({ clientIp, mailFrom }: Values, errors: ReadonlyArray<FormError> = []): Html =>
  html`<form method="post" action="${PATH}" enctype="multipart/form-data">
    ${fileField(errors)}
    <div class="field">
      <label for="message">Or the source of the message</label>
      <p class="hint" id="message-hint">Headers and body, as your email program shows them with “Show original”.</p>
      <textarea id="message" name="message" rows="10" autocomplete="off" spellcheck="false" aria-describedby="message-hint"></textarea>
    </div>
    ${field({ name: "clientIp", label: "IP address of the sending server", type: "text", autocomplete: "off", value: clientIp, maxLength: IP_CHARACTERS, isOptional: true, hint: "Your server's topmost Received header contains it in brackets. Without it, SPF is not checked." }, errors)}
    ${field({ name: "mailFrom", label: "MAIL FROM address", type: "text", autocomplete: "off", value: mailFrom, maxLength: ADDRESS_CHARACTERS, isOptional: true, hint: "Default: the address in Return-Path." }, errors)}
    <button type="submit">Check the message</button>
  </form>`

/** The message and the other fields; fails only if the body is too large. */
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

/** The check of a received message for visitors. The result is the answer to the form, because nothing is stored. */
export const makeEmailMessageEndpoints = () =>
  toolEndpoints({
    path: PATH,
    action: "emailHealth.message",
    title: "Email message check",
    lead: () =>
      html`Did a message really come from its sender? See its SPF, DKIM and DMARC results with their alignment, the
        servers on its way, and links and names that mislead.`,
    form,
    empty: none,
    notes: html`<p>
        Free, with no account needed. We do not store the message, and do not open anything in it. We only read public
        DNS.
      </p>
      <p><a href="${toolPaths.emailHealth}">Check a domain's email health</a></p>`,
    result: null,
    submit: Effect.fnUntraced(function* (request, admitted) {
      const { formPage, frame } = request
      const read = yield* Effect.orElseSucceed(readForm(request), () => null)
      if (read === null) return formPage({ status: 413, errors: [tooLarge] })
      const { message, values } = read
      if (message.length === 0) return formPage({ values, status: 400, errors: [missing] })
      const refusal = yield* admitted(values)
      if (refusal !== null) return refusal
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))
      return yield* (yield* EmailMessage).check(message, given).pipe(
        Effect.map((report) =>
          toolPage({
            title: "Result of the email message check",
            frame,
            isIndexed: false,
            body: html`<h1>Result of the check</h1>
              ${messageBody(report)}
              <section aria-labelledby="again">
                <h2 id="again">Check another message</h2>
                ${form(none)}
              </section>`
          })
        ),
        Effect.catchTag("EmailMessageError", ({ reason }) =>
          Effect.succeed(formPage({ values, status: reason === "TooLarge" ? 413 : 400, errors: [refusals[reason]] }))
        )
      )
    })
  })
