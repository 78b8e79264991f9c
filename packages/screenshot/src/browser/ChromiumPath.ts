import { accessSync, constants } from "node:fs"

/** Where Debian, other Linux systems and macOS install Chromium or Chrome. */
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

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the browser, or a sentence that says why there is none. */
export type ChromiumPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string }

/**
 * Finds Chromium: at the given path, or at the first usual path that exists. A given path is never replaced by another.
 */
export const findChromium = (configured?: string | null): ChromiumPath => {
  if (configured !== undefined && configured !== null) {
    return isExecutable(configured)
      ? { ok: true, path: configured }
      : { ok: false, message: `Screenshots are unavailable: ${configured} is not an executable program.` }
  }
  const path = USUAL_PATHS.find(isExecutable)
  return path === undefined
    ? {
        ok: false,
        message:
          "Screenshots are unavailable: Chromium was not found at the usual paths. Set MON_CHROMIUM_PATH to the path of Chromium."
      }
    : { ok: true, path }
}
