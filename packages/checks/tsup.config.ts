import { library } from "@mon/tooling/tsup"

// Threads of the worker pool load the jobs, and other processes run the check program. They are therefore separate
// files beside the entry point.
export default library({
  entry: {
    index: "src/index.ts",
    local: "src/local.ts",
    pageJobs: "src/pages/pageJobs.ts",
    imageJobs: "src/pages/imageJobs.ts",
    serveChecks: "src/isolation/serveChecks.ts",
    checkProgram: "src/isolation/checkProgram.ts"
  }
})
