import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { record, textOrNull } = described

/** The WhatsApp numbers of an account. */
export const WhatsAppNumbers = record("WhatsAppNumbers", "The WhatsApp numbers of the account.", {
  number: textOrNull("The number that alerts are sent to, or null if there is none.", "+491701234567"),
  pendingNumber: textOrNull(
    "A number that has been sent a code but is not confirmed yet, or null if there is none.",
    "+491701234567"
  )
})
export interface WhatsAppNumbers extends Schema.Schema.Type<typeof WhatsAppNumbers> {}
