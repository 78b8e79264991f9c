import type { SourceObject } from "../reading/SourceObject.ts"
import { goDuration } from "../reading/goDuration.ts"

/** Reads a Go duration from a field. Reports the field as left out if its text is not a duration. */
export const durationFrom = (
  source: SourceObject,
  field: string
): { readonly field: string; readonly seconds: number } | null => {
  const text = source.text(field)
  if (text === undefined) return null
  const seconds = goDuration(text)
  if (seconds === null) {
    source.leftOut(field, "The value is not a duration such as 1m30s.")
    return null
  }
  source.taken(field)
  return { field: source.pathOf(field), seconds }
}
