import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { monRun } from "./monRun.ts"

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

/** Makes a folder with a program that prints its arguments and exits with code 3. */
const folderWith = (program: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "mon-engines-"))
  const path = join(folder, program)
  writeFileSync(
    path,
    `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)))\nprocess.exitCode = 3\n`
  )
  chmodSync(path, 0o755)
  return folder
}

const run = (path: string, args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--conditions=@mon/source", bin, ...args], {
    encoding: "utf8",
    env: { ...process.env, PATH: path }
  })
  return { status, stderr, stdout }
}

describe("a subcommand of an engine", () => {
  it("passes its arguments on, unread, and ends with the exit code of the engine's program", () => {
    const folder = folderWith("mon-diff-engine")
    expect(run(folder, ["diff-engine", "--help", "old.html", "--", "a b", "--json"])).toEqual({
      status: 3,
      stderr: "",
      stdout: '["--help","old.html","--","a b","--json"]\n'
    })
  })

  it("says how to install a program that is missing", async () => {
    expect(await monRun(["simulation", "prospects.csv"], { env: { PATH: "/nonexistent" } })).toMatchObject({
      code: 2,
      out: "",
      err: "mon simulation needs the program mon-simulation, which is not installed. Install it with: npm install --global @mon/simulation\n"
    })
  })

  it("checks a domain's email from this machine with --local, which must come first", async () => {
    const folder = folderWith("mon-email-health")
    expect(run(folder, ["email-health", "--local", "example.com", "--csv"])).toMatchObject({
      status: 3,
      stdout: '["example.com","--csv"]\n'
    })
    const late = await monRun(["email-health", "example.com", "--local"])
    expect(late).toMatchObject({ code: 64, err: expect.stringContaining("--local must come before") as string })
  })
})
