import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/index.ts", "src/browser.ts", "src/edge.ts", "src/core.ts", "src/effect.ts", "src/list.ts", "src/bin.ts"],
  // The base64 module is a build product of its own: one copy, beside the binary, for every door.
  external: ["../data/embedded.js"]
})
