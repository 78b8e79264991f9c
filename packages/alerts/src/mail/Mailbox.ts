import { argumentsOf, aString } from "@mon/bundled/arguments"
import { domainToASCII } from "node:url"

const acceptParseAddress = /* @__PURE__ */ argumentsOf("parseAddress", () => ({ text: aString }))
const acceptParseMailbox = /* @__PURE__ */ argumentsOf("parseMailbox", () => ({ text: aString }))

/** An address and the name before it. The name is null if there is none. */
export interface Mailbox {
  readonly name: string | null
  /** The address. Its domain is lower-case ASCII (IDNA). */
  readonly address: string
}

/** The most octets of a local part (RFC 5321 section 4.5.3.1.1). */
const LOCAL_OCTETS = 64
/** The most octets of an address. RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, including angle brackets. */
const ADDRESS_OCTETS = 254
/** Matches a label of a domain (RFC 1035 section 2.3.4). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u
/** Matches a dot-string (RFC 5321 section 4.1.2). */
const DOT_STRING = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/u
/** Matches a domain name. The URL rules in domainToASCII would cut or decode other texts. */
const NAME = /^[\p{L}\p{M}\p{N}.-]+$/u
const MAILBOX_CHARACTERS = 512
const CONTROL = /\p{Cc}/u

/**
 * Reads `local@domain`: a dot-string before the @, and a name or a single label after it. Returns null for any other
 * text, including quoted local parts and address literals.
 *
 * @example
 * parseAddress("Ann@Bücher.Example") // => "Ann@xn--bcher-kva.example"
 * parseAddress("ann@[192.0.2.1]") // => null
 */
export const parseAddress = (text: string): string | null => {
  acceptParseAddress(text)
  if (text.length > MAILBOX_CHARACTERS) return null
  const at = text.lastIndexOf("@")
  const local = text.slice(0, Math.max(0, at))
  const given = text.slice(at + 1)
  const domain = NAME.test(given) ? domainToASCII(given) : ""
  const labels = domain.split(".")
  const isName = labels.every((label) => LABEL.test(label)) && !/^\d+$/u.test(labels.at(-1) ?? "")
  if (!isName || local.length > LOCAL_OCTETS || !DOT_STRING.test(local)) return null
  const address = `${local}@${domain}`
  return address.length > ADDRESS_OCTETS ? null : address
}

const unquote = (name: string): string =>
  (/^".*"$/u.test(name) ? name.slice(1, -1).replace(/\\(.)/gu, "$1") : name).trim()

/**
 * Reads `ann@example.com`, `Ann <ann@example.com>` or `"Ann, B." <ann@example.com>`. Returns null for any other text.
 *
 * @example
 * parseMailbox("Mon <alerts@example.com>") // => { name: "Mon", address: "alerts@example.com" }
 * parseMailbox("Mon <alerts@example.com>\r\nBcc: all@example.com") // => null
 */
export const parseMailbox = (text: string): Mailbox | null => {
  acceptParseMailbox(text)
  if (text.length > MAILBOX_CHARACTERS || CONTROL.test(text)) return null
  const trimmed = text.trim()
  const open = trimmed.endsWith(">") ? trimmed.lastIndexOf("<") : -1
  const address = parseAddress(open === -1 ? trimmed : trimmed.slice(open + 1, -1))
  if (address === null) return null
  const name = open === -1 ? "" : unquote(trimmed.slice(0, open).trim())
  return { name: name === "" ? null : name, address }
}
