import { AlertSource, alertSourceLimits, NewAlertSource, SourceIncident, SourceIncidentDetails } from "@mon/model"
import * as Schema from "effect/Schema"
import { CreateAlertSource, UpdateAlertSource } from "./AlertSourceInput.ts"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { AcknowledgeIncident } from "./IncidentInput.ts"
import { messages } from "./Message.ts"
import { Deleted } from "./Outcome.ts"
import { wholeNumber } from "./Query.ts"

const anId = (of: string) =>
  Schema.String.annotate({ description: `Id of the ${of}.`, examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"] })

const params = { id: anId("source") }
const incidentParams = { incidentId: anId("incident") }

const about = (summary: string, description: string) =>
  OpenApi.annotations({
    summary,
    description: `${description} Only the account owner and admins can do this.`
  })

const aboutIncident = (summary: string, description: string) =>
  OpenApi.annotations({
    summary,
    description: `${description} Members can do this with the incidents of which they got an alert.`
  })

const list = HttpApiEndpoint.get("list", "/alert-sources", {
  success: ok(Schema.Array(AlertSource)),
  error: Forbidden
}).annotateMerge(about("List alert sources", "Returns the other tools that send alerts to the account, oldest first."))

const create = HttpApiEndpoint.post("create", "/alert-sources", {
  payload: CreateAlertSource,
  success: created(NewAlertSource),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create an alert source",
    "Creates a source, and returns its token and the address to enter in the sender. The token is shown only in this response."
  )
)

const update = HttpApiEndpoint.patch("update", "/alert-sources/:id", {
  params,
  payload: UpdateAlertSource,
  success: ok(AlertSource),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(about("Change an alert source", "Changes only the fields in the request."))

const rotateToken = HttpApiEndpoint.post("rotateToken", "/alert-sources/:id/rotate", {
  params,
  success: ok(NewAlertSource),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Rotate the token",
    "Gives the source a new token, which is shown only in this response. The previous token stops working immediately."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/alert-sources/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Delete an alert source",
    "Deletes the source. Its open incidents end, and nothing more is sent about them. Past incidents stay in the list."
  )
)

const incidents = HttpApiEndpoint.get("incidents", "/alert-sources/incidents", {
  query: {
    limit: wholeNumber("limit", alertSourceLimits.pageSize, "Maximum number of incidents to return."),
    state: Schema.optionalKey(
      Schema.Literals(["open", "resolved"]).annotate({
        message: messages.incidentState,
        description: "Return only open incidents, or only resolved ones."
      })
    ),
    sourceId: Schema.optionalKey(anId("source whose incidents are returned")),
    before: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Id of an incident: only older incidents are returned. For the next page, use the id of the last incident on this page.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    )
  },
  success: ok(Schema.Array(SourceIncident)),
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    summary: "List incidents of alert sources",
    description:
      "Returns the incidents that other tools have opened, newest first. Members get only the open incidents of which they got an alert."
  })
)

const incident = HttpApiEndpoint.get("incident", "/alert-sources/incidents/:incidentId", {
  params: incidentParams,
  success: ok(SourceIncidentDetails),
  error: NotFound
}).annotateMerge(
  aboutIncident(
    "Get an incident of an alert source",
    "Returns an incident that another tool has opened, with the messages about it."
  )
)

const acknowledge = HttpApiEndpoint.post("acknowledge", "/alert-sources/incidents/:incidentId/acknowledge", {
  params: incidentParams,
  payload: AcknowledgeIncident,
  success: ok(SourceIncident),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  aboutIncident(
    "Acknowledge an incident of an alert source",
    "Records that somebody is taking care of an open incident. This stops reminders and further steps of the alert, but not the recovery message. If the incident is already acknowledged, nothing changes. Viewers cannot do this."
  )
)

const unacknowledge = HttpApiEndpoint.delete("unacknowledge", "/alert-sources/incidents/:incidentId/acknowledge", {
  params: incidentParams,
  success: ok(SourceIncident),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  aboutIncident(
    "Withdraw the acknowledgement of an alert",
    "Removes the acknowledgement of an open incident. If it is not acknowledged, nothing changes. Viewers cannot do this."
  )
)

export class AlertSourcesApi extends HttpApiGroup.make("alertSources")
  .add(list, create, incidents, incident, acknowledge, unacknowledge, update, rotateToken, remove)
  .annotateMerge(
    OpenApi.annotations({
      title: "Alert sources",
      description: "Other tools that send their alerts to Mon, and the incidents that these tools have opened."
    })
  ) {}
