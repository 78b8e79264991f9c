import { argumentsOf, aString } from "@mon/bundled/arguments"
import { domainToASCII } from "node:url"
import { normalise } from "./DnsName.ts"

/** The maximum length of a text that is converted. No name is longer in any form (RFC 1035 section 2.3.4). */
const MAX_NAME = 255

const accept = /* @__PURE__ */ argumentsOf("toAsciiName", () => ({ name: aString }))

const NOT_ASCII = /[^\p{ASCII}]/u
/**
 * The characters that are refused, such as "/" and "%", because they would end the name or start an escape in a URL.
 */
const NOT_IN_NAMES = /[^\w.*-]/

/**
 * Returns the ASCII form, which the DNS uses, of a name with international characters (UTS #46, as in URLs). A name in
 * ASCII stays unchanged. Returns null if the name has no ASCII form. Clients convert the names of queries themselves.
 * Resolvers of the `./effect` entry point do not convert names.
 *
 * @example
 * toAsciiName("Bücher.example") // => "xn--bcher-kva.example"
 * toAsciiName("_dmarc.münchen.example") // => "_dmarc.xn--mnchen-3ya.example"
 * toAsciiName("ü b.example") // => null
 */
export const toAsciiName = (name: string): string | null => {
  accept(name)
  if (!NOT_ASCII.test(name)) return name
  if (name.length > MAX_NAME || NOT_IN_NAMES.test(name.replaceAll(/[^\p{ASCII}]/gu, ""))) return null
  const ascii = domainToASCII(name)
  return ascii === "" || NOT_IN_NAMES.test(ascii) || normalise(ascii) === null ? null : ascii
}
