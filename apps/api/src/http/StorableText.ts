/** PostgreSQL's text holds no NUL, and UTF-8 no lone surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * Never stored as they come: what is no id is the id of nothing, and URLs are written anew by the URL parser, which
 * encodes or refuses such characters.
 */
const HARMLESS = /(?:^url|[iI]ds?)$/u

const unstorableIn = (value: unknown, path: string, name: string): string | null => {
  if (typeof value === "string") return isStorable(value) || HARMLESS.test(name) ? null : path
  if (typeof value !== "object" || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableIn(part, path === "" ? key : `${path}.${key}`, Array.isArray(value) ? name : key)
    if (found !== null) return found
  }
  return null
}

/** The path of the first text in a decoded request that no database holds, or null. */
export const unstorableText = (request: unknown): string | null => unstorableIn(request, "", "")
