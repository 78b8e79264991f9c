import { kindOf, listOf, optionsOf, argumentsOf, aString, whole } from "@mon/bundled/arguments"
import { registrableDomain } from "@mon/public-net"

const acceptClassifyRedirects = /* @__PURE__ */ argumentsOf("classifyRedirects", () => ({
  journey: optionsOf<Journey>({
    urls: listOf(kindOf("a URL object", (value) => value instanceof URL)),
    statusCodes: listOf(whole(0, 999)),
    page: aString
  })
}))

/** The kind of a redirect by its destination. The kinds are listed from the most to the least significant. */
export type RedirectKind =
  /** The redirect leads to a page that offers the domain for sale, or that shows advertisements instead of the site. */
  | "parking"
  /** The redirect leads to a login page that was not requested. */
  | "login"
  /** The redirect leads to another registrable domain. */
  | "other_domain"
  /** The redirect leads from https to http at any hop. */
  | "insecure"
  /** The redirect adds "www." to the host name, or removes it. */
  | "www"
  /** The redirect leads to another host in the same registrable domain. */
  | "other_host"
  /** The redirect leads from http to https. */
  | "https"
  /** The redirect leads to another path, query or port. */
  | "path"

/** The kinds of the redirects of a check, and whether they are permanent. */
export interface RedirectFacts {
  readonly kind: RedirectKind
  /** All kinds that apply to the redirects, in the order of {@link RedirectKind}. */
  readonly kinds: ReadonlyArray<RedirectKind>
  /** Whether every redirect had the status 301 or 308. */
  readonly permanent: boolean
}

/** The path of a check from the first request, through its redirects, to the final response. */
export interface Journey {
  /** The URLs, from the first URL to the final URL. */
  readonly urls: ReadonlyArray<URL>
  /** The statuses of the redirects, without the final response. */
  readonly statusCodes: ReadonlyArray<number>
  /** The beginning of the final page's text. */
  readonly page: string
}

const PERMANENT: ReadonlySet<number> = new Set([301, 308])

/** The registrable domains of domain marketplaces and parking services. */
const PARKING_DOMAINS: ReadonlySet<string> = new Set([
  "above.com",
  "afternic.com",
  "atom.com",
  "bodis.com",
  "brandbucket.com",
  "buydomains.com",
  "cashparking.com",
  "dan.com",
  "domainmarket.com",
  "domainsponsor.com",
  "hugedomains.com",
  "parked.com",
  "parkingcrew.net",
  "parklogic.com",
  "sedo.com",
  "sedoparking.com",
  "skenzo.com",
  "undeveloped.com",
  "ztomy.com"
])

/** A host name such as ww1 or ww38 below a domain, at which parking services publish their pages. */
const PARKING_HOST = /^ww\d{1,3}\./
const PARKING_PATH = /^\/(?:forsale|domain-for-sale)(?:\/|$)/i
const PARKING_PAGE =
  /sedoparking\.com|parkingcrew\.net|parklogic\.com|bodis\.com|this domain(?: name)? (?:is|may be) for sale|this domain is parked|buy this domain/i

const LOGIN_HOST = /^(?:login|signin|auth|sso|accounts?|idp)\./
const LOGIN_PATH = /(?:^|[/_.-])(?:log-?in|log_in|sign-?in|sign_in|sso|saml2?|oauth2?|wp-login|auth)(?:[/_.-]|$)/i
const LOGIN_TITLE = /<title[^>]*>[^<]*(?:log ?in|sign ?in|anmelden|connexion|iniciar sesi|accedi|inloggen)/i
const PASSWORD_FIELD = /<input\b[^>]*\btype\s*=\s*["']?password/i

const bare = (hostname: string) => hostname.replace(/^www\./, "")

const siteOf = ({ hostname }: URL) => registrableDomain(hostname) ?? hostname

const isLogin = (url: URL) => LOGIN_HOST.test(url.hostname) || LOGIN_PATH.test(url.pathname)

const samePlace = (from: URL, to: URL) => bare(from.hostname) === bare(to.hostname) && from.pathname === to.pathname

/** The test for each kind, in order. This is the only list of the kinds. */
const holds: { readonly [K in RedirectKind]: (from: URL, to: URL, journey: Journey) => boolean } = {
  parking: (from, to, { page }) =>
    PARKING_DOMAINS.has(siteOf(to)) ||
    (PARKING_HOST.test(to.hostname) && !PARKING_HOST.test(from.hostname)) ||
    (siteOf(from) !== siteOf(to) && PARKING_PATH.test(to.pathname)) ||
    PARKING_PAGE.test(page),
  login: (from, to, { page }) =>
    !isLogin(from) && !samePlace(from, to) && (isLogin(to) || (PASSWORD_FIELD.test(page) && LOGIN_TITLE.test(page))),
  other_domain: (from, to) => siteOf(from) !== siteOf(to),
  insecure: (_from, _to, { urls }) =>
    urls.some((url, index) => url.protocol === "http:" && urls[index - 1]?.protocol === "https:"),
  www: (from, to) => from.hostname !== to.hostname && bare(from.hostname) === bare(to.hostname),
  other_host: (from, to) => siteOf(from) === siteOf(to) && bare(from.hostname) !== bare(to.hostname),
  https: (from, to) => from.protocol === "http:" && to.protocol === "https:",
  path: (from, to) => from.pathname !== to.pathname || from.search !== to.search || from.port !== to.port
}

/**
 * Returns the kinds of the redirects on the path of a check. Null if there are no redirects.
 *
 * @example
 * ```ts
 * const urls = [new URL("http://example.com/"), new URL("https://www.example.com/")]
 * classifyRedirects({ urls, statusCodes: [301], page: "" })?.kinds // => ["www", "https"]
 * ```
 */
export const classifyRedirects = (journey: Journey): RedirectFacts | null => {
  acceptClassifyRedirects(journey)
  const from = journey.urls[0]
  const to = journey.urls.at(-1)
  if (from === undefined || to === undefined || journey.urls.length < 2) return null
  const kinds = (Object.keys(holds) as ReadonlyArray<RedirectKind>).filter((kind) => holds[kind](from, to, journey))
  return {
    kind: kinds[0] ?? "path",
    kinds,
    permanent: journey.statusCodes.every((statusCode) => PERMANENT.has(statusCode))
  }
}
