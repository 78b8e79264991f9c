import { isUtf8 } from "node:buffer"
import type { HttpHeaders } from "./HttpHead.ts"
import type { Failure } from "../Outcome.ts"

export const MAX_REDIRECTS = 10

/** The statuses with which a Location header is followed (RFC 9110 section 15.4). */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the Location field. Decodes raw UTF-8 in the field as browsers do, because some servers send UTF-8 although
 * it is not allowed.
 */
export const locationIn = (headers: HttpHeaders): string | null => {
  const value = headers.get("location")?.at(-1)
  if (value === undefined) return null
  const bytes = Buffer.from(value, "latin1")
  return isUtf8(bytes) ? bytes.toString("utf8") : value
}

/** Returns null if the answer is final. */
export const locationOf = (statusCode: number, location: string | null): string | null =>
  FOLLOWED.has(statusCode) && location !== null ? location : null

/** Removes the parts of a URL that are never sent. */
export const clean = (url: URL): URL => {
  if (url.hash === "" && url.username === "" && url.password === "" && !url.href.endsWith("#")) return url
  const copy = new URL(url)
  copy.hash = ""
  copy.username = ""
  copy.password = ""
  return copy
}

export const isWeb = (url: URL): boolean => (url.protocol === "http:" || url.protocol === "https:") && url.port !== "0"

export const target = (from: URL, location: string): URL | Failure => {
  const shown = location.slice(0, 200)
  const url = URL.parse(location, from)
  if (url === null)
    return { outcome: "bad_redirect", message: `The redirect to ${JSON.stringify(shown)} is not a URL.` }
  if (!isWeb(url)) {
    return { outcome: "bad_redirect", message: `The redirect leads to ${JSON.stringify(shown)}, which is not HTTP.` }
  }
  return clean(url)
}
