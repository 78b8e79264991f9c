import { defineProject } from "vitest/config"

// "import" and "default" must not be named: vitest hands the list to Node, where they would also hold for require().
const conditions = ["@mon/source", "node"]

// Where others use the machine too, a test about time may meet a moment in which nothing runs.
const retry = process.env["CI"] === undefined ? 0 : 2

// What starts servers, browsers and processes by the dozen runs apart from what one waits for at each change.
const isLong = (process.env["MON_LONG_TESTS"] ?? "") !== ""
const files = isLong
  ? { include: ["test/**/*.long.test.ts"] }
  : { include: ["test/**/*.test.ts"], exclude: ["**/*.long.test.ts", "**/node_modules/**"] }

/**
 * Reads the sources of the sibling packages, so that tests need no build. The files of a package share their modules:
 * loading them for each file anew costs more than most tests. The timeouts are for a busy machine of two cores.
 */
export const project = (name: string, test: Record<string, unknown> = {}) =>
  defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    // Vitest loads global setups in an environment of its own.
    environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
    test: {
      name,
      ...files,
      environment: "node",
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      retry,
      ...test
    }
  })
