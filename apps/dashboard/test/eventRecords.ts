import { type TimelineEvent, timelineEventKinds } from "@mon/model"

const HOUR_MS = 3_600_000

const details: Readonly<Partial<Record<TimelineEvent["kind"], Partial<TimelineEvent>>>> = {
  incident_opened: { code: "connect_timeout", text: "No connection within 10 s.", subjectId: "incident-id-1" },
  incident_confirmed: {
    code: "error_after_deployment",
    text: "The site has been failing since a deployment",
    subjectId: "incident-id-1"
  },
  incident_closed: { code: "recovered", subjectId: "incident-id-1" },
  acknowledged: { by: "Ann Berg", text: "Rolling back.", subjectId: "incident-id-1" },
  maintenance: { text: "Weekly deployment", until: new Date(Date.now() + HOUR_MS).toISOString() },
  marker: { text: "Deployed 4.2.0", by: "Ann Berg", link: "https://ci.example.com/runs/1234" },
  monitor_edited: {
    code: "domains.update",
    by: "ann@agency.example",
    changes: [{ field: "checkInterval", before: null, after: null }]
  },
  certificate_changed: { changes: [{ field: "issuer", before: "Let's Encrypt R10", after: "Let's Encrypt R11" }] },
  page_changed: { text: "2 lines added", subjectId: "change-0-0", urlId: "page-0" },
  location_advisory: { code: "down", text: "Oslo" },
  response_step: { code: "slower", changes: [{ field: "wait", before: "120", after: "340" }] }
}

/** Returns one event of each kind, three hours apart, in an order in which an incident begins before it ends. */
export const eventsOf = (kind: string | null): ReadonlyArray<TimelineEvent> =>
  timelineEventKinds
    .toReversed()
    .map((one, index): TimelineEvent => ({
      id: `${index}.0.0`,
      at: new Date(Date.now() - (index + 1) * 3 * HOUR_MS).toISOString(),
      until: null,
      kind: one,
      code: null,
      text: null,
      by: null,
      link: null,
      subjectId: null,
      urlId: null,
      changes: [],
      ...details[one]
    }))
    .filter((event) => kind === null || event.kind === kind)
