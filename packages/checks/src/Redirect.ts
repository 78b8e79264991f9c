import type { RedirectFacts } from "@mon/model"
import { registrableDomain } from "@mon/public-net"
import type { Look } from "@mon/uptime-probe"
import { storable } from "./StoredText.ts"

/** Where a redirect leads, the most important difference first. */
export type RedirectKind = "other_domain" | "insecure" | "www" | "other_host" | "https" | "path"

const MAX_URL = 2_048

const bare = (hostname: string) => hostname.replace(/^www\./u, "")

const siteOf = (hostname: string) => registrableDomain(hostname) ?? hostname

/** The single list of kinds: the first test that holds names the redirect. */
const kinds: ReadonlyArray<readonly [RedirectKind, (from: URL, to: URL) => boolean]> = [
  ["other_domain", (from, to) => siteOf(from.hostname) !== siteOf(to.hostname)],
  ["insecure", (from, to) => from.protocol === "https:" && to.protocol === "http:"],
  ["www", (from, to) => from.hostname !== to.hostname && bare(from.hostname) === bare(to.hostname)],
  ["other_host", (from, to) => from.host !== to.host && from.hostname !== to.hostname],
  ["https", (from, to) => from.protocol === "http:" && to.protocol === "https:"],
  ["path", () => true]
]

/**
 * What kind of redirect leads from one http(s) URL to another.
 *
 * @example
 * ```ts
 * redirectKind("https://example.com/", "https://www.example.com/") // => "www"
 * redirectKind("https://example.com/", "https://parking.example.net/") // => "other_domain"
 * ```
 */
export const redirectKind = (from: string, to: string): RedirectKind => {
  const [start, end] = [new URL(from), new URL(to)]
  return kinds.find(([, holds]) => holds(start, end))?.[0] ?? "path"
}

/** The redirect of a look that got a final answer; null when it says nothing about redirects. */
export const redirectFacts = (look: Look): RedirectFacts | null => {
  if (look.outcome !== "ok" && look.outcome !== "http_status") return null
  const detected = look.hops.length > 1
  return {
    detected,
    finalUrl: storable(look.finalUrl, MAX_URL),
    kind: detected ? redirectKind(look.url, look.finalUrl) : null,
    hops: look.hops.map((hop) => ({ url: storable(hop.url, MAX_URL), statusCode: hop.statusCode }))
  }
}
