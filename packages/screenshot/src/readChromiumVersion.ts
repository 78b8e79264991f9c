import { nullable, optional, argumentsOf, aString } from "@mon/bundled/arguments"
import { browserUser } from "./browser/BrowserUser.ts"
import { type ChromiumPath, findChromium, packageVersion } from "./browser/ChromiumPath.ts"
import { readVersion } from "./browser/readVersion.ts"

const acceptReadChromiumVersion = /* @__PURE__ */ argumentsOf("readChromiumVersion", () => ({
  configured: optional(nullable(aString))
}))

/** The browser that would take screenshots, with its version. The version is null if it is unknown. */
export type ChromiumVersion =
  | (Extract<ChromiumPath, { readonly ok: true }> & { readonly version: string | null })
  | Extract<ChromiumPath, { readonly ok: false }>

/**
 * Finds the browser in the same way as {@link findChromium}, and returns its version without opening a page. For the
 * npm package, returns the version of the package. Never rejects.
 */
export const readChromiumVersion = async (configured?: string | null): Promise<ChromiumVersion> => {
  acceptReadChromiumVersion(configured)
  const found = findChromium(configured)
  if (!found.ok) return found
  try {
    const version =
      found.source === "npm"
        ? packageVersion(found.path)
        : await readVersion({ path: found.path, environment: {} }, browserUser())
    return { ...found, version }
  } catch {
    return { ...found, version: null }
  }
}
