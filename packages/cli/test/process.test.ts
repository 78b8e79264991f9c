import { execFileSync, spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { mon } from "../src/mon.ts"
import { monRun } from "./monRun.ts"

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, ["--conditions=@mon/source", bin, ...args], {
    encoding: "utf8",
    env: { ...process.env, XDG_CONFIG_HOME: "/nonexistent", ...env }
  })

/** Returns all commands with their names as users type them. */
const commandsOf = async (command: typeof mon): Promise<ReadonlyArray<typeof mon>> => {
  if (command.shape.kind === "command") return [command]
  const below = await Promise.all(
    Object.values(command.shape.commands).map(async (entry) => commandsOf("load" in entry ? await entry.load() : entry))
  )
  return [command, ...below.flat()]
}

describe("every command", () => {
  it("has help with its own name, its exit codes and, below groups, examples", async () => {
    for (const command of await commandsOf(mon)) {
      const args = [...command.name.split(" ").slice(1), "--help"]
      const { code, out } = await monRun(args)
      expect({ code, usage: out.split("\n")[0] }).toEqual({
        code: 0,
        usage: expect.stringContaining(`Usage: ${command.name}`) as string
      })
      if (command.shape.kind === "group") continue
      expect(out).toContain("\n  64  ")
      if (command.name !== "mon logout") expect(out).toContain("Examples:")
    }
  })

  it("that prints something for people has --json", async () => {
    const silent = (await commandsOf(mon)).filter(
      ({ shape }) => shape.kind === "command" && !Object.hasOwn(shape.options, "json")
    )
    const engines = ["uptime-probe", "diff-engine", "disposable-check", "simulation", "email-message"]
    expect(silent.map(({ name }) => name)).toEqual([
      "mon run",
      "mon mcp",
      ...engines.map((name) => `mon ${name}`),
      "mon completion"
    ])
  })
})

describe("the process", () => {
  it("ends quietly when the reader of its output ends", () => {
    const pipe = `"${process.execPath}" --conditions=@mon/source "${bin}" completion bash | head -c 1`
    const output = execFileSync("bash", ["-c", `set -o pipefail; ${pipe}; echo " \${PIPESTATUS[0]}"`], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"]
    })
    expect(output).toMatch(/^# (?:0|141)\n$/u)
  })

  it("says in one line what is missing", () => {
    const { status, stderr, stdout } = run(["status"], { MON_URL: "", MON_API_KEY: "" })
    expect({ status, stderr, stdout }).toEqual({
      status: 2,
      stdout: "",
      stderr: 'You are not logged in. Run "mon login", or set MON_URL and MON_API_KEY.\n'
    })
  })

  it("says that a service does not answer", () => {
    const { status, stderr } = run(["monitors", "--json"], { MON_URL: "http://127.0.0.1:9", MON_API_KEY: "mon_x" })
    expect(status).toBe(2)
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:9 did not answer.*\.\n$/u)
  })
})
