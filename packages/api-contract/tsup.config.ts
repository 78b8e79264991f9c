import { library } from "@mon/tooling/tsup"

// The reader of the configuration file knows which settings of a channel are secret. The package would be ten times as
// large if this made it depend on @mon/alerts.
export default library({
  clean: ["!openapi.json"],
  entry: { index: "src/index.ts", plain: "src/plain.ts", "config-file": "src/config-file/index.ts" },
  noExternal: ["@mon/alerts"]
})
