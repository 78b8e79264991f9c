import { WhatsAppContacts } from "@mon/core-store"
import { type CodeRequest, confirmWhatsAppNumber, requestWhatsAppCode } from "@mon/notifications"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type Html, html, type HtmlPart } from "../page/Html.ts"

/** The value of the field `do` in each form of this section. */
const actions = { ask: "whatsapp-ask", confirm: "whatsapp-confirm", remove: "whatsapp-remove" } as const

const requestMessages: Readonly<Record<CodeRequest, string>> = {
  sent: "A code is on its way to this number.",
  bad_number: "Enter the number in international form, such as +491701234567.",
  too_many: "A code was just sent, or too many were sent today. Wait a minute and try again."
}

const form = (target: string, hidden: HtmlPart, action: string, fields: HtmlPart, button: string): Html =>
  html`<form method="post" action="${target}">
    ${hidden}<input type="hidden" name="do" value="${action}" />${fields}<button type="submit">${button}</button>
  </form>`

const numberField = html`<label
  >Number <input name="number" type="tel" autocomplete="tel" placeholder="+491701234567" required
/></label>`

const codeField = html`<label
  >Code <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern=" *[0-9]{6} *" required
/></label>`

/** The WhatsApp section, for owners only. Its forms post to `target` and include `hidden`. */
export const whatsAppSection = Effect.fn("whatsAppSection")(function* (
  { principal, viewer }: Caller,
  target: string,
  hidden: HtmlPart
) {
  if (principal.role !== "owner") return null
  const { number, pendingNumber } = yield* (yield* WhatsAppContacts).find(viewer)
  return html`<section>
    <h2>WhatsApp</h2>
    ${number === null ? html`<p>No WhatsApp number is set.</p>` : html`<p>Alerts are sent to <strong>${number}</strong>.</p>`}
    ${
      pendingNumber !== null &&
      html`<p>A code was sent to ${pendingNumber}.</p>
        ${form(target, hidden, actions.confirm, codeField, "Confirm")}`
    }
    ${form(target, hidden, actions.ask, numberField, "Send a code")}
    ${(number !== null || pendingNumber !== null) && form(target, hidden, actions.remove, null, "Remove")}
  </section>`
})

/** Handles a posted form of this section and returns a message. Null if the form belongs to another section. */
export const takeWhatsAppForm = Effect.fn("takeWhatsAppForm")(function* (
  { principal, viewer }: Caller,
  fields: URLSearchParams
) {
  if (principal.role !== "owner") return null
  const action = fields.get("do")
  if (action === actions.ask) return requestMessages[yield* requestWhatsAppCode(viewer, fields.get("number") ?? "")]
  if (action === actions.confirm) {
    const confirmed = yield* confirmWhatsAppNumber(viewer, fields.get("code") ?? "")
    return confirmed ? "Alerts are now sent to this number." : "That code is wrong or has expired."
  }
  if (action !== actions.remove) return null
  yield* (yield* WhatsAppContacts).remove(viewer)
  return "Alerts are no longer sent to WhatsApp."
})
