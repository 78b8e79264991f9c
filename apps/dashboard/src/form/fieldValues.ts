import type { MonitorField } from "./MonitorField.ts"
import { ownValue } from "../words/ownValue.ts"

/** Returns a value as the text of a form field. A list has one line for each item. */
export const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join("\n") : value === null || value === undefined ? "" : String(value)

/**
 * Returns the label of a field that has no text of its own: the field's name, split into words and without its unit.
 */
export const spelledOut = (name: string): string =>
  name
    .replace(/(?:Ms|Seconds)$/u, "")
    .replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./u, (first) => first.toUpperCase())

/** Returns whether the value of a text field is a colour. The example of the field shows it. */
export const isColour = ({ example }: MonitorField): boolean =>
  typeof example === "string" && /^#[0-9a-f]{6}$/iu.test(example)

/** Returns the value of a field in a submitted form. */
export const valueOf = ({ default: standard, isNullable, name, type }: MonitorField, form: FormData): unknown => {
  const text = String(form.get(name) ?? "")
  switch (type) {
    case "boolean":
      return form.has(name)
    case "int":
      return isNullable === true && text === "" ? null : Number(text)
    case "jsonb":
      return text === "" ? standard : JSON.parse(text)
    case "text[]":
      return text.split(/[\s,;]+/u).filter((item) => item !== "")
    case "text":
      return isNullable === true && text.trim() === "" ? null : text.trim()
  }
}

/**
 * Sorts the parts of a value, because the database does not preserve their order. Equal values then compare as equal.
 */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, sorted(part)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )
}

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && one.startsWith("#")
    ? one.toLowerCase() === other.toLowerCase()
    : JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** Returns the values of all fields in a form. */
export const valuesOf = (fields: ReadonlyArray<MonitorField>, form: FormData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, form)]))

/** Returns the fields of a submitted form whose values differ from those of the record. */
export const changesOf = (
  fields: ReadonlyArray<MonitorField>,
  record: Readonly<Record<string, unknown>>,
  form: FormData
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .map((field) => [field.name, valueOf(field, form)] as const)
      .filter(([name, value]) => !isSame(value, ownValue(record, name)))
  )

/** Returns the default values of new monitors. An interval is never shorter than the minimum of the plan. */
export const defaultsOf = (
  fields: ReadonlyArray<MonitorField>,
  minimums: Readonly<Record<string, number>> = {}
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (!("default" in field)) return []
      const least = ownValue(minimums, field.name)
      const value =
        typeof field.default === "number" && least !== undefined ? Math.max(field.default, least) : field.default
      return [[field.name, value] as const]
    })
  )
