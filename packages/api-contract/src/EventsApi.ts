import { liveEvents } from "@mon/model"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { TooManyRequests } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"

const table = Object.entries(liveEvents)
  .map(([name, schema]) => {
    const fields = Object.keys(schema.fields).map((field) => `\`${field}\``)
    return `- \`${name}\`${fields.length === 0 ? "" : ` (${fields.join(", ")})`}: ${SchemaAST.resolveDescription(schema.ast)}`
  })
  .join("\n")

const list = HttpApiEndpoint.get("stream", "/events", {
  success: Schema.String.annotate({
    description: `A stream of server-sent events (\`text/event-stream\`). The data of an event is JSON.\n\n${table}`
  }).pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
  error: TooManyRequests
}).annotateMerge(
  OpenApi.annotations({
    summary: "Live events",
    description:
      "Streams what changes from now on, as far as the caller may see it. Read what you show, and read it again when an event names it. After a gap the stream sends `resync`: read everything again. It ends with the session or the API key. A comment every 20 s shows that the stream is alive. The plan limits the open streams of a person."
  })
)

/** What changes, as it changes. */
export class EventsApi extends HttpApiGroup.make("events")
  .add(list)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "A live stream of changes." })) {}
