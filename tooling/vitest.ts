import { defineProject } from "vitest/config"

export const project = (name: string, test: Record<string, unknown> = {}) =>
  defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: { name, include: ["test/**/*.test.ts"], environment: "node", testTimeout: 30_000, hookTimeout: 60_000, ...test }
  })
