import { defineTool, listOfRecords, oneRecord, presenter } from "../defineTool.ts"
import { fieldsOf } from "../input.ts"

/** The paths of the fields of an incident that contain codes. */
export const incidentCodes = [
  "triggerError.code",
  "checks.outcome",
  "checks.location",
  "evidence.error.code",
  "evidence.location",
  "deliveries.error.code",
  "deliveries.kind"
]

const listed = [
  "id",
  "domainId",
  "domainName",
  "domainUrl",
  "status",
  "resolution",
  "startedAt",
  "resolvedAt",
  "durationSeconds",
  "triggerStatusCode",
  "triggerError",
  "isAnnounced",
  "acknowledgement"
]

export const listIncidents = defineTool({
  name: "list_incidents",
  title: "List incidents",
  description:
    "Lists the outages of domains, newest first, with their causes. Pass `next` from a response as `before` to get older ones.",
  endpoints: ["dashboard.incidents"],
  input: () => fieldsOf("dashboard.incidents", ["state", "limit", "before"]),
  answer: listOfRecords(
    "incidents",
    presenter({ endpoint: "dashboard.incidents", fields: listed, codes: incidentCodes }),
    10
  )
})

export const showIncident = defineTool({
  name: "show_incident",
  title: "Show an incident",
  description:
    "Shows one incident with its evidence: the checks with the duration of each phase, the deliveries of its alerts, other incidents with the same cause, and who is handling it.",
  endpoints: ["incidents.get"],
  input: () => fieldsOf("incidents.get", ["id"]),
  answer: oneRecord(
    presenter({
      endpoint: "incidents.get",
      fields: [...listed, "maintenanceWindow", "suppressedBy", "sharedCause", "evidence", "checks", "deliveries"],
      codes: incidentCodes
    })
  )
})

/** The paths of the fields of a diagnosis that contain codes. */
export const diagnosisCodes = [
  ...["class", "who", "evidence.code", "against.code"].map((path) => `diagnosis.causes.${path}`),
  "diagnosis.rulesVersion"
]

/**
 * The tool that returns only the diagnosis from `GET /incidents/:id`. The sentences of a diagnosis quote records,
 * headers and pages.
 */
export const explainIncident = defineTool({
  name: "explain_incident",
  title: "Explain an incident",
  description:
    "Explains why a domain is or was down: the likely causes, most likely first, each with a confidence from 0 to 1, the evidence for and against it, the next step, and who can take it. `result` is `not_known` if no cause is likely enough; the causes are then guesses, and `missing` lists the facts that would help. Do not explain anything that the evidence does not show.",
  endpoints: ["incidents.get"],
  input: () => fieldsOf("incidents.get", ["id"]),
  answer: oneRecord(
    presenter({
      endpoint: "incidents.get",
      fields: [...listed, "diagnosis"],
      codes: [...incidentCodes, ...diagnosisCodes]
    })
  )
})
