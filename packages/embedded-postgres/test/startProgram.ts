import { spawn } from "node:child_process"
import process from "node:process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** A line that `embeddedProgram.ts` prints. */
export interface ProgramLine {
  readonly event: "ready" | "written" | "stopped" | "failed"
  readonly adopted?: boolean
  readonly owner?: boolean
  readonly pid?: number
  readonly url?: string
  readonly n?: number
  readonly message?: string
}

export const isRoot = process.geteuid?.() === 0

/** Starts the program in its own process group, as the given user. */
export const startProgram = (dataDir: string, user: { readonly uid?: number; readonly gid?: number } = {}) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./embeddedProgram.ts", import.meta.url)), dataDir], {
    ...user,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines: Array<ProgramLine> = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  let ended = false
  createInterface({ input: child.stdout }).on("line", (line) => {
    const parsed: ProgramLine = JSON.parse(line)
    lines.push(parsed)
    wake()
  })
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("close", (code, signal) => {
      ended = true
      wake()
      resolve(code ?? signal)
    })
  })
  return {
    pid: child.pid ?? 0,
    lines,
    exit,
    say: (command: string) => child.stdin.write(`${command}\n`),
    /** Resolves to the first matching line. Rejects if the program ends without a match. */
    line: (fits: (line: ProgramLine) => boolean) =>
      new Promise<ProgramLine>((resolve, reject) => {
        const check = () => {
          const found = lines.find(fits)
          if (found === undefined && !ended) return
          waiting.delete(check)
          if (found === undefined) reject(new Error(`The program ended: ${JSON.stringify(lines.at(-1))}`))
          else resolve(found)
        }
        waiting.add(check)
        check()
      }),
    ready: () => startedOf(lines, waiting, () => ended),
    signal: (signal: NodeJS.Signals) => process.kill(child.pid ?? 0, signal),
    /** Sends a signal to the whole process group, as a terminal does. */
    signalGroup: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal)
  }
}

const startedOf = (lines: ReadonlyArray<ProgramLine>, waiting: Set<() => void>, ended: () => boolean) =>
  new Promise<Required<Pick<ProgramLine, "adopted" | "owner" | "pid" | "url">>>((resolve, reject) => {
    const check = () => {
      const found = lines.find(({ event }) => event === "ready" || event === "failed")
      if (found === undefined && !ended()) return
      waiting.delete(check)
      const { adopted, owner, pid, url } = found ?? {}
      if (adopted === undefined || owner === undefined || pid === undefined || url === undefined) {
        reject(new Error(found?.message ?? "The program ended without a word"))
      } else resolve({ adopted, owner, pid, url })
    }
    waiting.add(check)
    check()
  })
