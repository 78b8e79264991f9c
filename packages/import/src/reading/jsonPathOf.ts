/**
 * Converts a plain path such as `data[0].status` to JSONPath (RFC 9535). Returns null for paths with functions, filters
 * or operators.
 *
 * @example
 * ```ts
 * jsonPathOf("data[0].status") // => "$.data[0].status"
 * jsonPathOf("$count(items)") // => null
 * ```
 */
export const jsonPathOf = (text: string): string | null => {
  const trimmed = text.trim()
  const rest = trimmed.startsWith("$") ? trimmed.slice(1) : `.${trimmed}`
  if (rest === "" || rest === ".") return "$"
  const path = rest.startsWith(".[") ? rest.slice(1) : rest
  return /^(?:\.[A-Za-z_][\w-]*|\[\d{1,9}\]|\["[^"\\]{1,100}"\]|\['[^'\\]{1,100}'\])+$/u.test(path)
    ? `$${path.replaceAll(/\.([\w-]*-[\w-]*)/gu, '["$1"]')}`
    : null
}
