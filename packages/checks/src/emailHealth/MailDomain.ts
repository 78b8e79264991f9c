import { parsePublicUrl, registrableDomain } from "@mon/public-net"

/** What precedes the domain in an address, in its display form or after `mailto:`. */
const ADDRESS = /^(?:mailto:)?(?:.*<)?[^<>]*@([^@<>?]+)(?:>|\?.*)?$/isu
const WWW = /^www\./u

/**
 * The mail domain of a host: without `www.`, unless what is left would be no domain of its own.
 *
 * @example
 * mailDomainOf("www.example.com") // => "example.com"
 * mailDomainOf("www.co.uk") // => "www.co.uk"
 */
export const mailDomainOf = (hostname: string): string =>
  WWW.test(hostname) && registrableDomain(hostname) !== hostname ? hostname.replace(WWW, "") : hostname

/** The host of what was typed: of a URL with any scheme, of an address, or the text itself. */
const hostIn = (text: string): string => {
  if (text.includes("://")) return URL.parse(text)?.hostname ?? ""
  return ADDRESS.exec(text)?.[1] ?? text
}

/**
 * Reads the mail domain from a domain, a URL or an e-mail address (interface 4.5): protocol, user, `www.`, port, path and trailing dot are
 * left out, international names become IDNA ASCII; null when there is no public domain in it.
 *
 * @example
 * parseMailDomain("https://www.Example.com:8443/contact") // => "example.com"
 * parseMailDomain("Ada <ada@bücher.example.com.>") // => "xn--bcher-kva.example.com"
 * parseMailDomain("127.0.0.1") // => null
 */
export const parseMailDomain = (text: string): string | null => {
  const parsed = parsePublicUrl(hostIn(text.trim()))
  return parsed.ok ? mailDomainOf(parsed.hostname) : null
}
