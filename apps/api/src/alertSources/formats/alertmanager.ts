import type { ReceivedAlert } from "@mon/core-store"
import { alertSourceLimits as limits } from "@mon/model"
import { hash } from "node:crypto"
import type { JsonObject } from "../../http/RequestBody.ts"
import {
  type AlertReading,
  alertsRead,
  fieldOf,
  firstTextOf,
  type InvalidField,
  invalidField,
  isRecord,
  keyOf,
  labelsOf,
  linkOf
} from "./reading.ts"
import { severityOf } from "./severities.ts"

const MUST_BE_OBJECT = "must be an object"

/** The labels that a message shows elsewhere. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(["alertname", "severity"])

const isShown = ([name]: readonly [string, unknown]): boolean => !SHOWN_ELSEWHERE.has(name) && !name.startsWith("__")

/** Returns a key for an alert without a fingerprint. The labels identify an alert. */
const keyOfLabels = (labels: JsonObject): string =>
  hash("sha256", JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))).slice(
    0,
    32
  )

/** The fields of a tool's alert with pages about the alert, in order of preference. */
export type LinkFields = ReadonlyArray<string>

const readOne = (
  alert: unknown,
  path: string,
  { links, status: groupStatus, url }: { readonly links: LinkFields; readonly status: unknown; readonly url: unknown }
): ReceivedAlert | InvalidField => {
  if (!isRecord(alert)) return invalidField(path, MUST_BE_OBJECT)
  const labels = fieldOf(alert, "labels") ?? {}
  if (!isRecord(labels)) return invalidField(`${path}.labels`, MUST_BE_OBJECT)
  const annotations = fieldOf(alert, "annotations") ?? {}
  if (!isRecord(annotations)) return invalidField(`${path}.annotations`, MUST_BE_OBJECT)
  const status = fieldOf(alert, "status") ?? groupStatus
  if (status !== "firing" && status !== "resolved")
    return invalidField(`${path}.status`, "must be one of: firing, resolved")
  const fingerprint = keyOf(alert, "fingerprint")
  if (fingerprint !== null && typeof fingerprint !== "string") return { ...fingerprint, field: `${path}.fingerprint` }
  const key = fingerprint ?? keyOfLabels(labels)
  if (status === "resolved") return { action: "resolve", key }
  const name = firstTextOf(labels, ["alertname"], limits.titleLength)
  const title = firstTextOf(annotations, ["summary", "title"], limits.titleLength) ?? name ?? "Alert"
  return {
    action: "trigger",
    key,
    facts: {
      title,
      summary: firstTextOf(annotations, ["description", "message"], limits.summaryLength),
      severity: severityOf(firstTextOf(labels, ["severity", "priority", "level"], limits.labelLength)),
      link: linkOf(...links.map((field) => fieldOf(alert, field)), url),
      labels: labelsOf([
        ...(name === null || name === title ? [] : [["alertname", name] as const]),
        ...Object.entries(labels).filter(isShown)
      ])
    }
  }
}

/** Reads the alerts of a group. `links`: the fields with pages about an alert. */
export const readGroup = (body: JsonObject, links: LinkFields): AlertReading => {
  const given = fieldOf(body, "alerts")
  if (!Array.isArray(given)) return invalidField("alerts", "must be a list")
  const group = { links, status: fieldOf(body, "status"), url: fieldOf(body, "externalURL") }
  const alerts: Array<ReceivedAlert> = []
  for (const [index, one] of given.entries()) {
    const alert = readOne(one, `alerts[${index}]`, group)
    if ("_tag" in alert) return alert
    alerts.push(alert)
  }
  // If there are too many alerts, the first problems and the first ends count.
  const ends = alerts.filter(({ action }) => action === "resolve").slice(0, limits.alertsOfRequest)
  const begins = alerts.filter(({ action }) => action !== "resolve").slice(0, limits.alertsOfRequest)
  return alertsRead([...begins, ...ends], alerts.length - begins.length - ends.length)
}

/**
 * Reads the body of Alertmanager's webhook (version 4).
 *
 * @example
 * readAlertmanagerGroup({ alerts: [{ status: "resolved", labels: {}, fingerprint: "57c6" }] }) // => { _tag: "Alerts", alerts: [{ action: "resolve", key: "57c6" }], ignored: 0 }
 */
export const readAlertmanagerGroup = (body: JsonObject): AlertReading => readGroup(body, ["generatorURL"])
