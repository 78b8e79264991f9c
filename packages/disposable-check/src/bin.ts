#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { createInterface } from "node:readline"
import { disposableCommand } from "./cli/disposableCommand.ts"

await runProcess(disposableCommand, new URL("../package.json", import.meta.url), (terminal) => ({
  ...terminal,
  lines: () => createInterface({ input: process.stdin })
}))
