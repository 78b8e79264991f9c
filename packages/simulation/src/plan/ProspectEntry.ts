import { argumentsOf, aString } from "@mon/bundled/arguments"
import { type DomainFault, MAX_ENTRY, readDomain, readMailDomain } from "./MailDomain.ts"

const acceptParseProspect = /* @__PURE__ */ argumentsOf("parseProspect", () => ({ input: aString }))

/** The reason why an entry is neither an address nor a domain. */
export type EntryFault = DomainFault | "bad_local_part" | "bad_display_form"

/** One entry of a prospect list. */
export type ProspectEntry =
  | {
      readonly ok: true
      /** The address, with the local part as written and the domain in IDNA ASCII; null for a bare domain. */
      readonly email: string | null
      readonly local: string | null
      readonly domain: string
    }
  | { readonly ok: false; readonly fault: EntryFault }

/** The maximum lengths of a local part and of an address, in octets (RFC 5321 section 4.5.3.1.1 and erratum 1690). */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254
// The atext of RFC 5322 section 3.2.3 and the UTF-8 of RFC 6531. Dots may be anywhere, because some mobile carriers
// assigned such addresses.
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.\u00a0-\uffff-]+$/
const QUOTED_LOCAL_PART = /^"(?:[ !#-[\]-~\u00a0-\uffff]|\\[ -~])*"$/

const no = (fault: EntryFault): ProspectEntry => ({ ok: false, fault })

const octets = (text: string): number => new TextEncoder().encode(text).length

const readAddress = (local: string, host: string): ProspectEntry => {
  if (octets(local) > MAX_LOCAL) return no("too_long")
  if (!LOCAL_PART.test(local) && !QUOTED_LOCAL_PART.test(local)) return no("bad_local_part")
  const read = readMailDomain(host)
  if (!read.ok) return read
  const email = `${local}@${read.domain}`
  return octets(email) > MAX_ADDRESS ? no("too_long") : { ok: true, email, local, domain: read.domain }
}

const inAngles = (text: string): string | null => {
  if (!text.endsWith(">")) return text
  const open = text.lastIndexOf("<")
  return open < 0 ? null : text.slice(open + 1, -1).trim()
}

/**
 * Reads an email address, `Name <address>`, `mailto:`, a domain or a URL.
 *
 * @example
 * parseProspect("Bob <bob@B\u00dcCHER.example.com>") // => { ok: true, email: "bob@xn--bcher-kva.example.com", local: "bob", domain: "xn--bcher-kva.example.com" }
 * parseProspect("https://www.example.com/contact") // => { ok: true, email: null, local: null, domain: "example.com" }
 * parseProspect("bob@localhost") // => { ok: false, fault: "single_label" }
 */
export const parseProspect = (input: string): ProspectEntry => {
  acceptParseProspect(input)
  if (input.length > MAX_ENTRY) return no("too_long")
  const trimmed = input.trim()
  if (trimmed === "") return no("empty")
  const text = inAngles(trimmed)
  if (text === null) return no("bad_display_form")
  const address = /^mailto:/i.test(text) ? (text.slice("mailto:".length).split("?", 1)[0] ?? "") : text
  const at = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? -1 : address.lastIndexOf("@")
  if (at >= 0) return readAddress(address.slice(0, at), address.slice(at + 1))
  const read = readDomain(address)
  return read.ok ? { ok: true, email: null, local: null, domain: read.domain } : read
}
