import { alertSourceLimits as limits } from "@mon/model"
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
import { severityOf } from "./severities.ts"

const PRIORITY = /^P[1-5]$/u

/** The priority of an alert that states none, as in Opsgenie. */
const USUAL_PRIORITY = "P3"

const NAME_LENGTH = 100

const tagsOf = (body: JsonObject): ReadonlyArray<readonly [string, unknown]> => {
  const tags = fieldOf(body, "tags")
  const texts = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : []
  return texts.length === 0 ? [] : [["tags", texts.join(", ")]]
}

/**
 * Reads the body of `POST /v2/alerts`. `newKey` is the key of an alert without `alias`.
 *
 * @example
 * readOpsgenieAlert({ message: "" }, "new") // => { _tag: "Invalid", field: "message", problem: "can not be empty" }
 */
export const readOpsgenieAlert = (body: JsonObject, newKey: string): AlertReading => {
  const title = textOf(body, "message", limits.titleLength)
  if (title === null) return invalidField("message", "can not be empty")
  const alias = keyOf(body, "alias")
  if (alias !== null && typeof alias !== "string") return alias
  const priority = fieldOf(body, "priority") ?? USUAL_PRIORITY
  if (typeof priority !== "string" || !PRIORITY.test(priority))
    return invalidField("priority", "must be one of: P1, P2, P3, P4, P5")
  const details = fieldOf(body, "details") ?? {}
  if (!isRecord(details)) return invalidField("details", "must be an object")
  const source = fieldOf(body, "source")
  return alertsRead([
    {
      action: "trigger",
      key: alias ?? newKey,
      facts: {
        title,
        summary: textOf(body, "description", limits.summaryLength),
        severity: severityOf(priority),
        link: linkOf(source),
        labels: labelsOf([
          ["source", source],
          ["entity", fieldOf(body, "entity")],
          ...tagsOf(body),
          ...Object.entries(details)
        ])
      }
    }
  ])
}

/** The calls about an existing alert, by the last part of their path. */
export const opsgenieCalls = ["close", "acknowledge", "notes", "message", "description"] as const
export type OpsgenieCall = (typeof opsgenieCalls)[number]

/** Reads a call about the alert with a key. Every kind of identifier counts as the alias. */
export const readOpsgenieCall = (call: OpsgenieCall, identifier: string, body: JsonObject): AlertReading => {
  const key = keyOf({ identifier }, "identifier") ?? invalidField("identifier", "can not be empty")
  if (typeof key !== "string") return key
  const note = textOf(body, "note", limits.noteLength)
  switch (call) {
    case "close":
      return alertsRead([{ action: "resolve", key }])
    case "acknowledge":
      return alertsRead([{ action: "acknowledge", key, by: textOf(body, "user", NAME_LENGTH), note }])
    case "notes":
      return note === null ? invalidField("note", "can not be empty") : alertsRead([{ action: "change", key, note }])
    case "message": {
      const title = textOf(body, "message", limits.titleLength)
      return title === null
        ? invalidField("message", "can not be empty")
        : alertsRead([{ action: "change", key, title }])
    }
    case "description":
      return alertsRead([{ action: "change", key, summary: textOf(body, "description", limits.summaryLength) }])
  }
}
