import type { Secrets } from "@mon/core-store"

/** The kind of email that an unsubscribe link ends: an account's alerts to one address, or the weekly report. */
export type UnsubscribeKind = "alerts" | "weekly_report"

export interface UnsubscribeClaims {
  readonly kind: UnsubscribeKind
  /** The public id of the account. */
  readonly accountId: string
  readonly address: string
}

/** The key-derivation label for unsubscribe links. */
export const UNSUBSCRIBE_LABEL = "stop link"

const kinds: ReadonlyArray<unknown> = ["alerts", "weekly_report"] satisfies ReadonlyArray<UnsubscribeKind>
const isKind = (value: unknown): value is UnsubscribeKind => kinds.includes(value)

/** The maximum length of a token. A token with the longest address and id is shorter. */
const LONGEST = 1_024

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Makes the token of an unsubscribe link. The token never expires, and is valid only for one address and account. */
export const makeUnsubscribeToken = (
  { sign }: Secrets["Service"],
  { accountId, address, kind }: UnsubscribeClaims
): string => {
  const claims = Buffer.from(JSON.stringify([kind, accountId, address])).toString("base64url")
  return `${claims}.${sign(UNSUBSCRIBE_LABEL, claims)}`
}

export const readUnsubscribeToken = ({ verify }: Secrets["Service"], token: string): UnsubscribeClaims | null => {
  const [claims = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".")
  if (more.length > 0 || !verify(UNSUBSCRIBE_LABEL, claims, signature)) return null
  const list = parse(Buffer.from(claims, "base64url").toString("utf8"))
  const [kind, accountId, address]: ReadonlyArray<unknown> = Array.isArray(list) ? list : []
  return isKind(kind) && typeof accountId === "string" && typeof address === "string"
    ? { kind, accountId, address }
    : null
}
