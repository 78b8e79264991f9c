/** A reply of an SMTP server (RFC 5321 section 4.2). */
export interface SmtpReply {
  readonly code: number
  readonly lines: ReadonlyArray<string>
}

/** The result of reading a reply. `more`: the reply is not complete. `invalid`: the text is not an SMTP reply. */
type SmtpReading =
  | { readonly state: "reply"; readonly reply: SmtpReply }
  | { readonly state: "more" }
  | { readonly state: "invalid" }

/** The longest line in characters. RFC 5321 section 4.5.3.1.5 allows 512 octets, but some servers send longer lines. */
const MAX_LINE = 2_048
const MAX_LINES = 100
const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/su

export const MAX_REPLY = 16_384

export const readSmtpReply = (text: string): SmtpReading => {
  const lines: Array<string> = []
  let at = 0
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", at)) {
    const match = end - at > MAX_LINE ? null : LINE.exec(text.slice(at, end).replace(/\r$/u, ""))
    if (match === null || lines.length >= MAX_LINES) return { state: "invalid" }
    lines.push(match[3] ?? "")
    if (match[2] !== "-") return { state: "reply", reply: { code: Number(match[1]), lines } }
    at = end + 1
  }
  return text.length > MAX_REPLY || text.length - at > MAX_LINE ? { state: "invalid" } : { state: "more" }
}

/**
 * Whether the reply to EHLO offers an extension. The first line of the reply is a greeting (RFC 5321 section 4.1.1.1).
 */
export const offers = ({ lines }: SmtpReply, extension: string): boolean =>
  lines.slice(1).some((line) => (line.split(" ")[0] ?? "").toUpperCase() === extension)
