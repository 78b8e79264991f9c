import { heartbeatLimits, isPingToken } from "@mon/model"
import type { PingTarget } from "./PingCall.ts"
import { readSecret, readSlug } from "./readValues.ts"

/** The canonical form of a UUID, in any case. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/**
 * Returns the heartbeat that an email names by the part of its address before the `@`: `<token>`, or
 * `<ping key>+<slug>`. Null: it can be none.
 *
 * Programs on the way may change the case. UUIDs, ping keys and slugs have only lower-case letters; other tokens must
 * arrive as they are.
 *
 * @example
 * ```ts
 * readMailbox("07C2F548-9850-4b27-af5d-6c9dc157ec02") // => { _tag: "Token", token: "07c2f548-9850-4b27-af5d-6c9dc157ec02" }
 * readMailbox("info") // => null
 * ```
 */
export const readMailbox = (mailbox: string): PingTarget | null => {
  const [name = "", ...rest] = mailbox.split("+")
  if (rest.length === 0) {
    const token = UUID.test(name) ? name.toLowerCase() : name
    return isPingToken(token) ? { _tag: "Token", token } : null
  }
  const [key, slug] = [readSecret(name.toLowerCase()), readSlug(rest.join("+").toLowerCase())]
  if (key === null || slug === null || key.length !== heartbeatLimits.pingKeyLength) return null
  return { _tag: "Slug", key, slug, creates: false }
}
