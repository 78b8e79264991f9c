import { isEntries } from "../reading/SourceObject.ts"

/** Returns a text in a field of a value that may be an object. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const found = isEntries(value) && Object.hasOwn(value, name) ? value[name] : undefined
  if (typeof found === "number") return String(found)
  return typeof found === "string" && found !== "" ? found : undefined
}
