import type { TimelineEvent } from "@mon/model"

/** The events of one incident, or one other event. Newest first. */
export type EventRow = readonly [newest: TimelineEvent, ...older: ReadonlyArray<TimelineEvent>]

/** Whether an event is a part of an incident's life. */
const isOfIncident = ({ kind }: TimelineEvent): boolean => kind.startsWith("incident_") || kind === "acknowledged"

/** One row for each incident, where its newest event is, and one for each other event. */
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
