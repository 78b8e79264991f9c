import type { Terminal } from "@mon/bundled/command-line"
import { homedir } from "node:os"
import process from "node:process"
import { setTimeout as wait } from "node:timers/promises"
import { askSecret, askText, readAll, streamInput } from "./screen/ask.ts"
import { withoutControls } from "./screen/shownText.ts"

/** 128 and the number of SIGHUP. */
const EXIT_HANGUP = 129

/** The input, output and environment of the commands of `mon`. */
export interface CliTerminal extends Terminal {
  /** Replaces the last line of standard error, if somebody watches it. */
  readonly progress: (text: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Size of the terminal that shows standard output; null: it is not a terminal. */
  readonly size: () => { readonly columns: number; readonly rows: number } | null
  /** Calls the listener when the size changes, until the returned function is called. */
  readonly onResize: (listener: () => void) => () => void
  /** Calls the listener when the process ends, whatever the reason, until the returned function is called. */
  readonly onExit: (listener: () => void) => () => void
  /** Whether somebody can answer questions. */
  readonly canAsk: boolean
  readonly askText: (question: string) => Promise<string>
  /** Asks without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>
  /** Standard input until its end. */
  readonly readInput: () => Promise<string>
  /** Standard input as it arrives. Ends early when the signal is aborted. */
  readonly input: () => AsyncIterable<Uint8Array>
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The terminal of this process. */
export const cliTerminal = (terminal: Terminal): CliTerminal => ({
  ...terminal,
  // Messages have no colours, but they may quote what a service answered.
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
    // By default, SIGHUP ends Node without the event "exit". Only here: elsewhere, nohup must be able to ignore it.
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
