import { domainLimits, Incident, ServiceStatus } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { wholeNumber } from "./Query.ts"

const status = HttpApiEndpoint.get("status", "/status", { success: ok(ServiceStatus) }).annotateMerge(
  OpenApi.annotations({
    summary: "Dashboard",
    description: "Returns the number of domains and URLs by state, and the usage of the plan."
  })
)

const incidents = HttpApiEndpoint.get("incidents", "/incidents", {
  query: {
    limit: wholeNumber("limit", domainLimits.recentIncidents, "Maximum number of incidents to return.")
  },
  success: ok(Schema.Array(Incident)),
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({ summary: "Recent incidents", description: "Returns the newest incidents of all domains." })
)

/** The dashboard. */
export class DashboardApi extends HttpApiGroup.make("dashboard")
  .add(status, incidents)
  .annotateMerge(OpenApi.annotations({ title: "Dashboard", description: "An overview of all monitors." })) {}
