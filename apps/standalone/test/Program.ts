import { spawn } from "node:child_process"
import { readdirSync, readFileSync, rmSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Starts a program of this app in a separate process group. The program does not inherit the caller's MON_ variables.
 */
export const start = (
  file: "main.ts" | "mon-server.ts",
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>
) => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", source(file), ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "/",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      ...env
    }
  })
  let stdout = ""
  let stderr = ""
  const printed = new Set<() => void>()
  child.stdout.on("data", (chunk) => {
    stdout += chunk
    for (const listener of printed) listener()
  })
  child.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((done) =>
    child.once("close", (code, signal) => done({ code, signal, stdout, stderr }))
  )
  /**
   * Resolves to the first match of a pattern in the standard output, or to the first group of this match. Rejects if
   * the program ends without a match.
   */
  const prints = (pattern: RegExp) =>
    new Promise<string>((found, fail) => {
      const check = () => {
        const match = pattern.exec(stdout)
        if (match !== null) found(match[1] ?? match[0])
      }
      printed.add(check)
      check()
      void ended.then(() => fail(new Error(`ended without printing ${pattern}:\n${stdout}\n${stderr}`)))
    })
  return { pid: child.pid ?? 0, ended, prints, output: () => stdout + stderr }
}

export const monServer = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  start("mon-server.ts", args, env).ended

export const makeFolder = () => mkdtempSync(join(tmpdir(), "mon program "))

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Returns the ids of the processes whose command line contains the path of a folder. */
export const runningIn = (folder: string): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(folder) ? [Number(name)] : []
      } catch {
        return []
      }
    })
