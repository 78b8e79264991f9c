import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/effect.ts", "src/index.ts", "src/bin.ts"],
  embedsEffect: ["src/index.ts", "src/bin.ts"]
})
