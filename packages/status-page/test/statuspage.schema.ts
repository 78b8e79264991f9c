// The public API of Statuspage, version 2, according to its documentation and to answers of its customers' pages.
const text = { type: "string" }
const textOrNull = { type: ["string", "null"] }
const flag = { type: "boolean" }
const time = { type: "string", format: "date-time" }
const timeOrNull = { anyOf: [time, { type: "null" }] }
const listOf = (items: object) => ({ type: "array", items })

/**
 * Makes a schema in which all properties are required, except the optional ones, and no other properties are allowed.
 */
const record = (properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: "object",
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false
})

const componentStatus = {
  enum: ["operational", "degraded_performance", "partial_outage", "major_outage", "under_maintenance"]
}

const page = record({ id: text, name: text, url: { type: "string", format: "uri" }, time_zone: text, updated_at: time })
const status = record({ indicator: { enum: ["none", "minor", "major", "critical", "maintenance"] }, description: text })

const component = record(
  {
    id: text,
    name: text,
    status: componentStatus,
    created_at: time,
    updated_at: time,
    position: { type: "integer", minimum: 1 },
    description: textOrNull,
    showcase: flag,
    start_date: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
    group_id: textOrNull,
    page_id: text,
    group: flag,
    only_show_if_degraded: flag
  },
  { components: listOf(text) }
)

const affected = record({ code: text, name: text, old_status: componentStatus, new_status: componentStatus })

const updateWith = (states: ReadonlyArray<string>) =>
  record({
    id: text,
    status: { enum: states },
    body: text,
    incident_id: text,
    created_at: time,
    updated_at: time,
    display_at: time,
    affected_components: { anyOf: [listOf(affected), { type: "null" }] },
    deliver_notifications: flag
  })

const incidentWith = (states: ReadonlyArray<string>, impacts: ReadonlyArray<string>) => ({
  id: text,
  name: text,
  status: { enum: states },
  created_at: time,
  updated_at: time,
  monitoring_at: timeOrNull,
  resolved_at: timeOrNull,
  impact: { enum: impacts },
  shortlink: { type: "string", format: "uri" },
  started_at: time,
  page_id: text,
  incident_updates: { ...listOf(updateWith(states)), minItems: 1 },
  components: listOf(component)
})

const incidents = listOf(
  record(
    incidentWith(
      ["investigating", "identified", "monitoring", "resolved", "postmortem"],
      ["none", "minor", "major", "critical"]
    )
  )
)

const maintenances = listOf(
  record({
    ...incidentWith(["scheduled", "in_progress", "verifying", "completed"], ["maintenance"]),
    scheduled_for: time,
    scheduled_until: time
  })
)

/** JSON Schemas of the answers, by their path below `api/v2/`. */
export const statuspageSchemas: Readonly<Record<string, object>> = {
  summary: record({ page, components: listOf(component), incidents, scheduled_maintenances: maintenances, status }),
  status: record({ page, status }),
  components: record({ page, components: listOf(component) }),
  incidents: record({ page, incidents }),
  "incidents/unresolved": record({ page, incidents }),
  "scheduled-maintenances": record({ page, scheduled_maintenances: maintenances }),
  "scheduled-maintenances/upcoming": record({ page, scheduled_maintenances: maintenances }),
  "scheduled-maintenances/active": record({ page, scheduled_maintenances: maintenances })
}
