import { playwright } from "@vitest/browser-playwright"
import { defaultClientConditions } from "vite"
import { defineProject } from "vitest/config"
import { monitorFields } from "./build/monitorFields.ts"
import { CHROMIUM, hasBrowser } from "./test/Browser.ts"

const isLong = (process.env["MON_LONG_TESTS"] ?? "") !== ""
if (!hasBrowser) console.warn(`There is no browser at ${CHROMIUM}: the components of the dashboard are not tested.`)

/** Tests single components, in the same browser as the tests of screens. */
export default defineProject({
  plugins: [monitorFields()],
  resolve: { conditions: ["@mon/source", ...defaultClientConditions] },
  // If Vite found a dependency only while a test runs, it would reload the test.
  optimizeDeps: {
    include: [
      "@base-ui/react/csp-provider",
      "@base-ui/react/dialog",
      "@base-ui/react/toast",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "axe-core",
      "effect/Effect",
      "effect/Option",
      "effect/Schema",
      "react",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "uplot",
      "wouter",
      "wouter/memory-location"
    ]
  },
  test: {
    name: "dashboard-components",
    include: hasBrowser && !isLong ? ["test/components/*.test.tsx"] : [],
    setupFiles: ["./test/components/clearAfterEach.ts"],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath: CHROMIUM, args: ["--no-sandbox"] },
        contextOptions: { locale: "en-GB", timezoneId: "Europe/Oslo", reducedMotion: "reduce" }
      }),
      instances: [{ browser: "chromium" }],
      locators: { exact: false },
      screenshotFailures: false,
      viewport: { width: 1_280, height: 900 }
    }
  }
})
