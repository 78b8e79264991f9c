import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import {
  choice,
  command,
  commandGroup,
  completionScript,
  filePath,
  flag,
  optional,
  required,
  type Shell,
  shells
} from "../../src/command-line/index.ts"

const exitCodes = { ok: "Done", couldNot: "Not done" }
const run = () => 0
const list = command({
  name: "farm animals list",
  description: "Lists animals.",
  options: {
    kind: optional(choice("kind", ["cow", "hen"]), "The farmer's kind: one of two"),
    from: optional(filePath(), "A file"),
    loud: flag("Shout", "l")
  },
  arguments: {},
  exitCodes,
  run
})
const feed = command({
  name: "farm feed",
  description: "Feeds an animal.",
  options: {},
  arguments: { what: required(choice("food", ["hay", "corn"]), "The food") },
  exitCodes,
  run
})
const farm = commandGroup({
  name: "farm",
  description: "A farm.",
  commands: {
    animals: commandGroup({
      name: "farm animals",
      description: "The animals.",
      fallback: "list",
      commands: { list: { description: "Lists animals.", load: () => Promise.resolve(list) } }
    }),
    feed
  }
})

const complete = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const script = await completionScript("bash", farm)
  const typed = ["farm", ...words].map((word) => `'${word}'`).join(" ")
  const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _farm; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stderr, stdout } = spawnSync("bash", ["--norc", "-c", `${script}\n${ask}`], { encoding: "utf8" })
  expect(stderr).toBe("")
  return stdout.split("\n").filter((line) => line !== "")
}

describe("completion in bash", () => {
  it("offers commands, commands in commands, and what begins as typed", async () => {
    expect(await complete("")).toEqual(["animals", "feed"])
    expect(await complete("a")).toEqual(["animals"])
    expect(await complete("animals", "")).toEqual(["list"])
  })

  it("offers options of the command, and of the default command of a group", async () => {
    expect(await complete("animals", "list", "--")).toEqual(["--kind", "--from", "--loud", "--help", "--version"])
    expect(await complete("animals", "--k")).toEqual(["--kind"])
    expect(await complete("animals", "list", "--kind", "cow", "--l")).toEqual(["--loud"])
  })

  it("offers the values of options and arguments", async () => {
    expect(await complete("animals", "list", "--kind", "")).toEqual(["cow", "hen"])
    expect(await complete("animals", "--kind", "h")).toEqual(["hen"])
    expect(await complete("feed", "")).toEqual(["hay", "corn"])
    expect(await complete("animals", "list", "--from", "")).toEqual([])
  })
})

/** Some shells may not be installed. Only an installed shell can check whether it accepts the script. */
const isInstalled = (shell: Shell) => spawnSync(shell, ["-c", "true"]).status === 0

it.each(shells.filter(isInstalled))("%s accepts the script", async (shell) => {
  const script = (await completionScript(shell, farm)).replace(/^compdef .*$/mu, "")
  const { status, stderr } = spawnSync(shell, ["-c", script], { encoding: "utf8" })
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
})

it("zsh and fish show descriptions, with quotes and colons in them", async () => {
  expect(await completionScript("zsh", farm)).toContain(String.raw`'--kind:The farmer'\''s kind\: one of two'`)
  expect(await completionScript("fish", farm)).toContain(
    String.raw`-l kind -x -a 'cow hen' -d 'The farmer\'s kind: one of two'`
  )
})
