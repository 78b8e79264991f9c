#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { campaignFiles } from "./cli/CampaignFiles.ts"
import { simulationCommand } from "./cli/simulationCommand.ts"

await runProcess(simulationCommand, new URL("../package.json", import.meta.url), (terminal) => ({
  ...terminal,
  files: campaignFiles
}))
