#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { diffCommand } from "./cli/diffCommand.ts"

await runProcess(diffCommand, new URL("../package.json", import.meta.url))
