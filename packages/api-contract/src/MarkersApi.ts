import { markerLimits, MarkerRecord } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { CreateMarker } from "./MarkerInput.ts"
import { Deleted } from "./Outcome.ts"
import { wholeNumber } from "./Query.ts"

const id = (of: string, example: string) =>
  Schema.String.annotate({ description: `Id of the ${of}.`, examples: [example] })

const domainId = id("domain", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e")

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/domains/:domainId/markers", {
  params: { domainId },
  query: { limit: wholeNumber("limit", markerLimits.listed, "Maximum number of markers to return.") },
  success: ok(Schema.Array(MarkerRecord)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  about("List markers", "Returns the domain's newest markers, newest first. The timeline shows them too.")
)

const create = HttpApiEndpoint.post("create", "/domains/:domainId/markers", {
  params: { domainId },
  payload: CreateMarker,
  success: created(MarkerRecord),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Add a marker",
    "Adds a marker to the domain's timeline, for example for a deployment. If the domain fails within the next hour, the diagnosis mentions the marker as a possible cause. The plan limits the number of new markers per 24 hours. Send an `Idempotency-Key`, such as the deployment's id, so that a repeated request does not add a second marker. Requires write access to the domain."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/domains/:domainId/markers/:id", {
  params: { domainId, id: id("marker", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d70") },
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Delete a marker",
    "Deletes the marker. Incidents that started after the marker keep their diagnosis. Requires write access to the domain."
  )
)

export class MarkersApi extends HttpApiGroup.make("markers")
  .add(list, create, remove)
  .annotateMerge(
    OpenApi.annotations({
      title: "Markers",
      description: "Markers that people or your programs add to a domain's timeline, for example for deployments."
    })
  ) {}
