import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseIpAddress } from "./IpAddress.ts"
import { getDomain, parse } from "tldts"

/** The top-level domains that are reserved for special use, with the documents that reserve them. */
const SPECIAL_USE_NAMES: ReadonlyMap<string, string> = new Map([
  ["alt", "RFC 9476"],
  ["arpa", "RFC 3172"],
  ["example", "RFC 6761"],
  ["internal", "ICANN board resolution 2024.07.29.06"],
  ["invalid", "RFC 6761"],
  ["local", "RFC 6762"],
  ["localhost", "RFC 6761"],
  ["onion", "RFC 7686"],
  ["test", "RFC 6761"]
])

const acceptHasPublicSuffix = /* @__PURE__ */ argumentsOf("hasPublicSuffix", () => ({ name: aString }))
const acceptParsePublicUrl = /* @__PURE__ */ argumentsOf("parsePublicUrl", () => ({ text: aString }))
const acceptOrganizationalDomain = /* @__PURE__ */ argumentsOf("organizationalDomain", () => ({ name: aString }))
const acceptRegistrableDomain = /* @__PURE__ */ argumentsOf("registrableDomain", () => ({ hostname: aString }))

/** The reason why a text was rejected as a public URL, as a stable code. */
export type UrlRejectionReason =
  | "empty"
  | "too_long"
  | "control_character"
  | "backslash"
  | "malformed"
  | "scheme"
  | "userinfo"
  | "ip_literal"
  | "port"
  | "bad_name"
  | "single_label"
  | "special_use"
  | "unknown_tld"

/** An http(s) URL with a public name, or the reason why the text was rejected. */
export type PublicUrl =
  | {
      readonly ok: true
      readonly url: URL
      /** The name in IDNA ASCII and lower case, without a trailing dot. */
      readonly hostname: string
      /** The port. Null for the default port of the scheme. */
      readonly port: number | null
      /** The normalised URL, including its fragment. */
      readonly href: string
    }
  | { readonly ok: false; readonly reason: UrlRejectionReason }

/**
 * The maximum length of a URL that browsers and proxies accept in practice (RFC 9110 section 4.1 recommends at least
 * 8000 octets).
 */
const MAX_URL_LENGTH = 8192
/** The maximum length of a name in text form, without the trailing dot (RFC 1035 section 2.3.4). */
const MAX_NAME_LENGTH = 253
const LABEL = /^[a-z0-9_-]{1,63}$/
/** A pattern for a hyphen at the start or end of a label, which is not allowed (RFC 1123 section 2.1). */
const EDGE_HYPHEN = /^-|-$/
// oxlint-disable-next-line no-control-regex -- the WHATWG parser drops these silently
const CONTROL = /[\u0000-\u001f\u007f]/
const AUTHORITY = /^[^/?#]*:\/\/+([^/?#]*)/
/**
 * A pattern for additional slashes after the scheme. The WHATWG parser ignores them, so `//example.com` would become a
 * host although the scheme is missing.
 */
const EXTRA_SLASH = /^[^/?#]*:\/\/\//
const SUFFIX_OPTIONS = { extractHostname: false, validateHostname: false } as const

const rejected = (reason: UrlRejectionReason): PublicUrl => ({ ok: false, reason })

const suffixRejection = (hostname: string, labels: ReadonlyArray<string>): UrlRejectionReason | null => {
  if (SPECIAL_USE_NAMES.has(labels.at(-1) ?? "")) return "special_use"
  if (labels.length === 1) return "single_label"
  return parse(hostname, SUFFIX_OPTIONS).isIcann === true ? null : "unknown_tld"
}

const nameRejection = (hostname: string): UrlRejectionReason | null => {
  const labels = hostname.split(".")
  if (hostname.length > MAX_NAME_LENGTH || !labels.every((label) => LABEL.test(label))) return "bad_name"
  const suffixReason = suffixRejection(hostname, labels)
  if (suffixReason !== null) return suffixReason
  // Underscores are accepted below the registrable domain, because they are used there and browsers and resolvers
  // accept them.
  const registrable = getDomain(hostname, SUFFIX_OPTIONS) ?? hostname
  return labels.some((label) => EDGE_HYPHEN.test(label)) || registrable.includes("_") ? "bad_name" : null
}

/**
 * Returns whether a name can exist in the public DNS. Such a name is below a public suffix. `localhost`, single labels
 * such as container names, and names with a special-use or unknown top-level domain cannot exist there.
 *
 * @example
 * hasPublicSuffix("shop.example.co.uk") // => true
 * hasPublicSuffix("db.internal") // => false
 */
export const hasPublicSuffix = (name: string): boolean => {
  acceptHasPublicSuffix(name)
  const hostname = name.toLowerCase().replace(/\.$/, "")
  return suffixRejection(hostname, hostname.split(".")) === null
}

const textRejection = (text: string): UrlRejectionReason | null => {
  if (text === "") return "empty"
  if (text.length > MAX_URL_LENGTH) return "too_long"
  if (CONTROL.test(text)) return "control_character"
  if (text.includes("\\")) return "backslash"
  return AUTHORITY.exec(text)?.[1]?.includes("@") === true ? "userinfo" : null
}

const urlRejection = (url: URL): UrlRejectionReason | null => {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme"
  if (url.username !== "" || url.password !== "") return "userinfo"
  if (url.hostname.startsWith("[") || parseIpAddress(url.hostname) !== null) return "ip_literal"
  return url.port === "0" ? "port" : null
}

/**
 * Parses user input as an http(s) URL with a public name. Adds `https://` if there is no `://`, and then follows the
 * WHATWG URL rules. Accepts names that are public suffixes themselves. Never throws.
 *
 * @example
 * parsePublicUrl("example.com:8443/status").ok // => true
 * parsePublicUrl("http://0x7f.1/") // => { ok: false, reason: "ip_literal" }
 */
export const parsePublicUrl = (text: string): PublicUrl => {
  acceptParsePublicUrl(text)
  const typed = text.trim()
  const full = typed === "" || typed.includes("://") ? typed : `https://${typed}`
  const textReason = textRejection(full)
  if (textReason !== null) return rejected(textReason)
  const url = URL.parse(full)
  if (url === null) return rejected("malformed")
  const urlReason = urlRejection(url)
  if (urlReason !== null) return rejected(urlReason)
  const hostname = url.hostname.replace(/\.$/, "")
  const nameReason = nameRejection(hostname)
  if (nameReason !== null) return rejected(nameReason)
  if (EXTRA_SLASH.test(full)) return rejected("malformed")
  url.hostname = hostname
  return { ok: true, url, hostname, port: url.port === "" ? null : Number(url.port), href: url.href }
}

/**
 * Returns the registrable domain of a name (one label below its ICANN public suffix), or null if it has none.
 *
 * @example
 * registrableDomain("shop.example.co.uk") // => "example.co.uk"
 * registrableDomain("co.uk") // => null
 */
export const registrableDomain = (hostname: string): string | null => {
  acceptRegistrableDomain(hostname)
  const name = hostname.toLowerCase().replace(/\.$/, "")
  return parse(name, SUFFIX_OPTIONS).isIcann === true ? getDomain(name, SUFFIX_OPTIONS) : null
}

/**
 * Returns the domain of the organization that owns a name: one label below its public suffix (RFC 7489 section 3.2).
 * Suffixes under which private operators register names for customers also count as public suffixes, and so do unknown
 * top-level domains. For a name that is itself a suffix, returns the suffix.
 *
 * @example
 * organizationalDomain("mail.shop.co.uk") // => "shop.co.uk"
 * organizationalDomain("docs.ada.github.io") // => "ada.github.io"
 */
export const organizationalDomain = (name: string): string => {
  acceptOrganizationalDomain(name)
  const hostname = name.toLowerCase().replace(/\.$/, "")
  return getDomain(hostname, { ...SUFFIX_OPTIONS, allowPrivateDomains: true }) ?? hostname
}
