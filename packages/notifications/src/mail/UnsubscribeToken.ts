import type { Secrets } from "@mon/core-store"

/** What a stop link ends: the alerts of an account to an address, or its weekly report. */
export type UnsubscribeKind = "alerts" | "weekly_report"

export interface UnsubscribeClaims {
  readonly kind: UnsubscribeKind
  /** Public id. */
  readonly accountId: string
  readonly address: string
}

/** What stop links are signed with. */
export const UNSUBSCRIBE_LABEL = "stop link"

const kinds: ReadonlyArray<unknown> = ["alerts", "weekly_report"] satisfies ReadonlyArray<UnsubscribeKind>
const isKind = (value: unknown): value is UnsubscribeKind => kinds.includes(value)

/** Longer than any address and id may make it. */
const LONGEST = 1_024

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The token of a stop link: it works for ever, and for this address and account alone. */
export const makeUnsubscribeToken = (
  { sign }: Secrets["Service"],
  { accountId, address, kind }: UnsubscribeClaims
): string => {
  const claims = Buffer.from(JSON.stringify([kind, accountId, address])).toString("base64url")
  return `${claims}.${sign(UNSUBSCRIBE_LABEL, claims)}`
}

/** What a token allows; null when it was not made here. */
export const readUnsubscribeToken = ({ verify }: Secrets["Service"], token: string): UnsubscribeClaims | null => {
  const [claims = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".")
  if (more.length > 0 || !verify(UNSUBSCRIBE_LABEL, claims, signature)) return null
  const list = parse(Buffer.from(claims, "base64url").toString("utf8"))
  const [kind, accountId, address]: ReadonlyArray<unknown> = Array.isArray(list) ? list : []
  return isKind(kind) && typeof accountId === "string" && typeof address === "string"
    ? { kind, accountId, address }
    : null
}
