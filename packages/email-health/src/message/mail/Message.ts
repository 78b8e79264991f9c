import { MAX_HEADER_FIELDS, MAX_HEADER_OCTETS } from "../limits.ts"
import { type HeaderField, headerField } from "./HeaderField.ts"

/** The facts about the format of the message, as it was received. */
export interface MessageForm {
  /** The size in octets, as received. */
  readonly size: number
  /**
   * Whether some lines end with CRLF and other lines with a bare LF. If so, servers disagree about where lines end (RFC
   * 5322 section 2.3).
   */
  readonly mixedLineEnds: boolean
  readonly bareCarriageReturns: boolean
  readonly nul: boolean
  /** The length of the longest line in octets, without CRLF. */
  readonly longestHeaderLine: number
  readonly longestBodyLine: number
  readonly headerNotAscii: boolean
  readonly bodyNotAscii: boolean
  /** The number of lines in the header section that are not part of a field. */
  readonly malformedLines: number
  /** Whether the header section exceeds a limit. If so, the rest of the header section was not read. */
  readonly truncatedHeader: boolean
}

/** A parsed message. Its fields and its body have CRLF line ends. */
export interface Message {
  readonly fields: ReadonlyArray<HeaderField>
  readonly body: Buffer
  readonly form: MessageForm
}

const CR = 0x0d
const LF = 0x0a

interface Lines {
  /** The whole message with CRLF line ends. */
  readonly bytes: Buffer
  readonly mixed: boolean
  readonly bareCr: boolean
}

/**
 * Converts line ends to CRLF. Programs store received messages with LF, but signatures cover CRLF (RFC 6376 section
 * 2.3).
 */
const withCrlf = (given: Uint8Array): Lines => {
  let bare = 0
  let whole = 0
  let bareCr = false
  for (let at = 0; at < given.length; at++) {
    const octet = given[at]
    if (octet === LF) {
      if (at > 0 && given[at - 1] === CR) whole++
      else bare++
    } else if (octet === CR && given[at + 1] !== LF) bareCr = true
  }
  const source = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (bare === 0) return { bytes: source, mixed: false, bareCr }
  const bytes = Buffer.allocUnsafe(given.length + bare)
  let to = 0
  for (let at = 0; at < given.length; at++) {
    const octet = given[at] ?? 0
    if (octet === LF && given[at - 1] !== CR) bytes[to++] = CR
    bytes[to++] = octet
  }
  return { bytes, mixed: whole > 0, bareCr }
}

/**
 * Finds the longest line, and whether an octet is above 127. Uses a single pass, because a message may have a million
 * lines.
 */
const scan = (bytes: Buffer): { readonly longest: number; readonly notAscii: boolean } => {
  let longest = 0
  let start = 0
  let high = 0
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at] ?? 0
    high |= octet
    if (octet === LF) {
      // At this point, every line ends with CRLF.
      if (at - 1 - start > longest) longest = at - 1 - start
      start = at + 1
    }
  }
  return { longest: Math.max(longest, bytes.length - start), notAscii: high > 0x7f }
}

/** Returns the length of the header section before the empty line, and the offset of the body. */
const splitAt = (bytes: Buffer): { readonly header: number; readonly body: number } => {
  if (bytes.length >= 2 && bytes[0] === CR && bytes[1] === LF) return { header: 0, body: 2 }
  const empty = bytes.indexOf("\r\n\r\n")
  return empty < 0 ? { header: bytes.length, body: bytes.length } : { header: empty, body: empty + 4 }
}

const readFields = (header: string) => {
  const fields: Array<HeaderField> = []
  let malformed = 0
  let pending: Array<string> = []
  const end = () => {
    if (pending.length === 0) return
    const field = headerField(pending.join("\r\n"))
    if (field === null) malformed++
    else fields.push(field)
    pending = []
  }
  const lines = header.split("\r\n")
  for (const [index, line] of lines.entries()) {
    const continues = line.startsWith(" ") || line.startsWith("\t")
    if (continues && pending.length > 0) pending.push(line)
    else {
      end()
      if (fields.length >= MAX_HEADER_FIELDS || malformed >= MAX_HEADER_FIELDS)
        return { fields, malformed, truncated: true }
      // The separator line of an mbox file is not part of the message.
      if (index === 0 && line.startsWith("From ")) continue
      if (line !== "") pending.push(line)
    }
  }
  end()
  return { fields, malformed, truncated: false }
}

/** Parses a message. Never throws, and takes linear time. */
export const parseMessage = (given: Uint8Array): Message => {
  const { bytes, mixed, bareCr } = withCrlf(given)
  const { header: headerEnd, body: bodyStart } = splitAt(bytes)
  const header = bytes.subarray(0, Math.min(headerEnd, MAX_HEADER_OCTETS))
  const body = bytes.subarray(bodyStart)
  const headerScan = scan(header)
  const bodyScan = scan(body)
  const { fields, malformed, truncated } = readFields(header.toString("latin1"))
  return {
    fields,
    body,
    form: {
      size: given.length,
      mixedLineEnds: mixed,
      bareCarriageReturns: bareCr,
      nul: bytes.includes(0),
      longestHeaderLine: headerScan.longest,
      longestBodyLine: bodyScan.longest,
      headerNotAscii: headerScan.notAscii,
      bodyNotAscii: bodyScan.notAscii,
      malformedLines: malformed,
      truncatedHeader: truncated || headerEnd > MAX_HEADER_OCTETS
    }
  }
}

/** Returns all fields with a name, topmost first. */
export const fieldsNamed = ({ fields }: Message, name: string): ReadonlyArray<HeaderField> =>
  fields.filter((field) => field.name === name)

/** Returns the value of the topmost field with a name; null if there is none. */
export const valueNamed = (message: Message, name: string): string | null =>
  message.fields.find((field) => field.name === name)?.value ?? null
