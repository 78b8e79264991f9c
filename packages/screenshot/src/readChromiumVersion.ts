import { nullable, optional, argumentsOf, aString } from "@mon/bundled/arguments"
import { browserUser } from "./browser/BrowserUser.ts"
import { type ChromiumPath, findChromium, packageVersion } from "./browser/ChromiumPath.ts"
import { readVersion } from "./browser/readVersion.ts"

const acceptReadChromiumVersion = /* @__PURE__ */ argumentsOf("readChromiumVersion", () => ({
  configured: optional(nullable(aString))
}))

/** The browser that would take screenshots, with its version; null if the version is not known. */
export type ChromiumVersion =
  | (Extract<ChromiumPath, { readonly ok: true }> & { readonly version: string | null })
  | Extract<ChromiumPath, { readonly ok: false }>

/**
 * Finds the browser like {@link findChromium} and asks it for its version, without starting it. The version of the npm
 * package is that of the package. Never rejects.
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
