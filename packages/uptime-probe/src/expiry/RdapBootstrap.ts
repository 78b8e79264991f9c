import { domainToASCII } from "node:url"
import type { ExpiryClock } from "./ServerRateLimit.ts"

/** A copy of the RDAP bootstrap document that can be stored. */
export interface BootstrapCopy {
  /** The JSON text of the document. */
  readonly document: string
  /** Milliseconds since 1970. */
  readonly fetchedAt: number
}

/** A store that keeps the last good copy of the document beyond the end of the process. Its failures are ignored. */
export interface BootstrapCache {
  readonly load: () => Promise<BootstrapCopy | null>
  readonly save: (copy: BootstrapCopy) => Promise<void>
}

export type FetchBootstrap = () => Promise<string>

/** The RDAP servers for a domain. The status is "unknown" if there is no copy of the document. */
type RdapServers =
  | { readonly status: "listed"; readonly urls: ReadonlyArray<string> }
  | { readonly status: "unlisted" | "unknown" }

/** Finds the RDAP servers of a domain in IANA's list (RFC 9224). */
export interface RdapBootstrap {
  readonly serversOf: (domain: string) => Promise<RdapServers>
}

/** IANA's list of RDAP servers for domains (RFC 9224 section 6). */
export const IANA_BOOTSTRAP_URL = "https://data.iana.org/rdap/dns.json"

/**
 * The time for which a copy is used before a new copy is fetched, in milliseconds. The list changes a few times a week.
 */
const FRESH_MS = 24 * 60 * 60 * 1_000
/** The time from a failed attempt to fetch a copy to the next attempt, in milliseconds. */
const RETRY_MS = 10 * 60 * 1_000
const MAX_URLS = 4

type Services = ReadonlyMap<string, ReadonlyArray<string>>

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

/**
 * Returns the base URLs of RDAP servers, with HTTPS URLs first, and with the final slash that RFC 9224 section 3
 * demands.
 */
const baseUrls = (urls: ReadonlyArray<string>): ReadonlyArray<string> => {
  const bases = urls
    .map((url) => (url.endsWith("/") ? url : `${url}/`))
    .filter((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""))
  return [...new Set([...bases.filter((url) => url.startsWith("https:")), ...bases])].slice(0, MAX_URLS)
}

/** Reads a bootstrap document (RFC 9224 section 3). Returns null if the text is not a bootstrap document. */
export const parseBootstrap = (document: string): Services | null => {
  try {
    const parsed: unknown = JSON.parse(document)
    if (typeof parsed !== "object" || parsed === null || !("services" in parsed) || !Array.isArray(parsed.services))
      return null
    const services = new Map<string, ReadonlyArray<string>>()
    for (const service of parsed.services as ReadonlyArray<unknown>) {
      if (!Array.isArray(service)) return null
      const [names, urls] = service as ReadonlyArray<unknown>
      if (!isTexts(names) || !isTexts(urls)) return null
      for (const name of names) services.set(name.toLowerCase(), baseUrls(urls))
    }
    return services.size === 0 ? null : services
  } catch {
    return null
  }
}

/** Returns the servers of the longest suffix of the name that is in the list (RFC 9224 section 4). */
const longestMatch = (services: Services, domain: string): RdapServers => {
  const labels = domain.split(".")
  for (let from = 0; from < labels.length; from++) {
    const urls = services.get(labels.slice(from).join("."))
    if (urls !== undefined && urls.length > 0) return { status: "listed", urls }
  }
  return { status: "unlisted" }
}

/**
 * Adds servers that the caller names for domain suffixes. For domains with these suffixes, the named servers are used,
 * and the list is not fetched.
 */
export const withNamedServers = (
  bootstrap: RdapBootstrap,
  servers: Readonly<Record<string, string>>
): RdapBootstrap => {
  const named: Services = new Map(
    Object.entries(servers).map(([suffix, url]) => [domainToASCII(suffix.replace(/^\./u, "")), baseUrls([url])])
  )
  return {
    serversOf: async (domain) => {
      const found = longestMatch(named, domain)
      return found.status === "listed" ? found : bootstrap.serversOf(domain)
    }
  }
}

/**
 * Makes a bootstrap that fetches a new copy of the list when the old copy is out of date. It uses the last good copy
 * until a newer copy can be fetched.
 */
export const makeRdapBootstrap = (
  fetchDocument: FetchBootstrap,
  clock: ExpiryClock,
  cache: BootstrapCache | null = null
): RdapBootstrap => {
  let services: Services | null = null
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let loaded = cache === null
  let running: Promise<void> | null = null

  const take = (copy: BootstrapCopy): boolean => {
    const parsed = parseBootstrap(copy.document)
    if (parsed === null) return false
    services = parsed
    fetchedAt = Math.min(copy.fetchedAt, clock.now())
    return true
  }
  const isDue = () => clock.now() - fetchedAt >= FRESH_MS && clock.now() - triedAt >= RETRY_MS

  const load = async () => {
    loaded = true
    const copy = await cache?.load().catch(() => null)
    if (copy !== null && copy !== undefined) take(copy)
  }
  const refresh = async () => {
    triedAt = clock.now()
    const document = await fetchDocument().catch(() => null)
    const copy = document === null ? null : { document, fetchedAt: clock.now() }
    if (copy !== null && take(copy)) await cache?.save(copy).catch(() => undefined)
  }
  const renew = async () => {
    if (!loaded) await load()
    if (isDue()) await refresh()
  }

  return {
    serversOf: async (domain) => {
      if (!loaded || isDue()) {
        running ??= renew().finally(() => {
          running = null
        })
        await running
      } else if (services === null && running !== null) await running
      return services === null ? { status: "unknown" } : longestMatch(services, domain)
    }
  }
}
