/** Addresses of these have the same mailbox with and without dots. */
const DOTLESS: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"])

/**
 * The form in which two addresses of the same mailbox are equal: in lower case, without what follows a plus sign, and
 * without dots where they mean nothing. It is for counting, not for sending.
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
