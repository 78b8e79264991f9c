/** One part of an email, decoded. */
export interface SmtpMessagePart {
  /** The content type in lower case, without parameters. */
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

/** An email as a client shows it. */
export interface SmtpMessage {
  /** The headers by lower-case name, unfolded and with decoded words. If a name is repeated, the last value is used. */
  readonly headers: Readonly<Record<string, string>>
  /** The subject. Empty: there is none. */
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  /** All parts without subparts, in order. */
  readonly parts: ReadonlyArray<SmtpMessagePart>
}

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/[ \t]+(?=\r?\n)/gu, "")
      .replace(/=\r?\n/gu, "")
      .replace(/=([0-9A-F]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  )

/** Decodes the encoded words of a header (RFC 2047). White space between two encoded words is removed. */
const decodeWords = (value: string): string =>
  value
    .replace(/(\?=)\s+(?==\?)/gu, "$1")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/giu, (_, encoding: string, text: string) =>
      (encoding.toUpperCase() === "B"
        ? Buffer.from(text, "base64")
        : fromQuotedPrintable(text.replaceAll("_", " "))
      ).toString("utf8")
    )

const parseHeaders = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replace(/\r?\n[ \t]+/gu, " ")
      .split(/\r?\n/u)
      .filter((line) => line.includes(":"))
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        decodeWords(line.slice(line.indexOf(":") + 1).trim())
      ])
  )

const split = (raw: string): { readonly head: string; readonly body: string } => {
  const end = /\r?\n\r?\n/u.exec(raw)
  return end === null
    ? { head: raw, body: "" }
    : { head: raw.slice(0, end.index), body: raw.slice(end.index + end[0].length) }
}

const DECODERS: ReadonlyMap<string, (body: string) => Buffer> = new Map<string, (body: string) => Buffer>([
  ["base64", (body) => Buffer.from(body, "base64")],
  ["quoted-printable", fromQuotedPrintable]
])

const leaves = (raw: string): ReadonlyArray<SmtpMessagePart> => {
  const { head, body } = split(raw)
  const headers = parseHeaders(head)
  const type = headers["content-type"] ?? "text/plain"
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/isu.exec(type)?.[1]
  if (boundary !== undefined) {
    const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
    return parts.filter((part) => !part.startsWith("--")).flatMap((part) => leaves(part.replace(/^\r\n/u, "")))
  }
  const decode = DECODERS.get(headers["content-transfer-encoding"]?.toLowerCase() ?? "")
  return [
    {
      contentType: (type.split(";")[0] ?? "").trim().toLowerCase(),
      headers,
      content: decode?.(body) ?? Buffer.from(body, "latin1")
    }
  ]
}

/** Parses an email. Supports only what tests send: multipart, base64, quoted-printable, UTF-8. */
export const readMessage = (raw: Buffer): SmtpMessage => {
  const source = raw.toString("latin1")
  const headers = parseHeaders(split(source).head)
  const parts = leaves(source)
  const textOf = (contentType: string): string | null =>
    parts
      .find(
        (part) =>
          part.contentType === contentType && part.headers["content-disposition"]?.startsWith("attachment") !== true
      )
      ?.content.toString("utf8")
      .replace(/\r\n/gu, "\n") ?? null
  return { headers, subject: headers["subject"] ?? "", text: textOf("text/plain"), html: textOf("text/html"), parts }
}
