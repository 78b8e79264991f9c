#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { emailMessageCommand } from "./cli/emailMessageCommand.ts"

await runProcess(emailMessageCommand, new URL("../../package.json", import.meta.url))
