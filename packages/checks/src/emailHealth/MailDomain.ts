import { parseDomainInput } from "@mon/email-health"

const DISPLAY_FORM = /<([^<>]*)>\s*$/u

/** What may hold the domain, the likeliest first: what follows the @ of an address, which may have a slash before it, and the text itself. */
const candidates = (text: string): ReadonlyArray<string> => {
  const bare = DISPLAY_FORM.exec(text)?.[1] ?? text
  return bare.includes("://") ? [bare] : [bare.slice(bare.lastIndexOf("@") + 1), bare]
}

const cleaned = (text: string): string | null => {
  const input = parseDomainInput(text)
  if (!input.ok) return null
  return input.domain === text ? text : cleaned(input.domain)
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
export const parseMailDomain = (text: string): string | null =>
  candidates(text)
    .map(cleaned)
    .find((domain) => domain !== null) ?? null

/**
 * The mail domain of a monitored host.
 *
 * @example
 * mailDomainOf("www.example.com") // => "example.com"
 */
export const mailDomainOf = (hostname: string): string => cleaned(hostname) ?? hostname
