import { command, CommandError, commandGroup, ExitCode, required, runProcess, text } from "@mon/bundled/command-line"
import { readFileSync, writeFileSync } from "node:fs"
import { changesBetween, changesetOf, doubt, summaryOf } from "./changes.ts"
import { generateFiles, writeFiles } from "./files.ts"
import { readRules, ruleLines } from "./rules.ts"
import { SOURCES } from "./sources.ts"

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
  description: "Builds table/list.br, table/embedded.js and table/small.js, which are not in the repository.",
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

const packages = command({
  name: "node builder/main.ts packages",
  description: "Prints the packages that carry the lists, one on each line.",
  options: {},
  arguments: {},
  exitCodes: { ok: "The packages were printed", couldNot: "Never" },
  run: (_values, { out }) => {
    out(`${[...new Set(SOURCES.flatMap((source) => source.package ?? []))].join("\n")}\n`)
    return ExitCode.ok
  }
})

const rules = command({
  name: "node builder/main.ts rules",
  description: "Prints the rules that the installed lists give: a class and a domain on each line.",
  options: {},
  arguments: {},
  exitCodes: { ok: "The rules were printed", couldNot: "A list may not be used" },
  run: (_values, { out }) => {
    out(`${ruleLines(readRules()).join("\n")}\n`)
    return ExitCode.ok
  }
})

const linesOf = (path: string): ReadonlyArray<string> =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")

const changes = command({
  name: "node builder/main.ts changes",
  description:
    "Compares two outputs of rules, prints the difference in Markdown, and writes .changeset/disposable-list.md if there is one.",
  options: {},
  arguments: {
    before: required(text("before", "a file"), "The file with the rules of the old lists"),
    after: required(text("after", "a file"), "The file with the rules of the new lists")
  },
  exitCodes: { ok: "The new table can be published", couldNot: "Too many rules would go" },
  run: ({ before, after }, { out }) => {
    const found = changesBetween(linesOf(before), linesOf(after))
    const changeset = changesetOf(found)
    if (changeset !== null) writeFileSync(new URL("../../../.changeset/disposable-list.md", import.meta.url), changeset)
    out(summaryOf(found))
    const doubted = doubt(found)
    if (doubted !== null) throw new CommandError(doubted)
    return ExitCode.ok
  }
})

const builder = commandGroup({
  name: "node builder/main.ts",
  description: "Builds the table of disposable domains.",
  commands: { write, generate, packages, rules, changes }
})

await runProcess(builder, new URL("../package.json", import.meta.url))
