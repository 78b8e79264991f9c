import { isIP } from "node:net"
import { domainToASCII } from "node:url"

const DELIMITERS = /[\t\u0020-\u002f\u003b-\u0040\u005b-\u0060\u007b-\u007e]+/u
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/u
const DAY = /^(\d{1,2})(?:\D|$)/u
const YEAR = /^(\d{2,4})(?:\D|$)/u
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const FIRST_YEAR = 1601

/** Returns the full year for a year with two digits. Years from 70 on are in the 20th century. */
const fullYear = (year: number): number => (year < 70 ? 2000 + year : year < 100 ? 1900 + year : year)

/**
 * Returns the time of a cookie's Expires attribute, in milliseconds since 1970. Null if the text is not a date (RFC
 * 6265 section 5.1.1).
 */
export const parseCookieDate = (text: string): number | null => {
  let time: ReadonlyArray<number> | undefined
  let day: number | undefined
  let month: number | undefined
  let year: number | undefined
  for (const token of text.split(DELIMITERS)) {
    const clock = time === undefined ? TIME.exec(token) : null
    const inMonth = day === undefined ? DAY.exec(token) : null
    const named = MONTHS.indexOf(token.slice(0, 3).toLowerCase())
    const inEra = YEAR.exec(token)
    if (clock !== null) time = clock.slice(1).map(Number)
    else if (inMonth !== null) day = Number(inMonth[1])
    else if (month === undefined && named !== -1) month = named
    else if (year === undefined && inEra !== null) year = fullYear(Number(inEra[1]))
  }
  if (time === undefined || day === undefined || month === undefined || year === undefined) return null
  const [hour = 0, minute = 0, second = 0] = time
  if (year < FIRST_YEAR || hour > 23 || minute > 59 || second > 59) return null
  const date = Date.UTC(year, month, day, hour, minute, second)
  return new Date(date).getUTCDate() === day ? date : null
}

/** The cookies of a single check. Some sites redirect until they receive their cookie. */
export interface CookieJar {
  readonly take: (url: URL, setCookies: ReadonlyArray<string>) => void
  /** Returns the Cookie header for a request. Empty if there are no cookies. */
  readonly headerFor: (url: URL) => string
}

interface Cookie {
  readonly name: string
  readonly value: string
  /**
   * The host to which the cookie is sent. If `wide` is true, the cookie is also sent to the subdomains of this host.
   */
  readonly domain: string
  readonly wide: boolean
  readonly path: string
  readonly secure: boolean
}

const MAX_COOKIES = 50
/** The maximum number of characters in the name and value of a cookie together. */
const MAX_COOKIE_LENGTH = 4_096
const MAX_ATTRIBUTE_LENGTH = 1_024

const covers = (cookie: Cookie, url: URL): boolean =>
  (url.hostname === cookie.domain || (cookie.wide && url.hostname.endsWith(`.${cookie.domain}`))) &&
  (url.pathname === cookie.path ||
    url.pathname.startsWith(cookie.path.endsWith("/") ? cookie.path : `${cookie.path}/`)) &&
  (!cookie.secure || url.protocol === "https:")

/** The attributes of a cookie. If an attribute is repeated, the last valid value counts. */
interface Attributes {
  expires?: number
  maxAge?: number
  domain?: string
  path?: string | null
  secure?: true
}

const MAX_AGE = /^-?\d+$/u

/** The reader of each attribute. Attributes that cannot be read are ignored (RFC 6265 section 5.2). */
const READERS: ReadonlyMap<string, (value: string) => Attributes> = new Map<string, (value: string) => Attributes>([
  [
    "expires",
    (value) => {
      const expires = parseCookieDate(value)
      return expires === null ? {} : { expires }
    }
  ],
  ["max-age", (value) => (MAX_AGE.test(value) ? { maxAge: Number(value) } : {})],
  ["domain", (value) => (value === "" ? {} : { domain: domainOf(value.replace(/^\./u, "")) })],
  ["path", (value) => ({ path: value.startsWith("/") ? value : null })],
  ["secure", () => ({ secure: true })]
])

/** Converts a domain to the form of a URL's host. An invalid name only becomes lower case, and then matches no host. */
const domainOf = (value: string): string => domainToASCII(value) || value.toLowerCase()

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark)
  return at === -1 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

const attributesOf = (parts: ReadonlyArray<string>): Attributes =>
  Object.assign(
    {},
    ...parts.map((part) => {
      const [name, value] = splitAt(part, "=")
      return value.length > MAX_ATTRIBUTE_LENGTH ? {} : READERS.get(name.toLowerCase())?.(value)
    })
  )

/**
 * Returns whether a host may set a cookie for a domain. A host cannot set a cookie for a different name that has no
 * dot.
 */
const isOwnDomain = (host: string, domain: string): boolean =>
  domain === "" ||
  host === domain ||
  (domain.includes(".") && isIP(host) === 0 && !host.startsWith("[") && host.endsWith(`.${domain}`))

/**
 * Parses a cookie (RFC 6265 section 5.2). Ignores the cookie's lifetime, unless it means that the cookie is deleted.
 */
const parse = (url: URL, text: string): { readonly cookie: Cookie; readonly dead: boolean } | null => {
  const [pair = "", ...rest] = text.split(";")
  const [name, value] = splitAt(pair, "=")
  if (name === "" || !pair.includes("=") || pair.length > MAX_COOKIE_LENGTH) return null
  const { domain = "", expires, maxAge, path, secure = false } = attributesOf(rest)
  if (!isOwnDomain(url.hostname, domain)) return null
  return {
    cookie: {
      name,
      value,
      domain: domain || url.hostname,
      wide: domain !== "",
      path: path ?? url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf("/"))),
      secure
    },
    dead: maxAge === undefined ? expires !== undefined && expires < Date.now() : maxAge <= 0
  }
}

export const makeCookieJar = (): CookieJar => {
  const cookies = new Map<string, Cookie>()
  return {
    take: (url, setCookies) => {
      for (const text of setCookies) {
        const parsed = parse(url, text)
        if (parsed === null) continue
        const key = `${parsed.cookie.domain} ${parsed.cookie.path} ${parsed.cookie.name}`
        cookies.delete(key)
        if (!parsed.dead && cookies.size < MAX_COOKIES) cookies.set(key, parsed.cookie)
      }
    },
    headerFor: (url) =>
      cookies.size === 0
        ? ""
        : [...cookies.values()]
            .filter((cookie) => covers(cookie, url))
            .map((cookie) => `${cookie.name}=${cookie.value}`)
            .join("; ")
  }
}
