import { messages } from "@mon/api-contract"
import { domainToUnicode } from "node:url"
import { parsePublicUrl, registrableDomain, type UrlRejectionReason } from "@mon/public-net"

export type OwnHostname =
  | { readonly ok: true; readonly hostname: string }
  | { readonly ok: false; readonly message: string }

const { statusHost: texts } = messages

const reasons: Readonly<Record<UrlRejectionReason, string>> = {
  empty: texts.form,
  too_long: texts.name,
  control_character: texts.form,
  backslash: texts.form,
  malformed: texts.form,
  scheme: texts.form,
  userinfo: texts.form,
  ip_literal: texts.address,
  port: texts.port,
  bad_name: texts.name,
  single_label: texts.special,
  special_use: texts.special,
  unknown_tld: texts.unknown
}

/** Matches a label of letters, digits and hyphens (RFC 1123 section 2.1). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u
/** Returns whether a label has the prefix of an encoded label, but cannot be decoded (RFC 5890 section 2.3.2.1). */
const isFakeLabel = (label: string): boolean => label.startsWith("xn--") && domainToUnicode(label) === label
/**
 * The longest host name. The name of its TXT record, which has a prefix, is limited to 253 characters (RFC 1035 section
 * 2.3.4).
 */
const MAX_LENGTH = 253 - "_mon.".length
const PORT = /^[^:/?#[\]]+:\d+$/u
/** Matches characters that can occur in a URL, but not in a host name. IPv6 addresses are checked separately. */
const URL_PART = /[/?#@\\\s%]/u

const refused = (message: string): OwnHostname => ({ ok: false, message })

const isWithin = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)

/**
 * Checks a custom host name for a status page. `service`: the host name of the service. This name, its parents and its
 * children are refused.
 */
export const parseOwnHostname = (text: string, service: string): OwnHostname => {
  const typed = text.trim()
  if (typed.includes("*")) return refused(texts.wildcard)
  if (URL_PART.test(typed)) return refused(texts.form)
  if (PORT.test(typed)) return refused(texts.port)
  const bare = typed.includes(":") && !typed.startsWith("[") ? `[${typed}]` : typed
  const parsed = parsePublicUrl(`https://${bare}/`)
  if (!parsed.ok) return refused(typed === "localhost" ? texts.special : reasons[parsed.reason])
  const { hostname, port } = parsed
  if (port !== null) return refused(texts.port)
  const labels = hostname.split(".")
  if (hostname.length > MAX_LENGTH || !labels.every((label) => LABEL.test(label)) || labels.some(isFakeLabel))
    return refused(texts.name)
  if (isWithin(hostname, service) || isWithin(service, hostname)) return refused(texts.service(service))
  return registrableDomain(hostname) === null ? refused(texts.suffix) : { ok: true, hostname }
}
