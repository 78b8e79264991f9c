import { library } from "@mon/tooling/tsup"

// The command holds everything of Mon that it uses, with the parts of Effect that this uses, so that npx installs
// little. Threads load their program and their jobs, which are therefore files beside it.
// tldts is bundled: its published package takes thirty times as much space on the disk as the list in it.
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
