#!/usr/bin/env node
import { runProcess } from "@mon/bundled/command-line"
import { open } from "node:fs/promises"
import { createInterface } from "node:readline"
import { emailHealthCommand } from "./cli/emailHealthCommand.ts"

async function* lines(file: string | null): AsyncGenerator<string> {
  yield* file === null ? createInterface({ input: process.stdin }) : (await open(file)).readLines()
}

await runProcess(emailHealthCommand, new URL("../package.json", import.meta.url), (terminal) => ({
  ...terminal,
  piped: !process.stdin.isTTY,
  lines
}))
