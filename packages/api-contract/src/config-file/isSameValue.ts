import type { FieldValue, ObjectFields } from "./ConfigPlan.ts"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Returns whether two JSON values are equal. The order of the names of an object does not matter. */
export const isSameValue = (one: FieldValue, other: FieldValue): boolean => {
  if (one === other) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  )
}

/** Returns a field of an object, or undefined if the object does not have it. */
export const fieldValue = (fields: ObjectFields, name: string): FieldValue | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
