/** The only accepted form of a token: the time has no leading zeros, and nothing follows the signature. */
const TIMED = /^([1-9]\d{0,11})\.([\w-]{1,100})$/u

export interface TimedToken {
  /** The expiry time in seconds since 1970. */
  readonly until: number
  readonly mac: string
}

export const timedToken = ({ mac, until }: TimedToken): string => `${until}.${mac}`

/** Parses a token. Returns null for a text that {@link timedToken} cannot return. Does not verify the signature. */
export const readTimedToken = (token: string | undefined): TimedToken | null => {
  const [, until, mac] = TIMED.exec(token ?? "") ?? []
  return until === undefined || mac === undefined ? null : { until: Number(until), mac }
}
