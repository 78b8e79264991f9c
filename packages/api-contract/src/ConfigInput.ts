import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** The body of `POST /config/plan`. */
export const PlanConfig = Schema.Struct({
  document: Schema.String.annotate({
    message: messages.configDocument,
    description:
      "The whole configuration file as text, YAML or JSON, at most 4 MiB. Values of variables such as `${env:TOKEN}` must be in it.",
    examples: ["version: 1\nproject: acme-web\ndomains:\n  shop: { url: shop.example.org }\n"]
  }).pipe(Schema.annotateKey({ messageMissingKey: messages.configDocument }))
}).annotate({ identifier: "PlanConfig", title: "PlanConfig", description: "A configuration file." })
export type PlanConfig = typeof PlanConfig.Type

/** The body of `POST /config/apply`. */
export const ApplyConfig = Schema.Struct({
  planId: Schema.String.annotate({
    message: messages.configPlanId,
    description: "Id of the plan.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  }).pipe(Schema.annotateKey({ messageMissingKey: messages.configPlanId })),
  allowDelete: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: "allowDelete must be true or false.",
      description:
        "Whether objects may be deleted. Default: false, which means that a plan with deletions is rejected.",
      examples: [false]
    })
  )
}).annotate({ identifier: "ApplyConfig", title: "ApplyConfig", description: "A plan to apply." })
export type ApplyConfig = typeof ApplyConfig.Type

/** The formats of an exported file. */
export const ConfigFormat = Schema.Literals(["yaml", "json"])
export type ConfigFormat = typeof ConfigFormat.Type
