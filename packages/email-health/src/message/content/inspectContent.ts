import { MAX_DEPTH, MAX_MESSAGE_OCTETS, MAX_PARTS } from "../limits.ts"
import { withoutComments } from "../mail/comments.ts"
import { decodeWords } from "../mail/EncodedWords.ts"
import { collapse } from "../mail/HeaderField.ts"
import { fieldsNamed, type Message, valueNamed } from "../mail/Message.ts"
import { parameterOf, parseContentType } from "./ContentType.ts"
import { type LinkDifference, linkDifferences, MAX_HTML_OCTETS } from "./HtmlLinks.ts"
import { transferDecoded } from "./transferDecoded.ts"

/**
 * The facts about the MIME structure of a message (RFC 2045, RFC 2046). Only HTML that mail programs show is decoded.
 */
export interface ContentFacts {
  /** Whether the message has a MIME-Version header and a Content-Type header. */
  readonly mime: boolean
  readonly typed: boolean
  readonly text: boolean
  readonly html: boolean
  readonly parts: number
  readonly attachments: number
  /** The names of the attachments that large mailbox providers refuse. */
  readonly executables: ReadonlyArray<string>
  readonly empty: boolean
  /** Whether a multipart declares no boundary, or its boundary does not occur in the body. */
  readonly brokenMultipart: boolean
  /** Whether a limit was reached. If so, the rest of the message was not read. */
  readonly truncated: boolean
  /** Whether the body has octets above 127 although the declared encoding is 7bit. */
  readonly undeclared8bit: boolean
  /** The links whose text shows a host of one organization but whose target belongs to another organization. */
  readonly links: ReadonlyArray<LinkDifference>
}

/** The most common file types that Gmail blocks (support.google.com/mail/answer/6590). */
const EXECUTABLE =
  /\.(?:ade|adp|apk|appx|bat|cab|chm|cmd|com|cpl|dll|dmg|exe|hta|ins|iso|isp|jar|jse?|lib|lnk|mde|ms[cipt]|nsh|pif|ps1|scr|sct|sys|vb[es]?|vhdx?|vxd|ws[cfh]|xll)$/i

interface Part {
  readonly type: string
  readonly disposition: string
  readonly encoding: string
  readonly bytes: Buffer
  readonly depth: number
}

interface Found {
  text: boolean
  html: boolean
  parts: number
  attachments: number
  executables: Array<string>
  brokenMultipart: boolean
  truncated: boolean
  /** The HTML parts that mail programs show, without their transfer encoding. */
  htmlParts: Array<Buffer>
  htmlOctets: number
}

const MAX_PART_HEADER = 16_384
/** The longest boundary (RFC 2046 section 5.1.1). */
const MAX_BOUNDARY = 70
/** The most octets that are searched for delimiters, over all levels of nesting. */
const SEARCH_BUDGET = 4 * MAX_MESSAGE_OCTETS
const MAX_NAMES = 20

/** Reads the headers of a part. The headers are short, so only the start of the part is read. */
const partHeader = (bytes: Buffer): { readonly named: (name: string) => string; readonly body: Buffer } => {
  const starts = bytes[0] === 0x0d && bytes[1] === 0x0a
  const head = bytes.subarray(0, MAX_PART_HEADER)
  const end = starts ? 0 : head.indexOf("\r\n\r\n")
  const header = head.subarray(0, end < 0 ? head.length : end).toString("latin1")
  const lines = header.replace(/\r\n[ \t]/g, " ").split("\r\n")
  return {
    named: (name) => {
      const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`)
      return line === undefined ? "" : collapse(line.slice(name.length + 1))
    },
    body: end < 0 ? bytes.subarray(bytes.length) : bytes.subarray(starts ? 2 : end + 4)
  }
}

/** Splits a multipart at its delimiters (RFC 2046 section 5.1.1); null if there is no delimiter. */
const splitParts = (bytes: Buffer, boundary: string): ReadonlyArray<Buffer> | null => {
  const delimiter = `--${boundary}`
  const parts: Array<Buffer> = []
  let start = -1
  let at = bytes.subarray(0, delimiter.length).toString("latin1") === delimiter ? 0 : bytes.indexOf(`\r\n${delimiter}`)
  while (at >= 0 && parts.length <= MAX_PARTS) {
    if (start >= 0) parts.push(bytes.subarray(start, at))
    const after = (at === 0 && bytes[0] !== 0x0d ? 0 : at + 2) + delimiter.length
    if (bytes.subarray(after, after + 2).toString("latin1") === "--") return parts
    const line = bytes.indexOf("\r\n", after)
    if (line < 0) return parts
    start = line + 2
    at = bytes.indexOf(`\r\n${delimiter}`, line)
  }
  if (start >= 0 && start <= bytes.length) parts.push(bytes.subarray(start))
  return start < 0 ? null : parts
}

const isBlank = (bytes: Buffer): boolean => {
  for (const octet of bytes) if (octet > 0x20) return false
  return true
}

/** Returns the value of a header field, such as "base64", in lower case and without comments. */
const word = (text: string): string => withoutComments(text).trim().toLowerCase()

const noteHtml = (found: Found, { bytes, encoding }: Part): void => {
  found.html = true
  const read = bytes.subarray(0, Math.max(0, MAX_HTML_OCTETS - found.htmlOctets))
  found.htmlOctets += read.length
  found.htmlParts.push(transferDecoded(read, word(encoding)))
}

const noteLeaf = (found: Found, part: Part): void => {
  const { bytes, disposition, type } = part
  const { media, parameters } = parseContentType(type === "" ? "text/plain" : type)
  const placed = parseContentType(disposition)
  const name = decodeWords(parameterOf(placed.parameters, "filename") ?? parameterOf(parameters, "name") ?? "")
  if (placed.media === "attachment" || (name !== "" && !media.startsWith("text/"))) {
    found.attachments++
    if (EXECUTABLE.test(name) && found.executables.length < MAX_NAMES) found.executables.push(name.slice(0, 200))
  } else if (isBlank(bytes)) return
  else if (media === "text/plain") found.text = true
  else if (media === "text/html") noteHtml(found, part)
}

/** Visits the parts of a message without recursion, so that nesting cannot exhaust the stack. */
const visit = (root: Part): Found => {
  const found: Found = {
    text: false,
    html: false,
    parts: 0,
    attachments: 0,
    executables: [],
    brokenMultipart: false,
    truncated: false,
    htmlParts: [],
    htmlOctets: 0
  }
  const open: Array<Part> = [root]
  let searched = 0
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (found.parts >= MAX_PARTS) return { ...found, truncated: true }
    found.parts++
    const { media, parameters } = parseContentType(part.type)
    if (!media.startsWith("multipart/")) {
      noteLeaf(found, part)
      continue
    }
    const boundary = parameterOf(parameters, "boundary") ?? ""
    searched += part.bytes.length
    if (part.depth >= MAX_DEPTH || searched > SEARCH_BUDGET) {
      found.truncated = true
      continue
    }
    const usable = boundary !== "" && boundary.length <= MAX_BOUNDARY
    const parts = usable ? splitParts(part.bytes, boundary) : null
    if (parts === null) found.brokenMultipart = true
    for (const bytes of (parts ?? []).toReversed()) {
      const { body, named } = partHeader(bytes)
      open.push({
        type: named("content-type"),
        disposition: named("content-disposition"),
        encoding: named("content-transfer-encoding"),
        bytes: body,
        depth: part.depth + 1
      })
    }
  }
  return found
}

/** Reads the MIME structure of a message: at most 200 parts and 16 levels. */
export const inspectContent = (message: Message): ContentFacts => {
  const type = valueNamed(message, "content-type") ?? ""
  const encoding = word(valueNamed(message, "content-transfer-encoding") ?? "7bit")
  const { body, form } = message
  const {
    htmlOctets: _,
    htmlParts,
    ...found
  } = visit({
    type,
    encoding,
    disposition: valueNamed(message, "content-disposition") ?? "",
    bytes: body,
    depth: 0
  })
  const isMultipart = parseContentType(type).media.startsWith("multipart/")
  return {
    ...found,
    typed: type !== "",
    mime: fieldsNamed(message, "mime-version").length > 0,
    empty: !found.text && !found.html && found.attachments === 0,
    undeclared8bit: form.bodyNotAscii && !isMultipart && encoding !== "8bit" && encoding !== "binary",
    links: linkDifferences(htmlParts.map((html) => html.toString("utf8")).join("\n"))
  }
}
