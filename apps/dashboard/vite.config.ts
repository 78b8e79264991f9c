import { defaultClientConditions, defineConfig } from "vite"
import { monitorFields } from "./build/monitorFields.ts"
import { precompress } from "./build/precompress.ts"

/** `npm run dev` serves the sources; the API answers from a running service, by default on port 3000. */
const service = process.env["MON_BASE_URL"] ?? "http://127.0.0.1:3000"

export default defineConfig({
  base: "/app/",
  plugins: [monitorFields(), precompress()],
  // The worker that reads files of other tools has packages of ours, from their sources.
  resolve: { conditions: ["@mon/source", ...defaultClientConditions] },
  worker: { format: "es" },
  build: {
    target: "baseline-widely-available",
    // A polyfill would be an inline script.
    modulePreload: { polyfill: false },
    // A data URL in a style sheet or a script is no file that can be cached.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // One file for everything that the first screen needs: each file more costs a request before anything is shown.
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
      checks: { pluginTimings: false },
      // "use client" of Base UI concerns frameworks that render on a server.
      onLog: (level, log, print) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : print(level, log))
    }
  },
  server: { proxy: { "/api": service, "/signin": service, "/signout": service, "/images": service } }
})
