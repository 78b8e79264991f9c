import { library } from "@mon/tooling/tsup"

const channels =
  "apprise discord googleChat gotify matrix mattermost ntfy pagerDuty pushover slack slackApp teams telegram twilio webhookTemplate"

export default library({
  entry: [
    "src/channels.ts",
    ...channels.split(" ").map((channel) => `src/channels/vendors/${channel}.ts`),
    "src/effect.ts",
    "src/index.ts",
    "src/maintenance.ts",
    "src/verify.ts"
  ]
})
