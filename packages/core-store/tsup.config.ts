import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/embedded.ts", "src/index.ts", "src/s3.ts", "src/testing.ts", "src/testing/globalSetup.ts"]
})
