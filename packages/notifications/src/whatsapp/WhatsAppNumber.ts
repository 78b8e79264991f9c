import { parsePhoneNumber } from "@mon/alerts"
import { WhatsAppSender } from "@mon/alerts/effect"
import {
  defineQueue,
  Jobs,
  randomBytes,
  Secrets,
  type AccessScope,
  WhatsAppContacts,
  inTransaction
} from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const CODE_LABEL = "whatsapp code"
const CODE_DIGITS = 6
/**
 * A code is valid for ten minutes and five attempts. At most one code is sent per minute, and at most ten codes per
 * day.
 */
const CODE_LIMITS = { seconds: 600, attempts: 5 } as const
const CODE_POLICY = { pauseSeconds: 60, perDay: 10 } as const

/** The queue of sealed confirmation codes. Sending is retried only a few times, because a late code is useless. */
export const whatsAppCodeQueue = defineQueue({
  name: "whatsapp-code",
  payload: Schema.Struct({ number: Schema.String, sealed: Schema.String }),
  retryAfterMs: [5_000, 30_000],
  expireInSeconds: 60,
  keyed: false
})

/** Returns the text that is signed for a code. The text makes the code valid for only one account and number. */
const subject = ({ accountKey }: AccessScope, number: string, code: string): string => `${accountKey}:${number}:${code}`

const newCode = Effect.map(randomBytes(4), (bytes) =>
  String(Buffer.from(bytes).readUInt32BE() % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0")
)

export type CodeRequest = "sent" | "bad_number" | "too_many"

export const requestWhatsAppCode = Effect.fn("requestWhatsAppCode")(function* (viewer: AccessScope, text: string) {
  const number = parsePhoneNumber(text)
  if (number === null) return "bad_number" satisfies CodeRequest
  const secrets = yield* Secrets
  const jobs = yield* Jobs
  const contacts = yield* WhatsAppContacts
  const code = yield* newCode
  const pending = { number, signature: secrets.sign(CODE_LABEL, subject(viewer, number, code)) }
  const sealed = yield* secrets.seal(CODE_LABEL, code, number)
  return yield* inTransaction(
    "requestWhatsAppCode",
    Effect.gen(function* () {
      if (!(yield* contacts.begin(viewer, pending, CODE_POLICY))) return "too_many" satisfies CodeRequest
      yield* jobs.enqueue(whatsAppCodeQueue, { number, sealed })
      return "sent" satisfies CodeRequest
    })
  )
})

export const confirmWhatsAppNumber = Effect.fn("confirmWhatsAppNumber")(function* (viewer: AccessScope, code: string) {
  const contacts = yield* WhatsAppContacts
  const pending = yield* contacts.countAttempt(viewer, CODE_LIMITS)
  if (pending === null) return false
  const { verify } = yield* Secrets
  const message = subject(viewer, pending.number, code.trim())
  return verify(CODE_LABEL, message, pending.signature) ? yield* contacts.confirm(viewer, pending) : false
})

/** Sends a queued code. Does not retry after a permanent rejection by WhatsApp. */
export const sendWhatsAppCode = Effect.fn("sendWhatsAppCode")(function* ({
  number,
  sealed
}: {
  readonly number: string
  readonly sealed: string
}) {
  const code = yield* (yield* Secrets).open(CODE_LABEL, sealed, number)
  const { accepted, error } = yield* (yield* WhatsAppSender).send({ to: number, kind: "code", parameters: [code] })
  if (accepted) return
  if (error.retryable) return yield* Effect.fail(error)
  yield* Effect.annotateLogs(Effect.logWarning("WhatsApp rejected a code"), {
    reason: error.reason,
    error: error.message
  })
})
