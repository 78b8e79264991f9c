import { defineProject } from "vitest/config"

/** Reads the sources of the sibling packages, so that tests need no build. */
export const project = (name: string, test: Record<string, unknown> = {}) =>
  defineProject({
    resolve: { conditions: ["@mon/source", "node", "import", "default"] },
    ssr: { resolve: { conditions: ["@mon/source", "node", "import", "default"], externalConditions: ["@mon/source", "node", "import", "default"] } },
    test: { name, include: ["test/**/*.test.ts"], environment: "node", ...test }
  })
