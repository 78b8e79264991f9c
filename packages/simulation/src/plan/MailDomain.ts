export type DomainFault = "empty" | "too_long" | "single_label" | "ip_address" | "special_use" | "bad_domain"

/** A mail domain (IDNA ASCII, lower case, no trailing dot), or the reason why the text is not a mail domain. */
export type DomainParsing =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly fault: DomainFault }

/** The maximum length of a domain, in octets of the presentation form (RFC 1035 section 2.3.4). */
const MAX_DOMAIN = 253
export const MAX_ENTRY = 1024
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`)
const ASCII = /^[a-z0-9.-]*$/i
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\]|[0-9a-f]*:[0-9a-f:.]*)$/i
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const PORT = /:\d{1,5}$/

/** The top-level domains outside the public name space: RFC 6761, 6762, 7686, 3172, 9476, and ICANN's "internal". */
const SPECIAL_USE: ReadonlySet<string> = new Set([
  "alt",
  "arpa",
  "example",
  "internal",
  "invalid",
  "local",
  "localhost",
  "onion",
  "test"
])

const no = (fault: DomainFault): DomainParsing => ({ ok: false, fault })

// Only text with non-ASCII letters is passed to URL, and only if it has no characters with another meaning in a URL.
const toAscii = (text: string): string | null => {
  if (ASCII.test(text)) return text.toLowerCase()
  if (!ASCII.test(text.replace(BEYOND_ASCII, ""))) return null
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return null
  }
}

/** Reads the domain of an email address. Unlike `readDomain`, does not accept URLs. */
export const readMailDomain = (text: string): DomainParsing => {
  if (text === "") return no("empty")
  if (text.length > MAX_ENTRY) return no("too_long")
  if (ADDRESS.test(text)) return no("ip_address")
  const ascii = toAscii(text)
  if (ascii === null) return no("bad_domain")
  const domain = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii
  if (domain.length > MAX_DOMAIN) return no("too_long")
  if (!DOMAIN.test(domain)) return no(/^[a-z0-9-]+$/.test(domain) ? "single_label" : "bad_domain")
  return SPECIAL_USE.has(domain.slice(domain.lastIndexOf(".") + 1)) ? no("special_use") : { ok: true, domain }
}

/** Reads a domain as people write it. The text can also be a URL, or a name with a port, a path or "www.". */
export const readDomain = (text: string): DomainParsing => {
  const host = (text.replace(SCHEME, "").split(/[/?#\\]/, 1)[0] ?? "").replace(PORT, "")
  const read = readMailDomain(host)
  return read.ok && /^www\.[^.]+\../.test(read.domain) ? { ok: true, domain: read.domain.slice(4) } : read
}
