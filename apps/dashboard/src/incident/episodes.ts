import type { Incident } from "@mon/model"
import { flapping } from "@mon/model/facts"

/** The incidents of one domain in quick succession, newest first. */
export type Episode = readonly [Incident, ...ReadonlyArray<Incident>]

const HOUR_MS = 3_600_000

/** The number of incidents from which a domain counts as flapping. Each incident has two state changes. */
const MANY = flapping.transitions / 2

/**
 * Returns the entries of the list of incidents, newest first. Incidents of a flapping domain are one entry if at least
 * `MANY` of them began within `flapping.hours` hours before the newest incident. Every other incident is a separate
 * entry.
 */
export const episodesOf = (incidents: ReadonlyArray<Incident>): ReadonlyArray<Episode> => {
  const taken = new Set<Incident>()
  return incidents.flatMap((newest, index): ReadonlyArray<Episode> => {
    if (taken.has(newest)) return []
    const since = Date.parse(newest.startedAt) - flapping.hours * HOUR_MS
    const older = incidents
      .slice(index + 1)
      .filter((one) => one.domainId === newest.domainId && Date.parse(one.startedAt) > since)
    if (older.length + 1 < MANY) return [[newest]]
    for (const one of older) taken.add(one)
    return [[newest, ...older]]
  })
}
