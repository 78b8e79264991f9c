import { parseIpAddress } from "@mon/public-net"
import * as Effect from "effect/Effect"
import { EmailMessageError } from "./EmailMessageError.ts"
import { MAX_MESSAGE_OCTETS } from "./limits.ts"
import { parseMailboxes } from "./mail/Mailbox.ts"
import type { EnvelopeOptions } from "./CheckOptions.ts"
import type { Envelope } from "./spf/SpfFacts.ts"

/** The longest HELO name and path, in octets (RFC 5321 section 4.5.3.1). */
const MAX_HELO = 255
const MAX_PATH = 256

const refuse = (reason: EmailMessageError["reason"], detail: string) =>
  Effect.fail(new EmailMessageError({ reason, detail }))

const addressOf = (text: string): string | null => {
  const address = text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text
  if (address === "") return ""
  const { malformed, mailboxes } = parseMailboxes(`<${Buffer.from(address).toString("latin1")}>`)
  return malformed || mailboxes.length !== 1 || address.length > MAX_PATH ? null : address
}

/** Returns the octets of a message. A string is encoded as UTF-8. */
export const readMessage = (message: Uint8Array | string): Effect.Effect<Uint8Array, EmailMessageError> => {
  const bytes = typeof message === "string" ? Buffer.from(message) : message
  if (bytes.length === 0) return refuse("EmptyMessage", "The message is empty.")
  return bytes.length > MAX_MESSAGE_OCTETS
    ? refuse("TooLarge", `The message is larger than ${MAX_MESSAGE_OCTETS} octets.`)
    : Effect.succeed(bytes)
}

export const readEnvelope = ({
  clientIp,
  helo,
  mailFrom
}: EnvelopeOptions): Effect.Effect<Envelope, EmailMessageError> => {
  if (clientIp !== undefined && parseIpAddress(clientIp) === null)
    return refuse("InvalidClientIp", "clientIp is not an IP address.")
  if (helo !== undefined && (helo === "" || helo.length > MAX_HELO || /\s/u.test(helo)))
    return refuse("InvalidHelo", `helo is not a name of at most ${MAX_HELO} characters.`)
  const address = mailFrom === undefined ? null : addressOf(mailFrom)
  if (mailFrom !== undefined && address === null) return refuse("InvalidMailFrom", "mailFrom is not an email address.")
  return Effect.succeed({ ip: clientIp ?? null, helo: helo ?? null, mailFrom: address })
}
