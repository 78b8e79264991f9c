import { hasPublicSuffix } from "@mon/public-net"

/** The host of a URL, or the domain of an email address, that a text or a link names. */
export interface ShownHost {
  readonly kind: "web" | "mail"
  /** IDNA ASCII, lower case. */
  readonly host: string
}

/** A longer text is not a URL that people read. */
const MAX_TEXT = 2_048
const WEB = /^https?:\/\/\S+$/i
const BARE = /^(?:[^\s./:@?#<>()[\]"'\\,;]{1,63}\.){1,8}[^\s./:@?#<>()[\]"'\\,;]{2,63}\.?(?::\d{1,5})?(?:[/?#]\S*)?$/
const MAIL = /^[^\s@<>"(),:;]{1,64}@([^\s@/:?#]{1,253})$/
/** Endings of file names that are top-level domains too. */
const FILE = /\.(?:md|mov|pl|ps|py|rs|sh|so|zip)$/
/** RFC 2606 section 2: the top-level domain for documentation. */
const DOCUMENTATION = ".example"

const hostOf = (url: string): string | null => {
  const host = URL.parse(url)?.hostname.replace(/\.$/, "") ?? ""
  return host === "" ? null : host
}

const isHost = (text: string, host: string): boolean =>
  /^www\./i.test(text) ||
  ((hasPublicSuffix(host) || host.endsWith(DOCUMENTATION)) && !(FILE.test(host) && !/[/?#:]/.test(text)))

/** Returns the host in a text that is nothing but a URL, a host or an email address; null for any other text. */
export const shownHost = (given: string): ShownHost | null => {
  if (given.length > MAX_TEXT) return null
  const text = given.trim()
  const domain = MAIL.exec(text)?.[1]
  const isBare = domain !== undefined || BARE.test(text)
  if (!isBare && !WEB.test(text)) return null
  const host = hostOf(isBare ? `https://${domain ?? text}` : text)
  if (host === null || (domain === undefined && isBare && !isHost(text, host))) return null
  return { kind: domain === undefined ? "web" : "mail", host }
}

/** Returns the host to which the href of a link leads; null for anything but the web and email. */
export const targetOf = (href: string): ShownHost | null => {
  const text = href.trim().replace(/[\t\r\n]/g, "")
  if (/^mailto:/i.test(text)) {
    const address = text.slice("mailto:".length).split("?", 1)[0] ?? ""
    const domain = address.replace(/%40/g, "@").split("@").at(-1) ?? ""
    const host = address.includes(",") ? null : hostOf(`https://${domain}`)
    return host === null ? null : { kind: "mail", host }
  }
  const host = /^(?:https?:)?[/\\]{2}/i.test(text) ? hostOf(text.replace(/^(?=[/\\])/, "https:")) : null
  return host === null ? null : { kind: "web", host }
}
