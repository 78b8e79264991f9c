import { defineConfig } from "vitest/config"

/**
 * Runs tests in Node, some of which open the built dashboard in a browser, and tests of components inside a browser.
 */
export default defineConfig({
  test: { projects: ["./vitest.screens.config.ts", "./vitest.components.config.ts"] }
})
