/** Cookies of a single check: some sites redirect until theirs is returned. */
export interface CookieJar {
  /** Takes the Set-Cookie headers of an answer. */
  readonly take: (url: URL, setCookies: ReadonlyArray<string>) => void
  /** The Cookie header for a request; empty without cookies. */
  readonly headerFor: (url: URL) => string
}

interface Cookie {
  readonly name: string
  readonly value: string
  /** The host, and its subdomains when `wide`. */
  readonly domain: string
  readonly wide: boolean
  readonly path: string
  readonly secure: boolean
}

const MAX_COOKIES = 50
const MAX_COOKIE_LENGTH = 4_096

const covers = (cookie: Cookie, url: URL): boolean =>
  (url.hostname === cookie.domain || (cookie.wide && url.hostname.endsWith(`.${cookie.domain}`))) &&
  (url.pathname === cookie.path ||
    url.pathname.startsWith(cookie.path.endsWith("/") ? cookie.path : `${cookie.path}/`)) &&
  (!cookie.secure || url.protocol === "https:")

const attribute = (parts: ReadonlyArray<string>, name: string): string | null => {
  const found = parts.findLast((part) => part.toLowerCase() === name || part.toLowerCase().startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1).trim()
}

/** RFC 6265 section 5.2, without lifetimes except for deletion. */
const parse = (url: URL, text: string): { readonly cookie: Cookie; readonly dead: boolean } | null => {
  const [pair = "", ...rest] = text.split(";").map((part) => part.trim())
  const equals = pair.indexOf("=")
  if (equals < 1 || text.length > MAX_COOKIE_LENGTH) return null
  const wanted = attribute(rest, "domain")?.replace(/^\./, "").toLowerCase() ?? ""
  const allowed =
    wanted !== "" && wanted.includes(".") && (url.hostname === wanted || url.hostname.endsWith(`.${wanted}`))
  if (wanted !== "" && !allowed) return null
  const path = attribute(rest, "path")
  const expires = Date.parse(attribute(rest, "expires") ?? "")
  const age = attribute(rest, "max-age")
  return {
    cookie: {
      name: pair.slice(0, equals).trim(),
      value: pair.slice(equals + 1).trim(),
      domain: allowed ? wanted : url.hostname,
      wide: allowed,
      path: path?.startsWith("/") === true ? path : url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf("/"))),
      secure: attribute(rest, "secure") !== null
    },
    dead: age === null ? expires < Date.now() : Number(age) <= 0
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
