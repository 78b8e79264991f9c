import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"

const folder = fileURLToPath(new URL("../../action", import.meta.url))
const action = parse(readFileSync(join(folder, "action.yml"), "utf8")) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: {
    readonly steps: ReadonlyArray<{ readonly env?: Readonly<Record<string, string>>; readonly run?: string }>
  }
}
const step = action.runs.steps.find(({ run }) => run !== undefined)

/** Runs the script of the action. A command that prints its arguments replaces npx. */
const run = (inputs: Readonly<Record<string, string>>, status = 0) => {
  const place = mkdtempSync(join(tmpdir(), "mon-action-"))
  const npx = join(place, "npx")
  writeFileSync(
    npx,
    `#!/bin/sh\nfor each in "$@"; do echo "<$each>"; done\necho "::error::annotation"\necho "what is wrong" >&2\nexit ${status}\n`
  )
  chmodSync(npx, 0o755)
  const summary = join(place, "summary.md")
  writeFileSync(summary, "")
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, expression]) => {
      const input = /inputs\.([\w-]+)/u.exec(expression)?.[1] ?? ""
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ""]
    })
  )
  const { status: code, stdout } = spawnSync("bash", [join(folder, "run.sh")], {
    cwd: place,
    encoding: "utf8",
    env: { PATH: `${place}${delimiter}${process.env["PATH"] ?? ""}`, GITHUB_STEP_SUMMARY: summary, ...env }
  })
  const args = stdout.split("\n").filter((line) => /^<.*>$/u.test(line))
  return { code, stdout, args: args.map((arg) => arg.slice(1, -1)), summary: readFileSync(summary, "utf8") }
}

describe("the GitHub Action", () => {
  it.each([
    [{ command: "test" }, ["test", "--file", "mon.yaml"]],
    [{ command: "test", "allow-private": "true" }, ["test", "--file", "mon.yaml", "--allow-private"]],
    [
      { command: "plan", file: "a b.yaml", env: "A\nB C" },
      ["plan", "--file", "a b.yaml", "--env", "A", "--env", "B", "--env", "C"]
    ],
    [{ command: "apply" }, ["apply", "--file", "mon.yaml", "--yes"]],
    [{ command: "apply", "allow-delete": "true" }, ["apply", "--file", "mon.yaml", "--yes", "--allow-delete"]]
  ])("%j runs the command with its options", (inputs, args) => {
    expect(run(inputs as Record<string, string>).args).toEqual(["--yes", "@mon/cli@latest", ...args])
  })

  it("has the exit code of the command, and writes the output to the summary without annotations", () => {
    const { code, summary } = run({ command: "plan" }, 1)
    expect(code).toBe(1)
    expect(summary).toContain("### mon plan\n\n    <--yes>\n")
    expect(summary).toContain("\n    what is wrong\n")
    expect(summary).not.toContain("::error")
  })

  it("treats no input as a command", () => {
    const file = 'x"; touch hacked; $(touch hacked) `touch hacked`'
    expect(run({ command: "plan", file }).args.at(-1)).toBe(file)
    expect(run({ command: "plan", env: "*" }).args.slice(-2)).toEqual(["--env", "*"])
    expect(run({ command: "login" }).code).toBe(64)
    expect(run({ command: "plan", version: "1;touch hacked" }).code).toBe(64)
    for (const { run: script = "" } of action.runs.steps) expect(script).not.toContain("${{")
  })
})
