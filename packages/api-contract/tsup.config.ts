import { library } from "@mon/tooling/tsup"

// The reader of the configuration file needs the list of secret channel settings from @mon/alerts. A dependency on
// @mon/alerts would make the package ten times as large, so the list is bundled instead.
export default library({
  clean: ["!openapi.json"],
  entry: { index: "src/index.ts", plain: "src/plain.ts", "config-file": "src/config-file/index.ts" },
  noExternal: ["@mon/alerts"]
})
