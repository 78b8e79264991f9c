import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

// rrule-temporal is bundled: its published package takes three times as much space on the disk as what is used of it.
export default library({
  entry: ["src/channels.ts", "src/effect.ts", "src/index.ts", "src/maintenance.ts", "src/verify.ts"],
  noExternal: ["rrule-temporal"],
  esbuildPlugins: [lazyBuiltins()],
  esbuildOptions: (build) => {
    // Stack traces need the positions only, and the sources would be a third of the package.
    build.sourcesContent = false
  }
})
