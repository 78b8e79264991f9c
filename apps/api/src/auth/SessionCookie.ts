import { sessionSeconds } from "@mon/core-store"
import { stringifySetCookie } from "cookie"

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith("https:")

/**
 * Returns the name of the session cookie. With the `__Host-` prefix, no other host and no unencrypted connection can
 * set the cookie (RFC 6265bis section 4.1.3.2).
 */
export const sessionCookieName = (baseUrl: string) => (isSecure(baseUrl) ? "__Host-mon_session" : "mon_session")

const attributes = (baseUrl: string) =>
  ({
    name: sessionCookieName(baseUrl),
    path: "/",
    httpOnly: true,
    secure: isSecure(baseUrl),
    sameSite: "lax"
  }) as const

export const keepSession = (baseUrl: string, token: string): { readonly "Set-Cookie": string } => ({
  "Set-Cookie": stringifySetCookie({ ...attributes(baseUrl), value: token, maxAge: sessionSeconds.absolute })
})

export const dropSession = (baseUrl: string): Readonly<Record<string, string>> => ({
  "Set-Cookie": stringifySetCookie({ ...attributes(baseUrl), value: "", maxAge: 0 })
})
