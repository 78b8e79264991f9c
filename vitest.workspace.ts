import { defineConfig } from "vitest/config"

/** The list of all test suites. Vitest does not search for this file name, so pass the file with --config. */
export default defineConfig({
  test: {
    projects: ["packages/*/vitest.config.ts", "apps/*/vitest.config.ts", "examples/vitest.config.ts"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"],
      reporter: ["text-summary", "json-summary"]
    }
  }
})
