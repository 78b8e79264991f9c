import { hasPublicSuffix } from "@mon/public-net"

/** A host that a text or a link names, in a URL or an email address. */
export interface ShownHost {
  readonly kind: "web" | "mail"
  /** The host in IDNA ASCII and lower case. */
  readonly host: string
}

/** The longest text that can be a URL for people to read. */
const MAX_TEXT = 2_048
const WEB = /^https?:\/\/\S+$/i
const BARE = /^(?:[^\s./:@?#<>()[\]"'\\,;]{1,63}\.){1,8}[^\s./:@?#<>()[\]"'\\,;]{2,63}\.?(?::\d{1,5})?(?:[/?#]\S*)?$/
const MAIL = /^[^\s@<>"(),:;]{1,64}@([^\s@/:?#]{1,253})$/
/** The file name extensions that are also top-level domains. */
const FILE = /\.(?:md|mov|pl|ps|py|rs|sh|so|zip)$/
/** The top-level domain for documentation (RFC 2606 section 2). */
const DOCUMENTATION = ".example"

const hostOf = (url: string): string | null => {
  const host = URL.parse(url)?.hostname.replace(/\.$/, "") ?? ""
  return host === "" ? null : host
}

const isHost = (text: string, host: string): boolean =>
  /^www\./i.test(text) ||
  ((hasPublicSuffix(host) || host.endsWith(DOCUMENTATION)) && !(FILE.test(host) && !/[/?#:]/.test(text)))

/** Returns the host in a text that consists only of a URL, a host or an email address; null for any other text. */
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

/** Returns the host to which the href of a link leads; null unless the href leads to a web page or an email address. */
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
