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
const firstPartOf = (form: PartForm): string => (form.kind === "object" ? (form.parts[0]?.name ?? "") : "")

/** Returns the only word of an object's first part, such as its type. Null: the first part has another form. */
const wordOf = (form: PartForm): string | null => {
  const first = form.kind === "object" ? form.parts[0]?.form : undefined
  return first?.kind === "word" && first.words.length === 1 ? String(first.words[0]) : null
}

/**
 * Returns the name of the part whose word distinguishes the alternatives, such as `type`. Null: the names of their
 * first parts distinguish them.
 */
export const tagOf = (choices: ReadonlyArray<PartForm>): string | null => {
  const [name = "", ...others] = choices.map(firstPartOf)
  return others.length > 0 && others.every((other) => other === name) && choices.every((one) => wordOf(one) !== null)
    ? name
    : null
}

/** Returns the name of one of several alternatives: its word, or the name of its first part. */
export const nameOfChoice = (choices: ReadonlyArray<PartForm>, choice: PartForm): string =>
  (tagOf(choices) === null ? null : wordOf(choice)) ?? firstPartOf(choice)

/** Returns the index of the alternative that matches a value, or -1. */
export const chosenOf = (choices: ReadonlyArray<PartForm>, value: unknown): number => {
  const record = recordOf(value)
  const tag = tagOf(choices)
  return choices.findIndex((choice) =>
    tag === null ? Object.hasOwn(record, firstPartOf(choice)) : ownValue(record, tag) === wordOf(choice)
  )
}

/**
 * Returns the declaration of a part that can be absent. If all parts of the value are required, people must first
 * choose to have the value.
 */
export const offered = (form: PartForm, isOptional: boolean): PartForm =>
  isOptional && form.kind === "object" && form.parts.every((part) => !part.isOptional)
    ? { kind: "choice", about: form.about, choices: [form] }
    : form

const isAllowed = (form: PartForm, value: unknown): boolean =>
  form.kind !== "word" || form.words.some((word) => word === value)

/**
 * Returns the value after a person has chosen another alternative. Alternatives with a tag are similar, so the values
 * of the parts that both alternatives have stay.
 */
export const switched = (choices: ReadonlyArray<PartForm>, next: PartForm, value: unknown): Draft => {
  const tag = tagOf(choices)
  const before = choices[chosenOf(choices, value)]
  if (tag === null || next.kind !== "object" || before?.kind !== "object") return emptyOf(next)
  const record = recordOf(value)
  const shared = next.parts.flatMap(({ form, name }) => {
    const old = ownValue(record, name)
    const isShared = before.parts.some((part) => part.name === name && part.form.kind === form.kind)
    return name !== tag && isShared && old !== undefined && isAllowed(form, old) ? [[name, old] as const] : []
  })
  return { ...recordOf(emptyOf(next)), ...Object.fromEntries(shared) }
}

/** Returns the initial value of a part. */
export const emptyOf = (form: PartForm): Draft => {
  switch (form.kind) {
    case "number":
      return form.unit === undefined ? "" : form.example
    case "text":
    case "scalar":
      return ""
    case "flag":
      return form.isOnByDefault === true
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

const isDefault = (form: PartForm, value: unknown): boolean =>
  form.kind === "flag" ? value === (form.isOnByDefault === true) : value === ""

const cleanObject = (form: Extract<PartForm, { kind: "object" }>, value: unknown): unknown => {
  const record = recordOf(value)
  const parts = form.parts.flatMap((part) => {
    const clean = cleaned(part.form, ownValue(record, part.name))
    return clean === undefined || (part.isOptional && isDefault(part.form, clean)) ? [] : [[part.name, clean] as const]
  })
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** Returns a draft as it is sent to the API, without its empty parts. Undefined: it has no values. */
export const cleaned = (form: PartForm, value: Draft): unknown => {
  switch (form.kind) {
    case "text":
      return value === undefined || (value === "" && form.mayBeEmpty !== true) ? undefined : value
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
