import { library } from "@mon/tooling/tsup"

// Threads of the worker pool load the jobs. The jobs are therefore separate files next to the entry points.
export default library({
  entry: {
    index: "src/index.ts",
    main: "src/main.ts",
    campaignJobs: "src/api/simulations/campaignJobs.ts",
    configJobs: "src/api/config/configJobs.ts",
    calendarJobs: "src/web/calendar/calendarJobs.ts",
    onCallJobs: "src/api/onCall/onCallJobs.ts",
    mailJobs: "src/mail/mailJobs.ts"
  }
})
