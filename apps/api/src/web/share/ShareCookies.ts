import type { Secrets } from "@mon/core-store"
import { stringifySetCookie } from "cookie"
import { readTimedToken, timedToken } from "../../auth/TimedToken.ts"
import type { ShareToken } from "../../auth/ShareLink.ts"

/**
 * The lifetimes of the cookies, in seconds. `mon_code` lasts as long as a code; `mon_view` lasts as long as the right
 * to view the results.
 */
const SECONDS = { mon_code: 600, mon_view: 12 * 3_600 } as const
const LABEL = "simulation-view"

export type ShareCookie = keyof typeof SECONDS

/** Returns the path of a share link. The cookies of the link are limited to this path. */
export const sharePath = ({ jobId, mac }: ShareToken): string => `/share/${jobId}.${mac}`

const setCookie = (baseUrl: string, token: ShareToken, name: ShareCookie, value: string, maxAge: number): string =>
  stringifySetCookie({
    name,
    value,
    maxAge,
    path: sharePath(token),
    httpOnly: true,
    secure: baseUrl.startsWith("https:"),
    sameSite: "lax"
  })

export const shareCookie = (baseUrl: string, token: ShareToken, name: ShareCookie, value: string): string =>
  setCookie(baseUrl, token, name, value, SECONDS[name])

const claimOf = ({ jobId }: ShareToken, version: number, until: number): string => `${jobId}.${version}.${until}`

/**
 * Returns a signed token that gives access to the results. The token is valid until it expires or somebody creates a
 * new link.
 */
export const makeView = (
  secrets: Pick<Secrets["Service"], "sign">,
  token: ShareToken,
  version: number,
  nowMs: number
): string => {
  const until = Math.floor(nowMs / 1_000) + SECONDS.mon_view
  return timedToken({ until, mac: secrets.sign(LABEL, claimOf(token, version, until)) })
}

export const isView = (
  secrets: Pick<Secrets["Service"], "verify">,
  token: ShareToken,
  version: number,
  view: string | undefined,
  nowMs: number
): boolean => {
  const { mac, until } = readTimedToken(view) ?? { mac: "", until: 0 }
  return secrets.verify(LABEL, claimOf(token, version, until), mac) && until * 1_000 > nowMs
}
