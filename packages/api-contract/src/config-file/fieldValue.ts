import type { FieldValue, ObjectFields } from "./ConfigPlan.ts"

/** A field of an object; undefined if the object does not have it. */
export const fieldValue = (fields: ObjectFields, name: string): FieldValue | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
