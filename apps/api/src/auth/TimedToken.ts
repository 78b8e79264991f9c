/** One form for each time: a number without leading zeros, and nothing behind the signature. */
const TIMED = /^([1-9]\d{0,11})\.([\w-]{1,100})$/u

/** A signed token that ends at a time. */
export interface TimedToken {
  /** Seconds since 1970. */
  readonly until: number
  readonly mac: string
}

/** Writes a token. */
export const timedToken = ({ mac, until }: TimedToken): string => `${until}.${mac}`

/** Reads a token; null for anything that {@link timedToken} does not write. Whether it is valid is not known then. */
export const readTimedToken = (token: string | undefined): TimedToken | null => {
  const [, until, mac] = TIMED.exec(token ?? "") ?? []
  return until === undefined || mac === undefined ? null : { until: Number(until), mac }
}
