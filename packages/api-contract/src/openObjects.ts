type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null

/**
 * Says of each object whether other fields are allowed. The server refuses an unknown field only inside the options of
 * a monitor, whose schemas also name their properties. Elsewhere it ignores the field and its answer names it, and a
 * later version may add fields to answers, so those objects are open.
 */
export const withOpenObjects = (value: unknown): void => {
  if (!isSchema(value)) return
  if (value["additionalProperties"] === false) {
    if ("propertyNames" in value) delete value["propertyNames"]
    else delete value["additionalProperties"]
  }
  for (const inner of Object.values(value)) withOpenObjects(inner)
}
