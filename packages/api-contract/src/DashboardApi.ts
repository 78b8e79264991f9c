import { domainLimits, Incident, ServiceStatus } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { wholeNumber } from "./Query.ts"

const status = HttpApiEndpoint.get("status", "/status", { success: ok(ServiceStatus) }).annotateMerge(
  OpenApi.annotations({
    summary: "Dashboard",
    description: "Returns the number of domains and URLs by state, and how much of the plan is used."
  })
)

const incidents = HttpApiEndpoint.get("incidents", "/incidents", {
  query: {
    limit: wholeNumber("limit", domainLimits.recentIncidents, "Maximum number of incidents to return."),
    state: Schema.optionalKey(
      Schema.Literals(["open", "resolved"]).annotate({
        message: messages.incidentState,
        description: "Return only open incidents, or only resolved ones."
      })
    ),
    before: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Id of an incident: only older incidents are returned. For the next page, use the id of the last incident on this page.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    )
  },
  success: ok(Schema.Array(Incident)),
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    summary: "Recent incidents",
    description: "Returns the newest incidents of all domains that the caller can see, newest first."
  })
)

export class DashboardApi extends HttpApiGroup.make("dashboard")
  .add(status, incidents)
  .annotateMerge(OpenApi.annotations({ title: "Dashboard", description: "An overview of all monitors." })) {}
