import type { MonitorField } from "./MonitorField.ts"
import { ownValue } from "../words/ownValue.ts"

/** A value as the text of a form field. A list has one line for each item. */
export const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join("\n") : value === null || value === undefined ? "" : String(value)

/** The label of a field that has no text of its own yet: its name in words, without the unit. */
export const spelledOut = (name: string): string =>
  name
    .replace(/(?:Ms|Seconds)$/u, "")
    .replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./u, (first) => first.toUpperCase())

/** Whether a text field takes a colour: its example is one. */
export const isColour = ({ example }: MonitorField): boolean =>
  typeof example === "string" && /^#[0-9a-f]{6}$/iu.test(example)

/** The value of a field in a submitted form. */
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
      return text.trim()
  }
}

/** The database does not preserve the order of the parts of a value. */
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

/** The fields of a submitted form that differ from the record. */
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

/** The values that new monitors have where nothing else is chosen. An interval is at least that of the plan. */
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
