import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** Where Debian and others put it, when no variable says. */
const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

const answersWithin = 10_000

/** The browser for screenshots: without one monitoring goes on and screenshots are left out. */
export const examineChromium = (named: string | null): Effect.Effect<Finding> => {
  const path = named ?? usualPlaces.find((place) => existsSync(place))
  if (path === undefined) return Effect.succeed(warn("chromium", "not found: screenshots are unavailable (MON_CHROMIUM_PATH names one)"))
  return Effect.tryPromise(() => promisify(execFile)(path, ["--version"], { timeout: answersWithin })).pipe(
    Effect.match({
      onSuccess: ({ stdout }) => ok("chromium", `${stdout.trim()} at ${path}`),
      onFailure: () => (named === null ? warn : fail)("chromium", `${path} does not run`)
    })
  )
}
