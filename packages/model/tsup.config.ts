import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/facts.ts", "src/index.ts"],
  embedsEffect: ["src/facts.ts"],
  lazily: { "src/decodeFact.ts": ["decodeFact"] }
})
