import { testChromium as examine } from "@mon/worker"
import { Effect } from "effect"
import { type Finding, fail, ok, warn } from "./Finding.ts"

const withoutLead = (message: string) => message.replace(/^Screenshots are unavailable: /u, "")

/**
 * Starts the browser for screenshots and renders a page. Without a browser, monitoring works and there are no
 * screenshots.
 */
export const testChromium = (named: string | null): Effect.Effect<Finding> =>
  Effect.map(
    Effect.promise(() => examine({ executablePath: named })),
    (report) =>
      report.ok
        ? ok("chromium", `${report.version} at ${report.path} rendered a page in ${report.durationMs} ms`)
        : (named === null ? warn : fail)("chromium", `screenshots are unavailable: ${withoutLead(report.message)}`)
  )
