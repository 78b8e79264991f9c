#!/usr/bin/env node
import { runProcess } from "@mon/command-line"
import { uptimeCommand, uptimeTerminal } from "./cli/uptimeCommand.ts"

await runProcess(uptimeCommand, new URL("../package.json", import.meta.url), uptimeTerminal)
