import { Incident, IncidentDetails, IncidentRepair } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { AcknowledgeIncident } from "./IncidentInput.ts"

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const params = {
  id: Schema.String.annotate({
    description: "Id of the incident.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const get = HttpApiEndpoint.get("get", "/incidents/:id", {
  params,
  success: ok(IncidentDetails),
  error: NotFound
}).annotateMerge(
  about(
    "One incident",
    "Returns one incident with the checks at its start and end, their phases, the likely causes, what became of the problem, and the deliveries of its notifications."
  )
)

const acknowledge = HttpApiEndpoint.post("acknowledge", "/incidents/:id/acknowledge", {
  params,
  payload: AcknowledgeIncident,
  success: ok(Incident),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Acknowledge an incident",
    "Records that somebody is taking care of an open incident. This stops reminders and further steps of the alert, but not the recovery message. If the incident is already acknowledged, nothing changes."
  )
)

const unacknowledge = HttpApiEndpoint.delete("unacknowledge", "/incidents/:id/acknowledge", {
  params,
  success: ok(Incident),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Withdraw an acknowledgement",
    "Removes the acknowledgement of an open incident. If it is not acknowledged, nothing changes."
  )
)

const verify = HttpApiEndpoint.post("verify", "/incidents/:id/verify", {
  params,
  success: ok(IncidentRepair),
  error: [BadRequest, Forbidden, NotFound, TooManyRequests]
}).annotateMerge(
  about(
    "Verify the repair of an incident",
    "Reports that the problem is repaired. Mon then checks the domain immediately, but at most once a minute for each incident. The response does not wait for the check, so get the incident to see its result. If the likely cause is in the registration or DNS, Mon also queries the zone's name servers and its resolvers, and `answers` in the response says which of them still have an old record. A domain whose requests may change something is only checked at its normal interval. After the incident has ended, locations that have not yet seen the site as up check it again."
  )
)

export class IncidentsApi extends HttpApiGroup.make("incidents")
  .add(get, acknowledge, unacknowledge, verify)
  .annotateMerge(
    OpenApi.annotations({
      title: "Incidents",
      description: "One outage of a domain, with the evidence, the repair, and who is taking care of it."
    })
  ) {}
