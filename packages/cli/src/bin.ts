#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { cliTerminal } from "./CliTerminal.ts"
import { mon } from "./mon.ts"

await runProcess(mon, new URL("../package.json", import.meta.url), cliTerminal)
