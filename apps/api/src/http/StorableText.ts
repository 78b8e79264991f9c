/** PostgreSQL's text cannot contain NUL, and UTF-8 cannot encode a lone surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * Fields that are never stored verbatim: an invalid id matches nothing, and the URL parser encodes or refuses such
 * characters.
 */
const EXEMPT_FIELDS = /(?:^url|[iI]ds?)$/u

const unstorableIn = (value: unknown, path: string, name: string): string | null => {
  if (typeof value === "string") return isStorable(value) || EXEMPT_FIELDS.test(name) ? null : path
  if (typeof value !== "object" || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableIn(part, path === "" ? key : `${path}.${key}`, Array.isArray(value) ? name : key)
    if (found !== null) return found
  }
  return null
}

/** The path of the first text in a decoded request that the database cannot store, or null. */
export const unstorableText = (request: unknown): string | null => unstorableIn(request, "", "")
