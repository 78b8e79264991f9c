import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

export interface WorkerProcess {
  /** Resolves to the first line of output that contains a text or matches a pattern. */
  readonly line: (text: string | RegExp) => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  /** `errors` is the error output. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>
}

const watchOver = (child: ChildProcess): WorkerProcess => {
  const lines: Array<string> = []
  const waiting = new Set<() => void>()
  let errors = ""
  if (child.stdout !== null) {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line)
      for (const check of waiting) check()
    })
  }
  child.stderr?.on("data", (bytes: Buffer) => {
    errors += bytes.toString()
  })
  const ended = once(child, "close").then(([code]) => ({ code: typeof code === "number" ? code : null, errors }))
  const line = (text: string | RegExp) => {
    const holds = (each: string) => (typeof text === "string" ? each.includes(text) : text.test(each))
    const found = new Promise<string>((resolve) => {
      const check = () => {
        const match = lines.find(holds)
        if (match !== undefined) resolve(match)
      }
      waiting.add(check)
      check()
    })
    const over = ended.then(({ errors: said }): string => {
      throw new Error(`The worker ended before it said "${text}": ${said}`)
    })
    return Promise.race([found, over])
  }
  return { line, kill: (signal) => child.kill(signal), ended }
}

/**
 * Starts a worker as a separate process. The default of MON_WORKERS is 1. The end of the test kills the process if it
 * still runs.
 */
export const startWorkerProcess = (environment: Readonly<Record<string, string>>, program = "../src/main.ts") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { NODE_COMPILE_CACHE = "", PATH = "" } = process.env
      const child = spawn(
        process.execPath,
        ["--conditions=@mon/source", fileURLToPath(new URL(program, import.meta.url))],
        {
          env: { PATH, NODE_COMPILE_CACHE, MON_WORKERS: "1", ...environment },
          stdio: ["ignore", "pipe", "pipe"]
        }
      )
      return watchOver(child)
    }),
    (worker) =>
      Effect.promise(() => {
        worker.kill("SIGKILL")
        return worker.ended
      })
  )
