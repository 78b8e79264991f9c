import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/index.ts", "src/s3.ts", "src/testing.ts", "src/testing/globalSetup.ts"]
})
