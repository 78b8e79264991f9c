import { LiveEvent } from "@mon/model"
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"

const stream = HttpApiEndpoint.get("stream", "/events", {
  success: Schema.String.annotate({
    description: `Server-sent events. The event name is one of ${LiveEvent.fields.type.literals.join(", ")}. The data is JSON with \`type\`, \`id\` and \`monitorId\`.`
  }).pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))
}).annotateMerge(
  OpenApi.annotations({
    summary: "Live events",
    description:
      "Streams an event whenever something that the caller can see has changed. The event names what to read again. A comment is sent every 20 s. After `resync`, read everything again. The stream ends with the session or the API key. Free allows 2 streams per person, Pro and Agency allow 5; another stream gets 429."
  })
)

/** Live events. */
export class EventsApi extends HttpApiGroup.make("events")
  .add(stream)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What has just changed." })) {}
