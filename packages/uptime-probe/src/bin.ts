#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { mainCommand } from "./cli/mainCommand.ts"
import { uptimeTerminal } from "./cli/uptimeCommand.ts"

await runProcess(mainCommand, new URL("../package.json", import.meta.url), uptimeTerminal)
