import { readFileSync } from "node:fs"
import process from "node:process"
import { oldNodeMessage } from "./nodeVersion.ts"

/** The input and output of a command, besides its arguments. */
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
  /** A sentence about the Node that the program needs, if it is newer than the one that runs it. Default: null. */
  readonly oldNode?: string | null
  /** Aborted by SIGINT and SIGTERM, whose name is the reason. */
  readonly signal: AbortSignal
}

interface Manifest {
  readonly version: unknown
  readonly engines?: { readonly node?: string }
}

/** The terminal of this process, with the version of the package whose manifest is given. */
export const processTerminal = (manifest: URL, signal: AbortSignal, name = "The program"): Terminal => {
  const { engines, version } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.hasColors?.() ?? false,
    interactive: process.stderr.isTTY === true,
    version: String(version),
    oldNode: oldNodeMessage(name, engines?.node, process.version),
    signal
  }
}
