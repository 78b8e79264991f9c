import { type AlertSeverity, alertSourceLimits as limits } from "@mon/model"
import type { JsonObject } from "../../http/RequestBody.ts"
import {
  type AlertReading,
  alertsRead,
  fieldOf,
  invalidField,
  isRecord,
  keyOf,
  labelsOf,
  linkOf,
  textOf
} from "./reading.ts"

/** The largest length of a `dedup_key` (Events API v2). */
const KEY_LENGTH = 255

const SEVERITIES: ReadonlySet<string> = new Set(["critical", "error", "warning", "info"])

const isSeverity = (word: unknown): word is AlertSeverity => typeof word === "string" && SEVERITIES.has(word)

const BLANK = "is missing or blank"

const firstLink = (body: JsonObject): unknown => {
  const links = fieldOf(body, "links")
  const first: unknown = Array.isArray(links) ? links[0] : undefined
  return isRecord(first) ? fieldOf(first, "href") : undefined
}

const detailsOf = (payload: JsonObject): ReadonlyArray<readonly [string, unknown]> => {
  const details = fieldOf(payload, "custom_details")
  if (isRecord(details)) return Object.entries(details)
  return details === undefined ? [] : [["details", details]]
}

const readTrigger = (body: JsonObject, key: string): AlertReading => {
  const payload = fieldOf(body, "payload")
  if (!isRecord(payload)) return invalidField("payload", BLANK)
  const summary = textOf(payload, "summary", limits.summaryLength)
  if (summary === null) return invalidField("payload.summary", BLANK)
  const severity = fieldOf(payload, "severity")
  if (!isSeverity(severity)) return invalidField("payload.severity", `must be one of: ${[...SEVERITIES].join(", ")}`)
  const named = ["source", "component", "group", "class"].map((name) => [name, fieldOf(payload, name)] as const)
  const title = summary.slice(0, limits.titleLength).toWellFormed()
  return alertsRead([
    {
      action: "trigger",
      key,
      facts: {
        title,
        summary: summary === title ? null : summary,
        severity,
        link: linkOf(firstLink(body), fieldOf(body, "client_url")),
        labels: labelsOf([...named, ...detailsOf(payload)])
      }
    }
  ])
}

/** An event, with the key that the response names. */
export interface PagerDutyReading {
  readonly reading: AlertReading
  readonly key: string
}

/**
 * Reads an event of PagerDuty's Events API v2. `newKey` is the key of a trigger without `dedup_key`.
 *
 * @example
 * readPagerDutyEvent({ event_action: "resolve", dedup_key: "disk" }, "new").reading // => { _tag: "Alerts", alerts: [{ action: "resolve", key: "disk" }], ignored: 0 }
 */
export const readPagerDutyEvent = (body: JsonObject, newKey: string): PagerDutyReading => {
  const action = fieldOf(body, "event_action")
  const given = keyOf(body, "dedup_key", KEY_LENGTH)
  if (given !== null && typeof given !== "string") return { reading: given, key: newKey }
  const key = given ?? newKey
  if (action === "trigger") return { reading: readTrigger(body, key), key }
  if (action !== "resolve" && action !== "acknowledge")
    return { reading: invalidField("event_action", "must be one of: trigger, acknowledge, resolve"), key }
  if (given === null) return { reading: invalidField("dedup_key", BLANK), key }
  return {
    reading: alertsRead([action === "resolve" ? { action, key } : { action, key, by: null, note: null }]),
    key
  }
}
