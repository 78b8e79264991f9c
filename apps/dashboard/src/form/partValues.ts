import type { PartForm } from "@mon/model"
import { ownValue } from "../words/ownValue.ts"

/** A value that is being edited. A part with an empty text has no value. */
export type Draft = unknown

/** Returns an object as a record, or an empty record for any other value. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

/** Returns a list, or an empty list for any other value. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Returns the name of an object's first part. The name distinguishes the object from its alternatives. */
export const firstPartOf = (form: PartForm): string => (form.kind === "object" ? (form.parts[0]?.name ?? "") : "")

/** Returns the index of the alternative that matches a value, or -1. */
export const chosenOf = (choices: ReadonlyArray<PartForm>, value: unknown): number =>
  choices.findIndex((choice) => Object.hasOwn(recordOf(value), firstPartOf(choice)))

/** Returns the initial value of a part. */
export const emptyOf = (form: PartForm): Draft => {
  switch (form.kind) {
    case "number":
      return form.unit === undefined ? "" : form.example
    case "text":
    case "scalar":
      return ""
    case "flag":
      return false
    case "word":
      return form.words[0]
    case "list":
      return []
    case "map":
      return {}
    case "object":
      return Object.fromEntries(
        form.parts.filter(({ isOptional }) => !isOptional).map((part) => [part.name, emptyOf(part.form)])
      )
    case "choice":
      return undefined
  }
}

const cleanObject = (form: Extract<PartForm, { kind: "object" }>, value: unknown): unknown => {
  const record = recordOf(value)
  const parts = form.parts.flatMap((part) => {
    const clean = cleaned(part.form, ownValue(record, part.name))
    return clean === undefined || (part.isOptional && clean === false) ? [] : [[part.name, clean] as const]
  })
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** Returns a draft as it is sent to the API, without its empty parts. Undefined: it has no values. */
export const cleaned = (form: PartForm, value: Draft): unknown => {
  switch (form.kind) {
    case "text":
      return value === undefined || value === "" ? undefined : value
    case "number":
      return value === undefined || value === "" || value === null ? undefined : Number(value)
    case "scalar":
      return value === undefined || value === "" ? undefined : value
    case "flag":
    case "word":
      return value === "" ? undefined : value
    case "list": {
      const items = listOf(value).flatMap((item) => {
        const clean = cleaned(form.item, item)
        return clean === undefined ? [] : [clean]
      })
      return items.length === 0 ? undefined : items
    }
    case "map": {
      const entries = Object.entries(recordOf(value)).filter(([name]) => name !== "")
      return entries.length === 0 ? undefined : Object.fromEntries(entries)
    }
    case "object":
      return cleanObject(form, value)
    case "choice": {
      const chosen = form.choices[chosenOf(form.choices, value)]
      return chosen === undefined ? undefined : cleaned(chosen, value)
    }
  }
}

/**
 * Returns a text, number, true, false or null as people write it. A text that could be read as a number, true, false or
 * null is put in quotes.
 */
export const scalarText = (value: unknown): string => {
  if (typeof value !== "string") return value === undefined ? "" : String(value)
  return value === "" || typeof scalarOf(value) === "string" ? value : JSON.stringify(value)
}

/** Parses a typed value: `5` becomes a number, `true` a boolean and `null` null. Everything else is a text. */
export const scalarOf = (text: string): unknown => {
  const trimmed = text.trim()
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|"(?:[^"\\]|\\.)*")$/iu.test(trimmed)) {
    try {
      return JSON.parse(trimmed)
    } catch {
      return text
    }
  }
  return text
}
