import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

// rrule-temporal is bundled, because its published package takes three times as much disk space as its used parts.
export default library({
  entry: ["src/channels.ts", "src/effect.ts", "src/index.ts", "src/maintenance.ts", "src/verify.ts"],
  noExternal: ["rrule-temporal"],
  esbuildPlugins: [lazyBuiltins()],
  esbuildOptions: (build) => {
    // Stack traces need only positions. The sources would make up a third of the package.
    build.sourcesContent = false
  }
})
