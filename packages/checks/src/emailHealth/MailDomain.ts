import { parseDomainInput } from "@mon/email-health"

const DISPLAY_FORM = /<([^<>]*)>\s*$/u

/**
 * Returns the candidates for the mail domain in a text, the most likely one first: the part after the @ of an address,
 * then the text itself.
 */
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
 * Reads the mail domain from a domain, a URL or an email address. Removes the protocol, user, `www.`, port, path and
 * trailing dot. Converts international names to IDNA ASCII. Returns null if the text contains no public domain.
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
 * Returns the mail domain of a monitored host.
 *
 * @example
 * mailDomainOf("www.example.com") // => "example.com"
 */
export const mailDomainOf = (hostname: string): string => cleaned(hostname) ?? hostname
