import { type ChromiumTestResult, testChromium as examine } from "@mon/worker"
import { Effect } from "effect"
import { type Finding, fail, ok, warn } from "./Finding.ts"

type Drawn = Extract<ChromiumTestResult, { readonly ok: true }>

const withoutLead = (message: string) => message.replace(/^Screenshots are unavailable: /u, "")

const origin = ({ path, source }: Drawn) => (source === "npm" ? "of the npm package @sparticuz/chromium" : `at ${path}`)

const user = (uid: number | null) => (uid === null ? "" : ` as uid ${uid}`)

const describe = (drawn: Drawn): Finding => {
  const { enabled, reason, uid } = drawn.sandbox
  const text = `${drawn.version} ${origin(drawn)} rendered a page in ${drawn.durationMs} ms`
  if (enabled) return ok("chromium", `${text}, sandboxed${user(uid)}`)
  return warn(
    "chromium",
    reason === "turned_off"
      ? `${text}, NOT sandboxed${user(uid)}, because the sandbox is turned off`
      : `${text}, NOT sandboxed${user(uid)}, because this system does not allow unprivileged user namespaces; allow them (docs/operations/one-machine.md)`
  )
}

/**
 * Returns the finding about a test of the browser. A browser that does not work is a failure only if the settings name
 * it.
 */
export const chromiumFinding = (report: ChromiumTestResult, isNamed: boolean): Finding =>
  report.ok
    ? describe(report)
    : (isNamed ? fail : warn)("chromium", `screenshots are unavailable: ${withoutLead(report.message)}`)

/**
 * Starts the browser for screenshots and renders a page. Monitoring works without a browser, but has no screenshots.
 */
export const testChromium = (named: string | null): Effect.Effect<Finding> =>
  Effect.map(
    Effect.promise(() => examine({ executablePath: named })),
    (report) => chromiumFinding(report, named !== null)
  )
