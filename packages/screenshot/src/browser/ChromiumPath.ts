import { accessSync, constants } from "node:fs"

/** Where Debian, other Linux systems and macOS put a Chromium or Chrome. */
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

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The program to start, or a sentence that says why there is none. */
export type ChromiumPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string }

/**
 * Finds a Chromium: the named one, or the first of the usual places; a named one that is not there is not replaced by another.
 */
export const findChromium = (named?: string | null): ChromiumPath => {
  if (named !== undefined && named !== null) {
    return runs(named)
      ? { ok: true, path: named }
      : { ok: false, message: `Screenshots are unavailable: ${named} is no program that can be run.` }
  }
  const path = USUAL_PATHS.find(runs)
  return path === undefined
    ? {
        ok: false,
        message:
          "Screenshots are unavailable: no Chromium was found in the usual places, and none is named (MON_CHROMIUM_PATH)."
      }
    : { ok: true, path }
}
