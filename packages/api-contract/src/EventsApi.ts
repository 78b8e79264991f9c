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
      "Streams changes from now on, if the caller may see them. Load the data that you show, and load it again when an event refers to it. After a gap, the stream sends `resync`, which means that you must load everything again. The stream closes when the session ends or the API key stops working. A comment every 20 s shows that the stream is alive. The plan limits how many streams a person can have open."
  })
)

export class EventsApi extends HttpApiGroup.make("events")
  .add(list)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "A live stream of changes." })) {}
