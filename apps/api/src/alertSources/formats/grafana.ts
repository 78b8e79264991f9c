import { alertSourceLimits as limits } from "@mon/model"
import type { JsonObject } from "../../http/RequestBody.ts"
import { readGroup } from "./alertmanager.ts"
import { type AlertReading, alertsRead, fieldOf, invalidField, keyOf, labelsOf, linkOf, textOf } from "./reading.ts"
import { severityOf } from "./severities.ts"

/** Reads the body of the formatted webhook of Grafana OnCall. The title identifies an alert without `alert_uid`. */
const readFormatted = (body: JsonObject): AlertReading => {
  const title = textOf(body, "title", limits.titleLength)
  const uid = keyOf(body, "alert_uid")
  if (uid !== null && typeof uid !== "string") return uid
  const key = uid ?? title
  if (key === null) return invalidField("alert_uid", "is missing or blank")
  const state = fieldOf(body, "state") ?? "alerting"
  if (state === "ok") return alertsRead([{ action: "resolve", key }])
  if (state !== "alerting") return invalidField("state", "must be one of: alerting, ok")
  return alertsRead([
    {
      action: "trigger",
      key,
      facts: {
        title: title ?? key.slice(0, limits.titleLength).toWellFormed(),
        summary: textOf(body, "message", limits.summaryLength),
        severity: severityOf(textOf(body, "severity", limits.labelLength)),
        link: linkOf(fieldOf(body, "link_to_upstream_details")),
        labels: labelsOf([["image", linkOf(fieldOf(body, "image_url"))]])
      }
    }
  ])
}

const FORMATTED = ["alert_uid", "title", "state", "link_to_upstream_details"]

/**
 * Reads the body of a webhook contact point of Grafana Alerting, or of the formatted webhook of Grafana OnCall, which
 * has no list of alerts.
 *
 * @example
 * readGrafanaWebhook({ alert_uid: "7", state: "ok" }) // => { _tag: "Alerts", alerts: [{ action: "resolve", key: "7" }], ignored: 0 }
 */
export const readGrafanaWebhook = (body: JsonObject): AlertReading =>
  fieldOf(body, "alerts") === undefined && FORMATTED.some((name) => fieldOf(body, name) !== undefined)
    ? readFormatted(body)
    : readGroup(body, ["panelURL", "dashboardURL", "generatorURL"])
