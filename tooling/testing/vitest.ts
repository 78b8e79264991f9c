import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"
import { defineProject } from "vitest/config"

// Do not add "import" or "default": vitest passes the list to Node, where these conditions would also apply to
// require().
const conditions = ["@mon/source", "node"]

// Node loads the sources of the packages and of the test servers, because Node is four times as fast as Vite. Global
// setups run in this process.
const sources = /\/(?:(?:packages|apps)\/[^/]+\/src|tooling\/testbed)\/.*\.ts$/u
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: ["@mon/source", ...context.conditions] })
})

const seed = fileURLToPath(new URL("./seed.ts", import.meta.url))

// Tests that start many servers, browsers or processes run separately.
const isLong = (process.env["MON_LONG_TESTS"] ?? "") !== ""
const files = isLong
  ? { include: ["test/**/*.long.test.ts"] }
  : { include: ["test/**/*.test.ts"], exclude: ["**/*.long.test.ts", "**/node_modules/**"] }

/**
 * Returns a test project. The tests read the sources of the sibling packages, so they need no build. The files of a
 * package share their modules, because loading the modules again for each file costs more than most tests. The timeouts
 * are for a busy machine with two cores.
 */
export const project = (name: string, test: Record<string, unknown> = {}) =>
  defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    // Vitest loads global setups in a separate environment.
    environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
    test: {
      name,
      ...files,
      environment: "node",
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      retry: 0,
      server: { deps: { external: [sources] } },
      execArgv: ["--conditions=@mon/source"],
      // A polled condition may need as long as a test on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      setupFiles: [seed],
      ...test
    }
  })
