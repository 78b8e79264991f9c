import type { ChromiumTestResult } from "@mon/worker"
import { expect, test } from "vitest"
import { chromiumFinding } from "../src/doctor/chromium.ts"

type Drawn = Extract<ChromiumTestResult, { readonly ok: true }>

const drawn = (changes: Partial<Drawn>): Drawn => ({
  ok: true,
  source: "installed",
  path: "/usr/bin/chromium",
  version: "156.0.8078.79",
  sandbox: { enabled: true, uid: 998, reason: null },
  durationMs: 901,
  ...changes
})

test("a sandboxed browser is named with its version, its place and its user", () => {
  expect(chromiumFinding(drawn({}), false)).toEqual({
    subject: "chromium",
    state: "ok",
    detail: "156.0.8078.79 at /usr/bin/chromium rendered a page in 901 ms, sandboxed as uid 998"
  })
  expect(chromiumFinding(drawn({ source: "npm", path: "/app/node_modules/@sparticuz/chromium" }), false).detail).toBe(
    "156.0.8078.79 of the npm package @sparticuz/chromium rendered a page in 901 ms, sandboxed as uid 998"
  )
})

test("a browser without its sandbox is a warning that says why and what to do", () => {
  expect(chromiumFinding(drawn({ sandbox: { enabled: false, uid: 60_977, reason: "not_allowed" } }), false)).toEqual({
    subject: "chromium",
    state: "warn",
    detail:
      "156.0.8078.79 at /usr/bin/chromium rendered a page in 901 ms, NOT sandboxed as uid 60977, because this system " +
      "does not allow unprivileged user namespaces; allow them (docs/operations/one-machine.md)"
  })
})

test("a browser that does not work is a failure only if the settings name it", () => {
  const missing: ChromiumTestResult = {
    ok: false,
    path: null,
    reason: "no_browser",
    message: "Screenshots are unavailable: /nowhere is not an executable program."
  }
  expect(chromiumFinding(missing, false).state).toBe("warn")
  expect(chromiumFinding(missing, true)).toEqual({
    subject: "chromium",
    state: "fail",
    detail: "screenshots are unavailable: /nowhere is not an executable program."
  })
})
