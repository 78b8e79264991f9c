import { library } from "@mon/tooling/tsup"

// The command is bundled with all code of Mon that it uses, and with the parts of Effect that this code uses, so that
// npx installs little. Worker threads load their program and their jobs, which are therefore separate files next to the
// command. tldts is bundled, because its published package takes thirty times as much disk space as the list in it.
export default library({
  entry: {
    bin: "src/bin.ts",
    pageJobs: "../checks/src/pages/pageJobs.ts",
    threadProgram: "../process-runtime/src/worker-pool/threadProgram.ts"
  },
  sourcemap: false,
  esbuildOptions: (build) => {
    build.conditions = ["@mon/source"]
    build.mainFields = ["module", "main"]
  }
})
