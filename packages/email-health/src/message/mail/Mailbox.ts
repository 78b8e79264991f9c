import { MAX_VALUE } from "../limits.ts"
import { domainName } from "./domainName.ts"
import { decodeWords } from "./EncodedWords.ts"
import { textOf } from "./HeaderField.ts"

/** One address of a header (RFC 5322 section 3.4). */
export interface Mailbox {
  /** The decoded display name; "" if there is none. */
  readonly name: string
  readonly address: string
  /** The domain in IDNA ASCII and lower case. */
  readonly domain: string
}

/** The addresses of a header, and whether some of its text is not an address. */
export interface MailboxList {
  readonly mailboxes: ReadonlyArray<Mailbox>
  readonly malformed: boolean
  /** Whether unread text may contain another address. If so, the list of domains may be incomplete. */
  readonly hidesAddress: boolean
}

const MAX_MAILBOXES = 100
const LOCAL_PART = /^[^\s<>()[\]\\,;:@"]{1,64}$/
const QUOTED_LOCAL_PART = /^"[^"\r\n]{0,64}"$/

interface Pieces {
  readonly name: string
  readonly route: string | null
}

interface Split {
  readonly items: ReadonlyArray<Pieces>
  readonly malformed: boolean
  /** The text that belongs to no item of the list. */
  readonly lost: string
  /** Whether a quoted string or a comment has no end. If so, it may contain items that were not read. */
  readonly open: boolean
}

const splitItems = (text: string): Split => {
  const items: Array<Pieces> = []
  let name = ""
  let route: string | null = null
  let quoted = false
  let angle = false
  let comments = 0
  let malformed = false
  let lost = ""
  const end = () => {
    if (name.trim() !== "" || route !== null) items.push({ name: name.trim(), route })
    name = ""
    route = null
  }
  for (let at = 0; at < text.length && items.length <= MAX_MAILBOXES; at++) {
    const character = text.charAt(at)
    if (character === "\\" && (quoted || comments > 0)) {
      at++
      if (comments === 0) name += text.charAt(at)
    } else if (comments > 0) comments += character === "(" ? 1 : character === ")" ? -1 : 0
    else if (character === '"') {
      quoted = !quoted
      if (angle) route += character
      else name += character
    } else if (quoted) {
      if (angle) route += character
      else name += character
    } else if (character === "(") comments++
    else if (angle) {
      if (character === ">") angle = false
      else route += character
    } else if (character === "<") {
      malformed ||= route !== null
      lost += route ?? ""
      angle = true
      route = ""
    } else if (character === "," || character === ";") end()
    // The name of a group (RFC 5322 section 3.4) is not part of its first address.
    else if (character === ":") {
      lost += name
      name = ""
    } else if (route !== null && character.trim() !== "") {
      malformed = true
      lost += character
    } else name += character
  }
  const open = quoted || comments > 0
  end()
  return { items, malformed: malformed || open || angle, lost, open }
}

const unquoted = (name: string): string => {
  const inner = name.startsWith('"') && name.endsWith('"') && name.length >= 2 ? name.slice(1, -1) : name
  return decodeWords(inner).trim()
}

const readItem = ({ name, route }: Pieces): Mailbox | null => {
  const address = (route ?? name).trim()
  const cut = address.lastIndexOf("@")
  const local = address.slice(0, Math.max(0, cut))
  const domain = domainName(address.slice(cut + 1))
  if (cut < 1 || domain === null || (!LOCAL_PART.test(local) && !QUOTED_LOCAL_PART.test(local))) return null
  return { name: route === null ? "" : unquoted(name), address: textOf(address), domain }
}

const namesAddress = ({ name, route }: Pieces): boolean => `${route ?? name}`.includes("@")

/** Parses an address list in linear time. Never throws. */
export const parseMailboxes = (value: string): MailboxList => {
  const { items, lost, malformed, open } = splitItems(value.slice(0, MAX_VALUE))
  const read = items.slice(0, MAX_MAILBOXES).map((item) => ({ item, mailbox: readItem(item) }))
  const unread = read.flatMap(({ item, mailbox }) => (mailbox === null ? [item] : []))
  const truncated = value.length > MAX_VALUE || items.length > MAX_MAILBOXES
  return {
    mailboxes: read.flatMap(({ mailbox }) => (mailbox === null ? [] : [mailbox])),
    malformed: malformed || unread.length > 0 || truncated,
    hidesAddress: truncated || open || lost.includes("@") || unread.some(namesAddress)
  }
}
