import type { Terminal } from "@mon/bundled/command-line"
import { homedir } from "node:os"
import process from "node:process"
import { setTimeout as wait } from "node:timers/promises"
import { askSecret, askText, readAll, streamInput } from "./screen/ask.ts"
import { withoutControls } from "./screen/shownText.ts"

/** The exit code after SIGHUP: 128 plus the number of the signal. */
const EXIT_HANGUP = 129

export interface CliTerminal extends Terminal {
  /** Replaces the last line of standard error, if standard error is a terminal. */
  readonly progress: (text: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly now: () => number
  /** Returns the size of the terminal that shows standard output. Null if standard output is not a terminal. */
  readonly size: () => { readonly columns: number; readonly rows: number } | null
  /** Calls the listener whenever the size changes, until the returned function is called. */
  readonly onResize: (listener: () => void) => () => void
  /** Calls the listener when the process ends for any reason, unless the returned function has been called by then. */
  readonly onExit: (listener: () => void) => () => void
  readonly canAsk: boolean
  readonly askText: (question: string) => Promise<string>
  readonly askSecret: (question: string) => Promise<string>
  readonly readInput: () => Promise<string>
  /** Reads standard input as it arrives. Ends early if the signal aborts. */
  readonly input: () => AsyncIterable<Uint8Array>
  /** Resolves after the given milliseconds, or when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const cliTerminal = (terminal: Terminal): CliTerminal => ({
  ...terminal,
  // Control characters are removed, because messages have no colours but may quote text from a service.
  err: (text) => terminal.err(withoutControls(text)),
  progress: (text) => terminal.err(`\r\u001b[K${text}`),
  env: process.env,
  platform: process.platform,
  home: homedir(),
  now: Date.now,
  size: () =>
    process.stdout.isTTY ? { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 } : null,
  onResize: (listener) => {
    process.stdout.on("resize", listener)
    return () => void process.stdout.off("resize", listener)
  },
  onExit: (listener) => {
    // By default, SIGHUP ends Node without the event "exit". Elsewhere, nohup must be able to ignore SIGHUP, so only
    // this place handles the signal.
    const hangUp = () => process.exit(EXIT_HANGUP)
    process.once("exit", listener)
    process.once("SIGHUP", hangUp)
    return () => {
      process.off("exit", listener)
      process.off("SIGHUP", hangUp)
    }
  },
  canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
  askText: (question) => askText(question, terminal.signal),
  askSecret: (question) => askSecret(question, terminal.signal),
  readInput: readAll,
  input: () => streamInput(terminal.signal),
  pause: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined)
})
