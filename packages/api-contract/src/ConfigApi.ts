import * as Schema from "effect/Schema"
import { BadRequest, Conflict, Forbidden, NotFound, PayloadTooLarge, Unavailable } from "./ApiError.ts"
import { ApplyConfig, ConfigFormat, PlanConfig } from "./ConfigInput.ts"
import { ConfigPlanRecord, ConfigResult } from "./ConfigRecord.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const plan = HttpApiEndpoint.post("plan", "/config/plan", {
  payload: PlanConfig,
  success: ok(ConfigPlanRecord),
  error: [BadRequest, Forbidden, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Plan a configuration file",
    "Returns what the file would create, change and delete, with line numbers in the file. Nothing changes. A read-only key is enough. Mistakes in the file do not make the request fail. They are listed in `refused` instead. You can also send the file itself as the body, with the content type `application/yaml` or `application/json`. The plan belongs to the API key or session and expires after 15 minutes. Only the account owner and admins can do this. The request counts towards the plan's limit of requests per minute."
  )
)

const apply = HttpApiEndpoint.post("apply", "/config/apply", {
  payload: ApplyConfig,
  success: ok(ConfigResult),
  error: [BadRequest, Forbidden, NotFound, Conflict, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Apply a plan",
    "Makes all changes in a plan in one transaction. The status is 409 if the account has changed since the plan was created, or if the plan has already been applied. Only the account owner and admins can do this."
  )
)

const exportFile = HttpApiEndpoint.get("export", "/config", {
  query: {
    format: Schema.optionalKey(
      ConfigFormat.annotate({
        message: messages.configFormat,
        description: "`yaml` or `json`. Default: what the `Accept` header prefers, otherwise `yaml`."
      })
    ),
    project: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "The file's project. Default: the account's project, or `mon`. Objects in other projects are not in the file.",
        examples: ["acme-web"]
      })
    )
  },
  success: Schema.String.annotate({
    description:
      "The configuration file: everything in the account that does not belong to another project. A plan created from this file contains no changes. Secrets appear as `sealed:` followed by 16 hexadecimal digits."
  }).pipe(HttpApiSchema.asText({ contentType: "application/yaml" })),
  error: [BadRequest, Forbidden]
}).annotateMerge(
  about(
    "Export the configuration file",
    "Returns the account's configuration file. Only the account owner and admins can do this. The response is not in the JSON envelope."
  )
)

export class ConfigApi extends HttpApiGroup.make("config")
  .add(plan, apply, exportFile)
  .annotateMerge(
    OpenApi.annotations({
      title: "Configuration file",
      description: "All monitors and alerts in an account, as a file."
    })
  ) {}
