import { domainLimits, Incident, ServiceStatus } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { wholeNumber } from "./Query.ts"

const status = HttpApiEndpoint.get("status", "/status", { success: ok(ServiceStatus) }).annotateMerge(
  OpenApi.annotations({ summary: "Dashboard", description: "Counts of domains and URLs by state, and plan usage." })
)

const incidents = HttpApiEndpoint.get("incidents", "/incidents", {
  query: {
    limit: wholeNumber("limit", domainLimits.recentIncidents, "How many incidents.")
  },
  success: ok(Schema.Array(Incident)),
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({ summary: "Recent incidents", description: "The newest incidents over all domains." })
)

/** The dashboard. */
export class DashboardApi extends HttpApiGroup.make("dashboard")
  .add(status, incidents)
  .annotateMerge(OpenApi.annotations({ title: "Dashboard", description: "The state of everything at a glance." })) {}
