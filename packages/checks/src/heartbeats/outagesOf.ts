import type { Outage } from "./Heartbeat.ts"

/** The periods since a given moment in which Mon could not receive pings. */
export interface KnownOutages {
  readonly outages: ReadonlyArray<Outage>
  /** The last moment at which Mon could certainly receive pings. Null if there was none. */
  readonly receivedUntil: number | null
}

/**
 * Returns the gaps between the periods in which at least one process could receive pings. The time after the last
 * period is not a gap yet, because a process reports only every few seconds that it can receive pings.
 *
 * @param receptions The periods, in ascending order of their starts. Milliseconds since the epoch.
 *
 * @example
 * ```ts
 * outagesOf([{ since: 0, until: 10 }, { since: 5, until: 20 }, { since: 50, until: 60 }])
 * // => { outages: [{ from: 20, until: 50 }], receivedUntil: 60 }
 * ```
 */
export const outagesOf = (
  receptions: ReadonlyArray<{ readonly since: number; readonly until: number }>
): KnownOutages => {
  const outages: Array<Outage> = []
  let receivedUntil: number | null = null
  for (const { since, until } of receptions) {
    if (receivedUntil !== null && since > receivedUntil) outages.push({ from: receivedUntil, until: since })
    receivedUntil = Math.max(receivedUntil ?? until, until)
  }
  return { outages, receivedUntil }
}
