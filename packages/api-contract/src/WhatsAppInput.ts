import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

const text = (message: string, description: string, example: string) =>
  Schema.String.annotate({ message, description, examples: [example] })
    .check(Schema.isMaxLength(64, { message }))
    .pipe(Schema.annotateKey({ messageMissingKey: message }))

/** The body of `POST /settings/whatsapp`. */
export const SetWhatsAppNumber = Schema.Struct({
  number: text(messages.whatsAppNumber, "Phone number in international form.", "+491701234567")
}).annotate({ identifier: "SetWhatsAppNumber", title: "SetWhatsAppNumber", description: "A number for alerts." })
export type SetWhatsAppNumber = typeof SetWhatsAppNumber.Type

/** The body of `POST /settings/whatsapp/confirm`. */
export const ConfirmWhatsAppNumber = Schema.Struct({
  code: text(messages.whatsAppCode, "The code that was sent to the number.", "482913")
}).annotate({
  identifier: "ConfirmWhatsAppNumber",
  title: "ConfirmWhatsAppNumber",
  description: "The code that confirms a number."
})
export type ConfirmWhatsAppNumber = typeof ConfirmWhatsAppNumber.Type
