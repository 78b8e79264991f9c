import type { JsonObject } from "@mon/bundled/json-rpc"

const objectOf = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/**
 * Returns the largest value of a JSON Schema in which every free text, and every free name of a field, is `text`. Lists
 * have `items` items, and lists inside lists have three items.
 */
export const sample = (schema: unknown, text: string, items: number): unknown => {
  const { additionalProperties, anyOf, enum: choices, prefixItems, properties, type, items: each } = objectOf(schema)
  const [alternative] = listOf(anyOf).filter((one) => objectOf(one)["type"] !== "null")
  if (alternative !== undefined) return sample(alternative, text, items)
  if (choices !== undefined) return listOf(choices)[0]
  if (type === "boolean") return true
  if (type === "integer" || type === "number") return 42
  if (type === "null") return null
  if (type === "array") {
    const first = listOf(prefixItems).map((part) => sample(part, text, items))
    return first.length > 0 ? first : Array.from({ length: items }, () => sample(each, text, Math.min(items, 3)))
  }
  if (type !== "object") return text
  const declared = Object.entries(objectOf(properties)).map(([name, part]) => [name, sample(part, text, items)])
  const free = typeof additionalProperties === "object" ? [[text, sample(additionalProperties, text, items)]] : []
  return Object.fromEntries([...declared, ...free])
}
