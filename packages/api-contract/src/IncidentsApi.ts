import { IncidentDetails } from "@mon/model"
import * as Schema from "effect/Schema"
import { NotFound } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const get = HttpApiEndpoint.get("get", "/incidents/:id", {
  params: {
    id: Schema.String.annotate({
      description: "Id of the incident.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    })
  },
  success: ok(IncidentDetails),
  error: NotFound
}).annotateMerge(
  about(
    "One incident",
    "Returns one incident with the checks of its beginning and end, their phases, and the deliveries of its notifications."
  )
)

/** Downtimes of all domains. */
export class IncidentsApi extends HttpApiGroup.make("incidents")
  .add(get)
  .annotateMerge(
    OpenApi.annotations({ title: "Incidents", description: "One downtime of a domain with its evidence." })
  ) {}
