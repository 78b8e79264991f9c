import type { Secrets } from "@mon/core-store"

/** What a stop link ends: the alerts of an account to an address, or its weekly report. */
export type StopKind = "alerts" | "weekly_report"

export interface StopClaims {
  readonly kind: StopKind
  /** Public id. */
  readonly accountId: string
  readonly address: string
}

/** What stop links are signed with. */
export const STOP_LABEL = "stop link"

const kinds: ReadonlyArray<unknown> = ["alerts", "weekly_report"] satisfies ReadonlyArray<StopKind>
const isKind = (value: unknown): value is StopKind => kinds.includes(value)

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
export const makeStopToken = ({ sign }: Secrets["Service"], { accountId, address, kind }: StopClaims): string => {
  const claims = Buffer.from(JSON.stringify([kind, accountId, address])).toString("base64url")
  return `${claims}.${sign(STOP_LABEL, claims)}`
}

/** What a token allows; null when it was not made here. */
export const readStopToken = ({ verify }: Secrets["Service"], token: string): StopClaims | null => {
  const [claims = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".")
  if (more.length > 0 || !verify(STOP_LABEL, claims, signature)) return null
  const list = parse(Buffer.from(claims, "base64url").toString("utf8"))
  const [kind, accountId, address]: ReadonlyArray<unknown> = Array.isArray(list) ? list : []
  return isKind(kind) && typeof accountId === "string" && typeof address === "string"
    ? { kind, accountId, address }
    : null
}
