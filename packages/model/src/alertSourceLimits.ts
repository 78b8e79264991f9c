/** The tools whose alerts a source can receive. */
export const alertSourceKinds = ["pagerduty", "opsgenie", "alertmanager", "grafana"] as const

/** The limits of alert sources and of the alerts that they receive. */
export const alertSourceLimits = {
  nameLength: 60,
  /** The maximum size of a request, in bytes. */
  bodyBytes: 1_048_576,
  /** The maximum size of an event of PagerDuty, in bytes (PagerDuty: 512 KB). */
  eventBytes: 524_288,
  /** The maximum number of alerts that are read from one request. */
  alertsOfRequest: 200,
  /** The maximum number of open incidents of a source. */
  openIncidents: 500,
  /** The maximum number of incidents that a source can begin per hour. */
  incidentsPerHour: 1_000,
  /** The maximum number of requests to a source per minute. */
  requestsPerMinute: 120,
  /** The maximum length of the key that identifies an alert, as in Opsgenie. PagerDuty allows 255 characters. */
  keyLength: 512,
  titleLength: 200,
  summaryLength: 2_000,
  linkLength: 400,
  noteLength: 500,
  labels: 20,
  labelNameLength: 60,
  labelLength: 200,
  pageSize: { minimum: 1, maximum: 50, default: 20 }
} as const
