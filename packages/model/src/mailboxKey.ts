/** The domains of providers that ignore dots in the part before the @. */
const DOTLESS: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"])

/**
 * Returns a text that is the same for all addresses of one mailbox: in lower case, without the text after a plus sign,
 * and without dots if the provider ignores dots. Use it to count addresses, not to send email.
 *
 * @example
 * ```ts
 * mailboxKey("Ann+News@Example.com") // => "ann@example.com"
 * mailboxKey("a.n.n@googlemail.com") // => "ann@gmail.com"
 * ```
 */
export const mailboxKey = (address: string): string => {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf("@")
  const domain = text.slice(at + 1)
  const local = text.slice(0, Math.max(0, at))
  const plus = local.indexOf("+")
  const name = plus > 0 ? local.slice(0, plus) : local
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`
}
