import { typesByGroup } from "./servicePorts.ts"

const types: ReadonlyArray<string> = Object.values(typesByGroup).flat()

/** Returns the empty check of the type that a URL names, such as "?type=smtp". */
export const firstCheck = (search: string): Readonly<Record<string, unknown>> => {
  const type = new URLSearchParams(search).get("type")
  return type !== null && types.includes(type) ? { check: { type } } : {}
}
