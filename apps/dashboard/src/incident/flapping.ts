import type { Incident } from "@mon/model"

const DAY_MS = 86_400_000
/** From this many changes in 24 hours on, one notice replaces the alerts of a domain. */
const FLAPPING_CHANGES = 6

type Change = Pick<Incident, "domainId" | "isAnnounced" | "resolution" | "resolvedAt" | "startedAt">

/** How often domains that change their state too often did so in the last 24 hours, by id. */
export const flappingOf = (incidents: ReadonlyArray<Change>, now: number): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { domainId, isAnnounced, resolution, resolvedAt, startedAt } of incidents) {
    const times = resolution === "recovered" && resolvedAt !== null ? [startedAt, resolvedAt] : [startedAt]
    const recent = isAnnounced ? times.filter((time) => Date.parse(time) > now - DAY_MS).length : 0
    counts.set(domainId, (counts.get(domainId) ?? 0) + recent)
  }
  return new Map([...counts].filter(([, count]) => count >= FLAPPING_CHANGES))
}
