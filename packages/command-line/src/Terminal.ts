import { readFileSync } from "node:fs"
import process from "node:process"

/** What a command reads and writes besides its arguments. */
export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void
  /** Writes to standard error: progress and messages. */
  readonly err: (text: string) => void
  /** Whether standard output shows colours. */
  readonly colour: boolean
  /** Whether somebody watches standard error. */
  readonly interactive: boolean
  /** Answers `--version`. */
  readonly version: string
  /** Aborted by SIGINT and SIGTERM, whose name is the reason. */
  readonly signal: AbortSignal
}

/** The terminal of this process. The version is that of the package whose manifest is given. */
export const processTerminal = (manifest: URL, signal: AbortSignal): Terminal => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colour: process.stdout.hasColors?.() ?? false,
  interactive: process.stderr.isTTY === true,
  version: String((JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: unknown }).version),
  signal
})
