import { spawn } from "node:child_process"
import { constants } from "node:os"
import process from "node:process"
import { setTimeout as wait } from "node:timers/promises"

/** The exit codes that a shell uses for a program that was not found, and for a program that cannot be started. */
const NOT_FOUND = 127
const NOT_STARTED = 126
/** The number to which a shell adds the number of a signal to form the exit code. */
const AFTER_SIGNAL = 128
/**
 * The maximum time for which output is read after the job has ended, in milliseconds. Background programs can keep the
 * output open.
 */
const DRAIN_MS = 500
const KEPT_BYTES = 100_000

export interface EndedJob {
  /** The exit code from 0 to 255, as a shell would report it. */
  readonly exitCode: number
  readonly output: Uint8Array
  /** The reason why the job could not be started. Null if the job was started. */
  readonly problem: string | null
}

class Tail {
  #chunks: Array<Buffer> = []
  #bytes = 0

  readonly add = (chunk: Buffer): void => {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > 2 * KEPT_BYTES) this.#shorten()
  }

  #shorten(): void {
    const kept = Buffer.from(Buffer.concat(this.#chunks).subarray(-KEPT_BYTES))
    this.#chunks = [kept]
    this.#bytes = kept.length
  }

  read(): Uint8Array {
    this.#shorten()
    return this.#chunks[0] ?? Buffer.alloc(0)
  }
}

const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code === null ? AFTER_SIGNAL + (signal === null ? 0 : constants.signals[signal]) : Math.min(code & 0xffff, 255)

interface JobOptions {
  readonly isKept: boolean
  /** A signal that ends the job. The reason of the abort is the name of the signal that is sent to the job. */
  readonly signal: AbortSignal
}

/**
 * Runs a program with the input, output and environment of this process, and returns its exit code. Never rejects. If
 * `isKept`, the output is kept and passed on as it arrives. If not, the program writes directly to the terminal.
 */
export const runJob = async (
  [program = "", ...args]: ReadonlyArray<string>,
  { isKept, signal }: JobOptions
): Promise<EndedJob> => {
  const output = isKept ? "pipe" : "inherit"
  const child = spawn(program, args, { stdio: ["inherit", output, output] })
  const tail = new Tail()
  child.stdout?.on("data", tail.add).pipe(process.stdout, { end: false })
  child.stderr?.on("data", tail.add).pipe(process.stderr, { end: false })
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()))
  // A terminal sends SIGINT to the job itself. Many programs take a second one as an order to stop at once.
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const pass = () => {
    if (signal.reason === "SIGTERM") child.kill("SIGTERM")
    else if (!hasTerminal) child.kill("SIGINT")
  }
  signal.addEventListener("abort", pass)
  const ended = await new Promise<Omit<EndedJob, "output">>((resolve) => {
    child.once("exit", (code, name) => resolve({ exitCode: exitCodeOf(code, name), problem: null }))
    child.once("error", (error: NodeJS.ErrnoException) =>
      resolve({ exitCode: error.code === "ENOENT" ? NOT_FOUND : NOT_STARTED, problem: error.message })
    )
  })
  signal.removeEventListener("abort", pass)
  if (ended.problem === null) await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })])
  // A background program that keeps the pipes open must not keep this process running.
  child.stdout?.destroy()
  child.stderr?.destroy()
  return { ...ended, output: tail.read() }
}
