import type { ReceivedAlert } from "@mon/core-store"
import { type AlertLabel, alertSourceLimits as limits } from "@mon/model"
import type { JsonObject } from "../../http/RequestBody.ts"

/** The alerts in a body, or the field that is wrong. */
export type AlertReading =
  | {
      readonly _tag: "Alerts"
      readonly alerts: ReadonlyArray<ReceivedAlert>
      /** The number of alerts that were left out because there were too many. */
      readonly ignored: number
    }
  | InvalidField

/** A field that prevents a body from being read. */
export interface InvalidField {
  readonly _tag: "Invalid"
  /** The path of the field, such as `payload.summary`. */
  readonly field: string
  /** What is wrong, for example `is missing or blank`. */
  readonly problem: string
}

export const alertsRead = (alerts: ReadonlyArray<ReceivedAlert>, ignored = 0): AlertReading => ({
  _tag: "Alerts",
  alerts,
  ignored
})

export const invalidField = (field: string, problem: string): InvalidField => ({ _tag: "Invalid", field, problem })

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns a field of a body. Undefined if the body has no such field. */
export const fieldOf = (body: JsonObject, name: string): unknown =>
  Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined

/** Returns a text that PostgreSQL can store, cut to `longest` characters. */
const storableText = (text: string, longest: number): string =>
  text
    .slice(0, longest * 2)
    .replaceAll("\u0000", "")
    .trim()
    .slice(0, longest)
    .toWellFormed()

/** Returns a field as text. Null if the field is absent, blank, or neither a text, a number nor a Boolean. */
export const textOf = (body: JsonObject, name: string, longest: number): string | null => {
  const value = fieldOf(body, name)
  const isText = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
  return (isText ? storableText(String(value), longest) : "") || null
}

/** Returns the first of the fields that has a text. */
export const firstTextOf = (body: JsonObject, names: ReadonlyArray<string>, longest: number): string | null => {
  for (const name of names) {
    const text = textOf(body, name, longest)
    if (text !== null) return text
  }
  return null
}

/** Returns an http or https URL that fits. Null: there is none. */
export const linkOf = (...candidates: ReadonlyArray<unknown>): string | null => {
  for (const candidate of candidates) {
    if (typeof candidate !== "string" || candidate.length > limits.linkLength) continue
    const url = URL.parse(candidate)
    if (url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.href.length <= limits.linkLength)
      return url.href
  }
  return null
}

const valueText = (value: unknown): string => {
  if (typeof value === "string") return value
  return value === undefined || value === null ? "" : JSON.stringify(value)
}

/** Returns the labels of an alert from names and values. Leaves out empty ones, and those beyond the limit. */
export const labelsOf = (entries: ReadonlyArray<readonly [string, unknown]>): ReadonlyArray<AlertLabel> => {
  const labels: Array<AlertLabel> = []
  for (const [given, value] of entries) {
    if (labels.length === limits.labels) break
    const name = storableText(given, limits.labelNameLength)
    const text = storableText(valueText(value), limits.labelLength)
    if (name !== "" && text !== "") labels.push({ name, value: text })
  }
  return labels
}

/** Returns the key of an alert. Null: the field is absent or blank. */
export const keyOf = (
  body: JsonObject,
  name: string,
  longest: number = limits.keyLength
): string | InvalidField | null => {
  const value = fieldOf(body, name)
  if (typeof value === "string" && value.length > longest)
    return invalidField(name, `must have at most ${longest} characters`)
  return textOf(body, name, longest)
}
