#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { runCommand } from "./command.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

process.exitCode = await runCommand(process.argv.slice(2), {
  version,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  lines: createInterface({ input: process.stdin })
})
