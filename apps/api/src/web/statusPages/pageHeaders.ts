import type { ResponseHeaders } from "../../http/HttpResponse.ts"

/**
 * The cache time of public pages. Readers see a change after at most this time plus the 5 s that the process needs.
 * Shared caches may serve old pages while Mon is unavailable.
 */
const PUBLIC_CACHE = "public, max-age=5, stale-if-error=86400"
const PRIVATE_CACHE = "private, no-store"
/** The cache time of a logo. It is long, because the address of a logo contains the hash of the image. */
const LOGO_CACHE = "public, max-age=31536000, immutable"

const COMMON = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin" } as const

const htmlPolicy = (styleHash: string, frames: "'none'" | "*", forms: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self' data:",
    `form-action ${forms}`,
    "base-uri 'none'",
    `frame-ancestors ${frames}`
  ].join("; ")

/** The content security policy of badges. Badges are images without scripts, and cannot load anything. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

interface Served {
  readonly contentType: string
  readonly isPublic: boolean
  readonly styleHash: string
  /** Whether other sites may show the file in a frame. */
  readonly isEmbed: boolean
}

/**
 * Returns the header fields of a file. Scripts of other sites may read documents of public pages, without credentials.
 * Only the embeddable page may be framed.
 */
export const fileHeaders = ({ contentType, isEmbed, isPublic, styleHash }: Served): ResponseHeaders => {
  const cache = { ...COMMON, "Cache-Control": isPublic ? PUBLIC_CACHE : PRIVATE_CACHE }
  const found = isPublic ? cache : { ...cache, "X-Robots-Tag": "noindex, nofollow" }
  if (contentType.startsWith("text/html"))
    return {
      ...found,
      "Content-Security-Policy": htmlPolicy(styleHash, isEmbed && isPublic ? "*" : "'none'", "'none'")
    }
  const open = isPublic ? { ...found, "Access-Control-Allow-Origin": "*" } : found
  return contentType.startsWith("image/") ? { ...open, "Content-Security-Policy": IMAGE_POLICY } : open
}

export const logoHeaders = (isPublic: boolean): ResponseHeaders => ({
  ...COMMON,
  "Cache-Control": isPublic ? LOGO_CACHE : PRIVATE_CACHE,
  "Content-Security-Policy": IMAGE_POLICY
})

export const formHeaders = (styleHash: string): ResponseHeaders => ({
  ...COMMON,
  "Referrer-Policy": "same-origin",
  "Cache-Control": PRIVATE_CACHE,
  "X-Robots-Tag": "noindex, nofollow",
  "Content-Security-Policy": htmlPolicy(styleHash, "'none'", "'self'")
})

/** The response to a browser that asks whether other sites may read a document (CORS preflight). */
export const PREFLIGHT_HEADERS: ResponseHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "If-None-Match",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "no-store"
}
