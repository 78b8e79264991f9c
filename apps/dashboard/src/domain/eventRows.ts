import type { TimelineEvent } from "@mon/model"

/** The events of one incident, newest first, or a single event that belongs to no incident. */
export type EventRow = readonly [newest: TimelineEvent, ...older: ReadonlyArray<TimelineEvent>]

const isOfIncident = ({ kind }: TimelineEvent): boolean => kind.startsWith("incident_") || kind === "acknowledged"

/** Returns one row for each incident, at the position of its newest event, and one row for each other event. */
export const eventRows = (events: ReadonlyArray<TimelineEvent>): ReadonlyArray<EventRow> => {
  const incidents = new Set(events.filter(isOfIncident).map(({ subjectId }) => subjectId))
  const rows = new Map<string, EventRow>()
  for (const event of events) {
    const { id, subjectId } = event
    const key = subjectId !== null && incidents.has(subjectId) ? subjectId : id
    const row = rows.get(key)
    rows.set(key, row === undefined ? [event] : [...row, event])
  }
  return [...rows.values()]
}
