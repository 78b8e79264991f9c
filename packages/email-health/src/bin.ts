#!/usr/bin/env node
import { runProcess } from "@mon/command-line"
import { emailHealthCommand } from "./cli/emailHealthCommand.ts"

await runProcess(emailHealthCommand, new URL("../package.json", import.meta.url))
