import { type ChildProcess, spawn } from "node:child_process"
import { createWriteStream, readdirSync, readFileSync } from "node:fs"

/** A program of a run, with the last part of its output. */
export interface Program {
  readonly name: string
  readonly pid: number
  readonly isRunning: () => boolean
  readonly output: () => string
  /** Kills the program and all its descendants with SIGKILL, as if its machine had lost power. */
  readonly kill: () => Promise<void>
  /** Ends the program with SIGTERM, and kills it after a while. Resolves to whether it exited in time with code 0. */
  readonly stop: () => Promise<boolean>
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The user and group of the process. Default: those of this process. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** The file to which the output is appended. Null: the output is only kept for messages. */
  readonly log: string | null
}

const MAX_TEXT = 20_000
const STOP_WITHIN_MS = 20_000

const parentOf = (pid: number): number => {
  try {
    // The name of the program is in parentheses and may contain spaces (proc(5)).
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1])
  } catch {
    return 0
  }
}

/** Returns the ids of all processes that descend from the given ones. */
const descendantsOf = (roots: ReadonlyArray<number>): ReadonlyArray<number> => {
  const pids = readdirSync("/proc").flatMap((name) => (/^\d+$/u.test(name) ? [Number(name)] : []))
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]))
  const found = new Set(roots)
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** Kills processes and their descendants. Processes that have already ended are skipped. */
export const killTree = (roots: ReadonlyArray<number>): void => {
  for (const pid of descendantsOf(roots)) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // The process has ended.
    }
  }
}

export const startProgram = (
  name: string,
  [file = "", ...args]: ReadonlyArray<string>,
  { env = {}, log, user }: ProgramOptions
): Program => {
  const child: ChildProcess = spawn(file, args, {
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...user
  })
  const logFile = log === null ? null : createWriteStream(log, { flags: "a" })
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes: Buffer) => {
      text = (text + bytes.toString("utf8")).slice(-MAX_TEXT)
      logFile?.write(bytes)
    })
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const ended = new Promise<void>((done) => {
    child.once("error", (error) => {
      text += error.message
      done()
    })
    child.once("exit", () => done())
  })
  return {
    name,
    pid: child.pid ?? 0,
    isRunning,
    output: () => text,
    kill: async () => {
      if (child.pid !== undefined && isRunning()) killTree([child.pid])
      await ended
    },
    stop: async () => {
      if (isRunning()) {
        child.kill("SIGTERM")
        const late = setTimeout(() => killTree(child.pid === undefined ? [] : [child.pid]), STOP_WITHIN_MS)
        await ended
        clearTimeout(late)
      }
      return child.exitCode === 0
    }
  }
}
