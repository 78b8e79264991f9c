import { testChromium as examine } from "@mon/worker"
import { Effect } from "effect"
import { type Finding, fail, ok, warn } from "./Finding.ts"

const withoutLead = (message: string) => message.replace(/^Screenshots are unavailable: /u, "")

/** Starts the browser for screenshots and draws a page: without one monitoring goes on and screenshots are left out. */
export const testChromium = (named: string | null): Effect.Effect<Finding> =>
  Effect.map(
    Effect.promise(() => examine({ executablePath: named })),
    (report) =>
      report.ok
        ? ok("chromium", `${report.version} at ${report.path} drew a page in ${report.durationMs} ms`)
        : (named === null ? warn : fail)("chromium", `screenshots are unavailable: ${withoutLead(report.message)}`)
  )
