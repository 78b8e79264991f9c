import { nullable, optional, argumentsOf, aString } from "@mon/bundled/arguments"
import { accessSync, constants, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import process from "node:process"

const acceptFindChromium = /* @__PURE__ */ argumentsOf("findChromium", () => ({
  configured: optional(nullable(aString))
}))

/** The paths at which Debian, other Linux systems and macOS install Chromium or Chrome. */
const USUAL_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium"
]

/** The name of the npm package that contains a Chromium for Linux on x64. */
export const CHROMIUM_PACKAGE = "@sparticuz/chromium"

/** The browser to use, or a sentence with the reason why there is none. */
export type ChromiumPath =
  | {
      readonly ok: true
      /**
       * The origin of the path: "configured" (a given path), "installed" (a usual path of the system) or "npm" (the
       * package `@sparticuz/chromium`).
       */
      readonly source: "configured" | "installed" | "npm"
      /** The path of the program, or the folder of the package. */
      readonly path: string
    }
  | { readonly ok: false; readonly message: string }

/** The locations that are searched for browsers. Only tests change the defaults. */
export interface ChromiumPlaces {
  readonly installed: ReadonlyArray<string>
  /** The module from which the npm package is resolved. */
  readonly from: string
  /** The operating system and architecture, such as "linux-x64". */
  readonly system: string
}

export const usualPlaces: ChromiumPlaces = {
  installed: USUAL_PATHS,
  from: import.meta.url,
  system: `${process.platform}-${process.arch}`
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the folder of the npm package; null if it is not installed or has no browser for this system. */
const findPackage = ({ from, system }: ChromiumPlaces): string | null => {
  if (system !== "linux-x64") return null
  try {
    const folder = dirname(dirname(createRequire(from).resolve(CHROMIUM_PACKAGE)))
    accessSync(join(folder, "bin", "chromium.br"), constants.R_OK)
    return folder
  } catch {
    return null
  }
}

/** Returns the version of the npm package. Its first number is the version of Chromium. */
export const packageVersion = (folder: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version)
  throw new Error(`${folder} has no version.`)
}

/**
 * Finds Chromium at the given path. Without a path, uses the first usual path that exists, or else the npm package
 * `@sparticuz/chromium`. Never uses another path instead of a given path.
 */
export const findChromium = (configured?: string | null, places: ChromiumPlaces = usualPlaces): ChromiumPath => {
  acceptFindChromium(configured)
  if (configured !== undefined && configured !== null) {
    return isExecutable(configured)
      ? { ok: true, source: "configured", path: configured }
      : { ok: false, message: `Screenshots are unavailable: ${configured} is not an executable program.` }
  }
  const installed = places.installed.find(isExecutable)
  if (installed !== undefined) return { ok: true, source: "installed", path: installed }
  const delivered = findPackage(places)
  return delivered === null
    ? {
        ok: false,
        message:
          "Screenshots are unavailable: Chromium was not found at the usual paths, and the npm package " +
          `${CHROMIUM_PACKAGE} has none for ${places.system}. Install Chromium, or set its path.`
      }
    : { ok: true, source: "npm", path: delivered }
}
