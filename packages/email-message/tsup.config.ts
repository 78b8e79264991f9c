import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/effect.ts", "src/index.ts", "src/bin.ts"],
  esbuildPlugins: [lazyBuiltins()],
  embedsEffect: ["src/index.ts", "src/bin.ts"]
})
