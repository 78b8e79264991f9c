import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { CheckRecord } from "./CheckRecord.ts"
import { Fault } from "./Fault.ts"
import { IncidentRepair } from "./IncidentRepair.ts"
import { MaintenanceName } from "./MaintenanceWindow.ts"
import { DownParent, NotificationDelivery } from "./Notification.ts"

const { count, countOrNull, flag, id, list, number, orNull, record, text, textOrNull, texts, time, timeOrNull, value } =
  described

/** The reason why an incident ended: the checks passed again, or the monitor was paused or deleted. */
export const Resolution = Schema.Literals(["recovered", "paused", "deleted"])
export type Resolution = typeof Resolution.Type

/** The state of an incident. */
export const IncidentStatus = Schema.Literals(["open", "resolved"])

/** One check that belongs to an incident because it confirmed the incident's start or end. */
export const IncidentCheck = record("IncidentCheck", "A check that belongs to an incident.", {
  at: time("When, ISO 8601 UTC."),
  location: text("Location of the prober.", "default"),
  outcome: text("Code of the outcome. `ok` for a successful check.", "http_status"),
  statusCode: countOrNull("HTTP status, or null if there was no response.", 503)
})

const screenshot = (description: string) => Schema.NullOr(Schema.String).annotate({ description })

/** The limits of an acknowledgement: the maximum length of its note, in characters. */
export const acknowledgementLimits = { noteLength: 500 } as const

/**
 * The way in which a person acknowledged an incident: in the dashboard, with an API key, with the link in an alert, or
 * in a vendor's app.
 */
export const AcknowledgedVia = Schema.Literals(["dashboard", "api", "link", "app"])
export type AcknowledgedVia = typeof AcknowledgedVia.Type

/** The acknowledgement of an incident: a person is taking care of it. */
export const Acknowledgement = record(
  "Acknowledgement",
  "The acknowledgement of an incident by a person who is dealing with it.",
  {
    at: time("When, ISO 8601 UTC."),
    by: textOrNull("Name or email address of the person, or null if unknown.", "Ada"),
    via: value(
      AcknowledgedVia,
      "The way in which the person acknowledged the incident: in the dashboard, with an API key, with the link in an alert, or in a vendor's app.",
      "dashboard"
    ),
    channel: textOrNull(
      "Channel of the alert whose link or app was used, or null if the person used the dashboard or the API.",
      null
    ),
    note: textOrNull("The person's note, or null.", "The provider is informed.")
  }
)
export interface Acknowledgement extends Schema.Schema.Type<typeof Acknowledgement> {}

/** The kind of an external cause that several incidents share: an address, a network of addresses, or name servers. */
export const SharedCauseKind = Schema.Literals(["address", "network", "name_servers"])
export type SharedCauseKind = typeof SharedCauseKind.Type

/**
 * The limits of a shared cause: the maximum number of incidents with the same cause that the record of an incident
 * lists.
 */
export const sharedCauseLimits = { incidentsShown: 20 } as const

/** An incident that has the same cause as another incident. */
export const RelatedIncident = record("RelatedIncident", "An incident with the same cause as another one.", {
  id: id("Opaque id of the incident."),
  domainId: id("Id of the domain."),
  domainName: text("Display name of the domain.", "Shop"),
  status: value(IncidentStatus, "Whether the incident has ended.", "open")
})
export interface RelatedIncident extends Schema.Schema.Type<typeof RelatedIncident> {}

/** An external cause that an incident shares with at least four other incidents. */
export const SharedCause = record("SharedCause", "An external cause shared by incidents of several domains.", {
  kind: value(
    SharedCauseKind,
    "The value that the incidents have in common: the address that was requested, a network of addresses (/24 of IPv4, /48 of IPv6), or the name servers of domains whose names could not be resolved.",
    "address"
  ),
  value: text("The address, the network or the name servers.", "203.0.113.7"),
  others: count("Number of other incidents with this cause that the caller can see.", 11),
  incidents: list(
    RelatedIncident,
    `The other incidents, at most ${sharedCauseLimits.incidentsShown}. Open ones come first.`
  )
})
export interface SharedCause extends Schema.Schema.Type<typeof SharedCause> {}

/** An outage of a domain. It starts at the first failed check, not at the check that confirms it. */
export const Incident = record("Incident", "An outage of a domain.", {
  id: id("Opaque id of the incident."),
  domainId: id("Id of the domain."),
  domainName: text("Display name of the domain.", "Shop"),
  domainUrl: text("URL of the domain.", "https://example.com"),
  status: value(IncidentStatus, "Whether the incident has ended.", "resolved"),
  resolution: value(Schema.NullOr(Resolution), "How the incident ended, or null while it is open.", "recovered"),
  startedAt: time("Time of the first failed check, ISO 8601 UTC."),
  resolvedAt: timeOrNull(
    "Time of the first successful check, or the time when the domain was paused or deleted, ISO 8601 UTC. Null while the incident is open."
  ),
  durationSeconds: count("Duration from start to end, or until now while the incident is open. Seconds.", 420),
  triggerStatusCode: countOrNull("HTTP status of the first failed check, or null if there was no response.", 503),
  resolutionStatusCode: countOrNull("HTTP status of the first successful check, or null if there was none.", 200),
  triggerError: orNull(Fault, "The reason why the first failed check failed, or null if unknown."),
  maintenanceWindow: orNull(MaintenanceName, "The maintenance window in which the incident started, or null."),
  isAnnounced: flag(
    "False if nobody was notified because of maintenance: the incident is still inside the window, or it ended inside.",
    true
  ),
  triggerScreenshotUrl: screenshot("URL of the screenshot at the start, or null if there is none."),
  resolutionScreenshotUrl: screenshot("URL of the screenshot at the end, or null if there is none."),
  acknowledgement: orNull(
    Acknowledgement,
    "The acknowledgement by the person who is dealing with the incident, or null. It stops the alert's reminders and remaining steps, but not the recovery message."
  ),
  checks: list(IncidentCheck, "The checks that confirmed the incident and the checks that ended it, oldest first.")
})
export interface Incident extends Schema.Schema.Type<typeof Incident> {}

/** A fact that supports or contradicts a cause. */
export const CauseEvidence = record("CauseEvidence", "A fact that speaks for or against a cause.", {
  code: text("Code of the fact. A later version may add codes.", "outcome"),
  text: text(
    "The fact in one sentence. It may quote records, headers and pages that others wrote, so escape it.",
    "The check failed: the server refused the connection."
  )
})
export interface CauseEvidence extends Schema.Schema.Type<typeof CauseEvidence> {}

/** A possible cause of an incident. */
export const IncidentCause = record("IncidentCause", "A possible cause of an incident or of a failed check.", {
  class: text("Class of the cause. A later version may add classes.", "connection_refused"),
  title: text("The cause in a few words, written by Mon.", "Nothing is listening on the port"),
  confidence: number("From 0.25 to 0.99: a sum of points for and against the cause, not a measured probability.", 0.85),
  who: text("The party that can repair it. A later version may add values.", "site_operator"),
  nextStep: text(
    "The next step. It may quote text that others wrote, so escape it.",
    "Start the web server on www.example.com and read its log for the reason why it stopped."
  ),
  evidence: list(CauseEvidence, "The evidence for the cause, strongest first."),
  against: list(CauseEvidence, "Evidence against it.")
})
export interface IncidentCause extends Schema.Schema.Type<typeof IncidentCause> {}

/** The diagnosis of an incident, or of a failed check of a page: its likely causes. */
export const IncidentDiagnosis = record(
  "IncidentDiagnosis",
  "The likely causes of an incident or of a failed check of a page, computed by rules from what was seen. In a session, they are in the person's language, otherwise in English.",
  {
    result: value(
      Schema.Literals(["known", "not_known"]),
      "`known`: the first cause is likely enough. `not_known`: the causes are guesses.",
      "known"
    ),
    title: text("The first cause, or a statement that the cause is not known.", "Nothing is listening on the port"),
    causes: list(IncidentCause, "Possible causes, most likely first. At most 5."),
    missing: texts("Facts that would help to find the cause.", ["results from other locations"]),
    rulesVersion: text("Version of the rules.", "1")
  }
)
export interface IncidentDiagnosis extends Schema.Schema.Type<typeof IncidentDiagnosis> {}

/** An incident with its evidence: the checks with their phases, and the people who were notified. */
export const IncidentDetails = record("IncidentDetails", "An outage of a domain, with the evidence.", {
  ...Incident.fields,
  evidence: list(CheckRecord, "The last checks before the incident and the checks at its start and end, oldest first."),
  suppressedBy: orNull(
    DownParent,
    "The monitor in `dependsOn` that was down, so that no alert was sent. Null if there is none, or if the caller cannot see it."
  ),
  silence: textOrNull(
    "The reason why nobody was notified of the start: a notification's `reason`, such as `flapping`. Null if someone was notified, or if the notification is too old to be kept.",
    null
  ),
  sharedCause: orNull(
    SharedCause,
    "The external cause that the incident shares with other incidents, so that all of them were announced together. Null: none."
  ),
  diagnosis: orNull(
    IncidentDiagnosis,
    "The likely causes. Null if nothing is known about the cause, for example for incidents before this version."
  ),
  repair: orNull(
    IncidentRepair,
    "The repair of the problem. Null if the incident ended because the domain was paused or deleted, or if it is older than this version."
  ),
  deliveries: list(NotificationDelivery, "The deliveries of the notifications about the incident, oldest first.")
})
export interface IncidentDetails extends Schema.Schema.Type<typeof IncidentDetails> {}
