import type { PartForm } from "@mon/model"
import { ownValue } from "../words/ownValue.ts"

/** A value while it is edited. An empty text is a part that is not set. */
export type Draft = unknown

/** An object as a record; anything else is empty. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

/** A list; anything else is empty. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The name of the first part of an object, which distinguishes it from other objects. */
export const firstPartOf = (form: PartForm): string => (form.kind === "object" ? (form.parts[0]?.name ?? "") : "")

/** Returns the index of the form that describes a value; -1 for none. */
export const chosenOf = (choices: ReadonlyArray<PartForm>, value: unknown): number =>
  choices.findIndex((choice) => Object.hasOwn(recordOf(value), firstPartOf(choice)))

/** Returns the value of a part before anything is entered. */
export const emptyOf = (form: PartForm): Draft => {
  switch (form.kind) {
    case "text":
    case "number":
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

/** A draft as it is sent: parts that are not set are left out. Undefined where nothing is set. */
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

/** A text, a number, true, false or null as people write it: texts that look like something else are in quotes. */
export const scalarText = (value: unknown): string => {
  if (typeof value !== "string") return value === undefined ? "" : String(value)
  return value === "" || typeof scalarOf(value) === "string" ? value : JSON.stringify(value)
}

/** The value that somebody wrote: `5`, `true` and `null` are themselves, everything else is a text. */
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
