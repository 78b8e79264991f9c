import { type Person, Secrets } from "@mon/core-store"
import { stringifySetCookie } from "cookie"
import { Clock, Effect } from "effect"
import { hash, randomBytes } from "node:crypto"
import type { CookieRequest } from "./AttemptRequest.ts"

/**
 * A browser in which a person has signed in before has its own count of wrong passwords, so that strangers cannot lock
 * this person out (OWASP "Slow Down Online Guessing Attacks with Device Cookies"). The cookie alone gives no access.
 */
const DEVICE_SECONDS = 90 * 86_400
const LABEL = "sign-in-device"
const NONCE_BYTES = 16
const MAX_PEOPLE = 4
const ENTRY = /^([A-Za-z0-9_-]{22})\.(\d{1,12})\.([\w-]{43})$/u

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith("https:")

/** Returns the name of the cookie. RFC 6265bis section 4.1.3.2 defines the prefix. */
const deviceCookieName = (baseUrl: string) => (isSecure(baseUrl) ? "__Host-mon_device" : "mon_device")

/**
 * Returns the text of an entry that is signed. The text contains the hash of the password, so that a new password
 * invalidates the cookies of all devices. A person who signs in with an identity provider may have no password.
 */
const claimOf = ({ passwordHash, userKey }: Person, nonce: string, until: string): string =>
  `${userKey}.${hash("sha256", passwordHash ?? "")}.${nonce}.${until}`

const entriesOf = ({ baseUrl, cookies }: CookieRequest): ReadonlyArray<string> =>
  (cookies[deviceCookieName(baseUrl)] ?? "").split("~").slice(0, MAX_PEOPLE)

/** Returns the nonce of an entry, or null if it belongs to another person or has expired. */
const nonceOf = (secrets: Secrets["Service"], person: Person, entry: string, nowMs: number): string | null => {
  const [, nonce, until, mac] = ENTRY.exec(entry) ?? []
  if (nonce === undefined || until === undefined || mac === undefined) return null
  return secrets.verify(LABEL, claimOf(person, nonce, until), mac) && Number(until) * 1_000 > nowMs ? nonce : null
}

/** Returns an id of the browser if the person has signed in with it before, otherwise null. */
export const knownDevice = Effect.fnUntraced(function* (request: CookieRequest, person: Person | null) {
  if (person === null) return null
  const secrets = yield* Secrets
  const now = yield* Clock.currentTimeMillis
  for (const entry of entriesOf(request)) {
    const nonce = nonceOf(secrets, person, entry, now)
    if (nonce !== null) return nonce
  }
  return null
})

export const rememberDevice = Effect.fnUntraced(function* (request: CookieRequest, person: Person) {
  const secrets = yield* Secrets
  const now = yield* Clock.currentTimeMillis
  const nonce = randomBytes(NONCE_BYTES).toString("base64url")
  const until = String(Math.floor(now / 1_000) + DEVICE_SECONDS)
  const entry = `${nonce}.${until}.${secrets.sign(LABEL, claimOf(person, nonce, until))}`
  const others = entriesOf(request).filter((one) => ENTRY.test(one) && nonceOf(secrets, person, one, now) === null)
  return stringifySetCookie({
    name: deviceCookieName(request.baseUrl),
    value: [entry, ...others].slice(0, MAX_PEOPLE).join("~"),
    maxAge: DEVICE_SECONDS,
    path: "/",
    httpOnly: true,
    secure: isSecure(request.baseUrl),
    sameSite: "lax"
  })
})
