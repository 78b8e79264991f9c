import { AlertSourceKind, alertSourceLimits as limits, field } from "@mon/model"
import * as Schema from "effect/Schema"

const nameMessage = `name must be a string of 1 to ${limits.nameLength} characters.`
const name = field.text("name", {
  about: "Name of the source, which messages show.",
  example: "Prometheus",
  maximum: limits.nameLength
}).input

const kindMessage = `kind must be one of: ${AlertSourceKind.literals.join(", ")}.`
const kind = AlertSourceKind.annotate({
  message: kindMessage,
  description:
    "The form of the alerts: `pagerduty` (Events API v2), `opsgenie` (Alert API), `alertmanager` (webhook of Prometheus Alertmanager) or `grafana` (webhook of Grafana Alerting, or the formatted webhook of Grafana OnCall).",
  examples: ["alertmanager"]
})

/** The body of `POST /alert-sources`. */
export const CreateAlertSource = Schema.Struct({
  name: name.pipe(Schema.annotateKey({ messageMissingKey: nameMessage })),
  kind: kind.pipe(Schema.annotateKey({ messageMissingKey: kindMessage }))
}).annotate({ identifier: "CreateAlertSource", title: "CreateAlertSource", description: "A new source of alerts." })
export type CreateAlertSource = typeof CreateAlertSource.Type

const isActive = Schema.Boolean.annotate({
  message: "isActive must be true or false.",
  description: "Whether the source accepts alerts. Default: true.",
  examples: [false]
})

/** The body of `PATCH /alert-sources/:id`. Only the fields that it contains change. */
export const UpdateAlertSource = Schema.Struct({
  name: Schema.optionalKey(name),
  isActive: Schema.optionalKey(isActive)
}).annotate({
  identifier: "UpdateAlertSource",
  title: "UpdateAlertSource",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateAlertSource = typeof UpdateAlertSource.Type
