import { defaultClientConditions, defineConfig } from "vite"
import { monitorFields } from "./build/monitorFields.ts"
import { precompress } from "./build/precompress.ts"

/**
 * The URL of a running service. `npm run dev` serves the sources and forwards requests for the API to this service, by
 * default on port 3000.
 */
const service = process.env["MON_BASE_URL"] ?? "http://127.0.0.1:3000"

export default defineConfig({
  base: "/app/",
  plugins: [monitorFields(), precompress()],
  // The worker that reads files of other tools imports packages of this repository, which are built from their sources.
  resolve: { conditions: ["@mon/source", ...defaultClientConditions] },
  worker: { format: "es" },
  build: {
    target: "baseline-widely-available",
    // The polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    // A data URL in a style sheet or a script cannot be cached as a separate file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // One file contains everything that the first screen needs, because every further file costs a request.
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
      checks: { pluginTimings: false },
      // The directive "use client" in Base UI is only relevant to frameworks that render on a server.
      onLog: (level, log, print) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : print(level, log))
    }
  },
  server: { proxy: { "/api": service, "/signin": service, "/signout": service, "/images": service } }
})
