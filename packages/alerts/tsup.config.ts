import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

const channels =
  "apprise discord googleChat gotify matrix mattermost ntfy pagerDuty pushover slack slackApp teams telegram twilio webhookTemplate"

// rrule-temporal is bundled: its published package takes three times as much space on the disk as what is used of it.
export default library({
  entry: [
    "src/channels.ts",
    ...channels.split(" ").map((channel) => `src/channels/vendors/${channel}.ts`),
    "src/effect.ts",
    "src/index.ts",
    "src/maintenance.ts",
    "src/verify.ts"
  ],
  noExternal: ["rrule-temporal"],
  esbuildPlugins: [lazyBuiltins()],
  esbuildOptions: (build) => {
    // Stack traces need the positions only, and the sources would be a third of the package.
    build.sourcesContent = false
  }
})
