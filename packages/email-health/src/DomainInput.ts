import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parsePublicUrl } from "@mon/public-net/policy"
import { domainToUnicode } from "node:url"

const acceptParseDomainInput = /* @__PURE__ */ argumentsOf("parseDomainInput", () => ({ text: aString }))

/** The domain in user input, or the reason why it contains none. */
export type DomainInput =
  | {
      readonly ok: true
      /** The domain in IDNA ASCII, in lower case and without a trailing dot. */ readonly domain: string
      /** The domain in Unicode, for display. */
      readonly unicode: string
    }
  | { readonly ok: false; readonly message: string }

/** The most characters of an input that are read. */
const MAX_INPUT = 2048
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

const hostIn = (text: string): string => {
  const address =
    text
      .replace(/^mailto:/i, "")
      .replace(SCHEME, "")
      .split(/[/?#\\]/, 1)[0] ?? ""
  return address.slice(address.lastIndexOf("@") + 1)
}

const withoutWww = (name: string): string => (/^www\..+\../.test(name) ? name.slice(4) : name)

/**
 * Extracts the domain from a domain name, a URL, an email address, a name with a port, an IDN or a name with a trailing
 * dot.
 *
 * @example
 * parseDomainInput(" https://www.Example.com:8443/path ") // => { ok: true, domain: "example.com", unicode: "example.com" }
 * parseDomainInput("someone@b\u00fccher.example.com") // => { ok: true, domain: "xn--bcher-kva.example.com", unicode: "b\u00fccher.example.com" }
 * parseDomainInput("192.0.2.1").ok // => false
 */
export const parseDomainInput = (text: string): DomainInput => {
  acceptParseDomainInput(text)
  const host = hostIn(text.slice(0, MAX_INPUT).trim())
  const parsed = parsePublicUrl(`https://${host}`)
  if (!parsed.ok || host === "")
    return { ok: false, message: `${JSON.stringify(text.slice(0, 100))} is not a domain name.` }
  const domain = withoutWww(parsed.hostname)
  return { ok: true, domain, unicode: domainToUnicode(domain) }
}
