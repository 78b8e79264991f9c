import * as Schema from "effect/Schema"
import { Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"

const health = HttpApiEndpoint.get("health", "/health", {
  success: ok(
    Schema.Struct({ status: Schema.Literals(["ok"]).annotate({ description: "Always `ok`." }) }).annotate({
      identifier: "Health",
      title: "Health",
      description: "The process is alive."
    })
  )
}).annotateMerge(
  OpenApi.annotations({
    summary: "Liveness",
    description: "Responds while the process is running. No API key is required."
  })
)

const ready = HttpApiEndpoint.get("ready", "/ready", {
  success: ok(
    Schema.Struct({ status: Schema.Literals(["ready"]).annotate({ description: "Always `ready`." }) }).annotate({
      identifier: "Ready",
      title: "Ready",
      description: "The process is ready to handle requests."
    })
  ),
  error: Unavailable
}).annotateMerge(
  OpenApi.annotations({
    summary: "Readiness",
    description: "Returns 503 while the database cannot be reached. No API key is required."
  })
)

/** Health checks for operators, outside `/api/v1` and without an API key. No rate limit applies. */
export class SystemApi extends HttpApiGroup.make("system")
  .add(health, ready)
  .annotateMerge(
    OpenApi.annotations({ title: "System", description: "Liveness and readiness checks for operators." })
  ) {}
