import { defineConfig } from "vitest/config"

/** The workspace of all suites. Vitest reads it with --config, because it no longer searches for this name. */
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
