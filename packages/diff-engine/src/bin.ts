#!/usr/bin/env node
import { runProcess } from "@mon/command-line"
import { diffCommand } from "./cli/diffCommand.ts"

await runProcess(diffCommand, new URL("../package.json", import.meta.url))
