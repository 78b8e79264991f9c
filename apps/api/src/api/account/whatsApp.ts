import { BadRequest, messages, TooManyRequests } from "@mon/api-contract"
import { WhatsAppContacts } from "@mon/core-store"
import { confirmWhatsAppNumber, requestWhatsAppCode } from "@mon/notifications"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"

export const showWhatsApp = Effect.fnUntraced(function* (caller: Caller) {
  yield* adminOnly(caller)
  return yield* (yield* WhatsAppContacts).find(caller.viewer)
})

export const setWhatsApp = Effect.fn("setWhatsApp")(function* (caller: Caller, number: string) {
  yield* adminOnly(caller)
  const result = yield* requestWhatsAppCode(caller.viewer, number)
  if (result === "bad_number") return yield* new BadRequest({ message: messages.whatsAppNumber })
  if (result === "too_many") return yield* new TooManyRequests({ message: messages.whatsAppWait })
  return yield* showWhatsApp(caller)
})

export const confirmWhatsApp = Effect.fn("confirmWhatsApp")(function* (caller: Caller, code: string) {
  yield* adminOnly(caller)
  if (!(yield* confirmWhatsAppNumber(caller.viewer, code)))
    return yield* new BadRequest({ message: messages.whatsAppCode })
  return yield* showWhatsApp(caller)
})

export const removeWhatsApp = Effect.fn("removeWhatsApp")(function* (caller: Caller) {
  yield* adminOnly(caller)
  yield* (yield* WhatsAppContacts).remove(caller.viewer)
  return yield* showWhatsApp(caller)
})
