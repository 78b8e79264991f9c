import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"
import { fileURLToPath } from "node:url"

// yaml is bundled: only the command reads it, and its published package takes ten times as much disk space as the parts
// of it that the command uses. The build of yaml for Node is CommonJS, which cannot be bundled into an ES module.
export default library({
  entry: ["src/bin.ts", "src/domain-expiry.ts", "src/effect.ts", "src/index.ts"],
  esbuildPlugins: [lazyBuiltins()],
  noExternal: ["yaml"],
  esbuildOptions: (build) => {
    // The package contains its sources. Copies in the source maps would take a sixth of its size on disk.
    build.sourcesContent = false
    build.alias = { yaml: fileURLToPath(new URL("../browser/index.js", import.meta.resolve("yaml"))) }
  }
})
