import type { Incident } from "@mon/model"
import { flapping } from "@mon/model/facts"

/** Incidents of one domain that follow each other closely, the newest first. */
export type Episode = readonly [Incident, ...ReadonlyArray<Incident>]

const HOUR_MS = 3_600_000

/** Ups and downs of so many incidents are what makes a domain flap. */
const MANY = flapping.transitions / 2

/**
 * Incidents as a list shows them, the newest first: those of a flapping domain, of which at least three began within a
 * day of the newest, are one entry, and any other has one of its own.
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
