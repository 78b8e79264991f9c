import { command, CommandError, commandGroup, ExitCode, runProcess } from "@mon/command-line"
import { generateFiles, writeFiles } from "./files.ts"

const write = command({
  name: "node builder/main.ts write",
  description:
    "Builds table/disposable.bin, table/report.json and THIRD_PARTY_NOTICES.md from the pinned lists, then does what generate does.",
  options: {},
  arguments: {},
  exitCodes: { ok: "The files were written", couldNot: "The files could not be written" },
  run: (_values, { out }) => {
    out(`${writeFiles().report}\n`)
    return ExitCode.ok
  }
})

const generate = command({
  name: "node builder/main.ts generate",
  description: "Builds table/list.br and table/embedded.js, which are not in the repository.",
  options: {},
  arguments: {},
  exitCodes: { ok: "The files were written", couldNot: "table/disposable.bin is out of date" },
  run: () => {
    try {
      generateFiles()
    } catch (error) {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    }
    return ExitCode.ok
  }
})

const builder = commandGroup({
  name: "node builder/main.ts",
  description: "Builds the table of disposable domains.",
  commands: { write, generate }
})

await runProcess(builder, new URL("../package.json", import.meta.url))
