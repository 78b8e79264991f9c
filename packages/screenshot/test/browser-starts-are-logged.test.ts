import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { expect, test } from "vitest"
import { logBrowserStart } from "../src/logBrowserStart.ts"
import type { BrowserSandbox, StartedBrowser } from "../src/index.ts"

const browser = (sandbox: BrowserSandbox): StartedBrowser => ({
  version: "153.0.8010.0",
  source: "npm",
  path: "/app/node_modules/@sparticuz/chromium",
  sandbox
})

const logged = (...sandboxes: ReadonlyArray<BrowserSandbox>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const lines: Array<readonly [level: string, message: string, uid: unknown]> = []
      const logger = Logger.make(({ fiber, logLevel, message }) => {
        lines.push([logLevel, String(message), fiber.getRef(References.CurrentLogAnnotations)["uid"]])
      })
      const report = yield* Effect.provide(logBrowserStart, Logger.layer([logger]))
      for (const sandbox of sandboxes) report(browser(sandbox))
      return lines
    })
  )

test("the first browser is logged with its user, and its replacements are not", async () => {
  const sandbox = { enabled: true, uid: 60_977, reason: null } as const
  expect(await logged(sandbox, sandbox)).toEqual([["Info", "Screenshots: Chromium started with its sandbox", 60_977]])
})

test("a browser without its sandbox is a warning that says why", async () => {
  const [[level = "", message = ""] = []] = await logged({ enabled: false, uid: 0, reason: "not_allowed" })
  expect(level).toBe("Warn")
  expect(message).toContain("WITHOUT its sandbox, because this system does not allow unprivileged user namespaces")
})
