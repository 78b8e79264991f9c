import * as Effect from "effect/Effect"
import type { StartedBrowser } from "./ScreenshotOptions.ts"

const WARNINGS = {
  not_allowed:
    "Screenshots: Chromium runs WITHOUT its sandbox, because this system does not allow unprivileged user namespaces. " +
    "A page that exploits Chromium gets its user's permissions. Allow user namespaces for it",
  turned_off: "Screenshots: Chromium runs WITHOUT its sandbox, because the sandbox is turned off"
} as const

const logOne = ({ path, sandbox, source, version }: StartedBrowser): Effect.Effect<void> =>
  Effect.annotateLogs(
    sandbox.reason === null
      ? Effect.logInfo("Screenshots: Chromium started with its sandbox")
      : Effect.logWarning(WARNINGS[sandbox.reason]),
    { version, source, path, uid: sandbox.uid }
  )

/** Logs only the start of the first browser, because its replacements run with the same settings. */
export const logBrowserStart: Effect.Effect<(browser: StartedBrowser) => void> = Effect.map(
  Effect.context<never>(),
  (context) => {
    let logged = false
    return (browser) => {
      if (logged) return
      logged = true
      Effect.runForkWith(context)(logOne(browser))
    }
  }
)
